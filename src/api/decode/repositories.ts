import { CodeReviewError } from '../../core/base/errors.ts';
import { plainLine } from '../../core/base/text.ts';
import { t } from '../../core/base/l10n.ts';
import type { Repository } from '../../core/review/repository.ts';
import { firstOf, isObject, joined, names } from './aliases.ts';
import { asBoolean, asHttpsUrl, asText } from './values.ts';

const lists =
  names(`data repositories items values value results records nodes edges repos projects content result response
  viewer`);
/** Most envelopes around a list, as in GraphQL's `data.viewer.repositories.nodes`. */
const deepest = 4;
const wrappers = names('node attributes repository');

/** Finds the list in a response. @throws CodeReviewError of kind `service` if there is none */
export function listOf(answer: unknown): readonly unknown[] {
  let found = answer;
  for (let depth = 0; depth < deepest && isObject(found); depth++) found = firstOf(found, lists);
  if (!Array.isArray(found)) {
    throw new CodeReviewError(
      'service',
      t('The service answered something that is not a list of repositories.'),
      t('Check that the address is the one of its API.'),
    );
  }
  return found as unknown[];
}

/** Decodes a repository. @returns undefined if the element names none */
export function decodeRepository(raw: unknown): Repository | undefined {
  if (!isObject(raw)) return undefined;
  const inner = firstOf(raw, wrappers);
  const own = isObject(inner) ? joined(inner, raw) : raw;
  const text = (under: string): string | undefined => {
    const value = firstOf(own, under, asText);
    return value === undefined ? undefined : plainLine(value) || undefined;
  };
  const name = text(names('name repo slug'));
  const owner = text(names('owner.login owner.name owner namespace.fullPath namespace'));
  const fullName =
    text(names('fullName pathWithNamespace nameWithOwner')) ??
    (owner === undefined || name === undefined || name.includes('/') ? name : `${owner}/${name}`);
  if (fullName === undefined) return undefined;
  const visibility = text('visibility');
  return {
    id: text(names('id uuid')) ?? fullName,
    name: (name ?? fullName).split('/').findLast(part => part.trim() !== '') ?? fullName,
    fullName,
    provider: (text(names('provider provider.name host vcs platform source')) ?? '').toLowerCase(),
    isPrivate:
      firstOf(own, names('private isPrivate'), asBoolean) ??
      (visibility === undefined ? undefined : visibility !== 'public'),
    webUrl: firstOf(own, names('htmlUrl webUrl links.html.href url'), asHttpsUrl),
  };
}
