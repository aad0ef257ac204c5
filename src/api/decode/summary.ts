import { isObject, nameSet, plainName, type JsonObject } from './aliases.ts';
import type { DecodedComments } from './reviewComments.ts';
import { jsonInText } from './text/jsonInText.ts';
import { isProse } from './text/prose.ts';

/** Objects whose texts are about the review as a whole. */
const holders = nameSet('summary walkthrough overview report result output body review');
/** Names of texts that are not about what was found. */
const aboutElse =
  /(?:title|name|branch|author|authors|diff|patch|prompt|code|url|commitmessage|description|notes|warnings|gaps)$/;
const withoutSpaces = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{8}/u;
const longest = 20_000;

/**
 * What a service says of a review in its own words, whatever the language and the name it goes by, so that a reader sees
 * what no rule can judge; undefined if it says nothing, or only what is among the comments.
 * @param layers the review and its envelopes
 * @returns untrusted Markdown
 */
export function summaryIn(
  layers: readonly JsonObject[],
  { comments = [], undecoded }: Pick<DecodedComments, 'comments' | 'undecoded'>,
): string | undefined {
  const isToldAsComment = (text: string): boolean =>
    undecoded.includes(text) || comments.some(({ title, body }) => body.includes(text) || title === text);
  const texts = layers.flatMap(layer =>
    Object.entries(layer).flatMap(([name, value]) => {
      const plain = plainName(name);
      if (aboutElse.test(plain)) return [];
      return isObject(value) && holders.has(plain) ? Object.values(value) : [value];
    }),
  );
  const told = new Set(texts.filter(isStatement).filter(text => !isToldAsComment(text)));
  return told.size === 0 ? undefined : [...told].join('\n\n').slice(0, longest);
}

/** Whether a value is text of several words; JSON in text is read as an answer is. */
function isStatement(value: unknown): value is string {
  const isText = typeof value === 'string' && (isProse(value) || withoutSpaces.test(value));
  return isText && /[\p{L}]{2}/u.test(value) && jsonInText(value) === undefined;
}
