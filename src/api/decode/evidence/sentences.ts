import { t } from '../../../core/base/l10n.ts';
import { plainLine } from '../../../core/base/text.ts';

/** The sentences on what speaks against a review. */
export function says(name: string, text: string): string {
  return t('{name} says “{text}”', { name: quoted(name), text: plainLine(text, 100) });
}

export function saysIncomplete(name: string): string {
  return t('{name} says that the review is not complete', { name: quoted(name) });
}

/** A name as a sentence quotes it. */
export function quoted(name: string): string {
  return `“${plainLine(name, 40)}”`;
}
