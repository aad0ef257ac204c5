import type { Severity } from '../../../core/review/severity.ts';
import { firstOf, type JsonObject } from '../aliases.ts';
import { commentAliases } from '../commentAliases.ts';
import { placeOf } from '../place.ts';
import { severityInText, severityOfLevel, severityOfScore, severityOfWord } from './severityWords.ts';
import { asNumber, asText, asWord } from '../values.ts';

interface FoundSeverity {
  readonly severity: Severity;
  /** The service's word for it. */
  readonly word: string | undefined;
}

/** The severity in a field of a comment or its group, else the one that a text starts with. */
export function severityOf(own: JsonObject, group: JsonObject, texts: readonly (string | undefined)[]): FoundSeverity {
  const field = severityField(own) ?? severityField(group);
  if (field !== undefined && field.severity !== 'unknown') return field;
  const inText = texts.map(text => severityInText(text ?? '')).find(found => found !== undefined);
  return inText ?? field ?? { severity: 'unknown', word: undefined };
}

function severityField(comment: JsonObject): FoundSeverity | undefined {
  const word = firstOf(comment, commentAliases.severity, asShortWord);
  if (word !== undefined) {
    const isLevel = /^[1-4]$/.test(word) && placeOf(comment).isZeroBased;
    return { severity: (isLevel ? severityOfLevel(Number(word)) : severityOfWord(word)) ?? 'unknown', word };
  }
  const score = firstOf(comment, commentAliases.score, asNumber);
  const scored = score === undefined ? undefined : severityOfScore(score);
  if (scored !== undefined) return { severity: scored, word: `${score}` };
  const kind = firstOf(comment, commentAliases.kind, asText) ?? '';
  const ofKind = /^bug$/i.test(kind) ? 'high' : severityOfWord(kind);
  return ofKind === undefined ? undefined : { severity: ofKind, word: kind };
}

/** Returns up to a few words; a sentence describes the impact and is no severity. */
function asShortWord(value: unknown): string | undefined {
  const word = asWord(value)?.trim();
  return word === undefined || word.length > 40 || word.split(/\s+/).length > 3 ? undefined : word;
}
