import { headingOf } from '../../../core/render/plainMarkdown.ts';

// Of characters: a title is cut shorter.
const longestHeading = 1_000;
const nothing =
  /^\W*(?:none|nothing(?: (?:found|wrong|to (?:report|add|fix|change|improve|mention)))?|n\/a|null|lgtm|looks? (?:good|fine|great)(?: to me)?|all (?:good|clear)|clean|(?:(?:i|we) (?:have )?|there (?:are|were) )?(?:found |see |saw )?(?:no|0|zero) (?:(?!other|further|more|additional)\w+ ){0,2}(?:issues?|problems?|findings?|comments?|concerns?|bugs?|errors?|violations?|suggestions?|vulnerabilities|changes|warnings?|blockers?)(?: (?:were |was )?(?:found|detected|identified|reported|needed|required))?(?: (?:in|with) (?:this|the|these|your) (?:\w+ )?(?:changes?|code|diff|pull request|pr|commits?|files?))?)\W*$/i;
const codeMark = /[;{}=\n]|\w[([]|->|<\/?\w+[\s/>]/;
const keyword =
  /^\s*(?:import|from|return|const|let|var|def|class|func|fn|if|for|while|await|throw|raise|del|print|echo)\s/;
const personName = /^\p{Lu}[\p{L}'’.-]*$|^(?:de|da|del|di|la|le|van|von|der|den|ten|bin|al|el)$/u;

const looked = /^(?:I|we)(?: have)? (?:read|reviewed|checked|analy[sz]ed|went through|looked (?:at|through)) [^,;:]*$/i;
const limited = /\b(?:but|however|though|except|only|other|further|not|could)\b/i;

/** Whether text says that nothing was found, perhaps after what was read: `I read the whole diff. No issues found.` */
export function saysNothing(text: string): boolean {
  if (text.length >= 200) return false;
  const sentences = text.trim().split(/(?<=\.)\s+/);
  const before = sentences.slice(0, -1);
  const isPlain = before.every(each => looked.test(each) && !limited.test(each));
  return nothing.test(text.trim()) || (isPlain && before.length > 0 && nothing.test(sentences.at(-1) ?? ''));
}

/** Whether a value is text of two or more words that does not mean "nothing found". */
export function isProse(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  const text = value.trim();
  return /\s/.test(text) && /\p{L}/u.test(text) && !saysNothing(text);
}

/** Whether text is source code rather than the name of a rule. */
export function isCode(text: string): boolean {
  return codeMark.test(text) || keyword.test(text);
}

/** Whether text describes a problem rather than naming a person, an account or a rule. */
export function isPhrase(text: string): boolean {
  const words = text.trim().split(/\s+/);
  const isNamed = words.every(word => personName.test(word)) && !words.some(word => /^\p{Lu}{2,}$/u.test(word));
  return words.length > 1 && !isNamed && !/@|\[bot\]/.test(text);
}

/** Whether a value is a path with a folder and an extension. */
export function isFileName(value: unknown): value is string {
  return typeof value === 'string' && /^[^\s:]+\/[^\s/:]+\.\w{1,8}$/.test(value) && !value.includes('://');
}

/** The first sentence of the first line with letters, without the marks of Markdown around it. */
export function firstSentence(text: string): string | undefined {
  const line = text.split('\n').find(each => /\p{L}/u.test(each));
  if (line === undefined) return undefined;
  const heading = headingOf(line.trim().slice(0, longestHeading));
  return /^.{20,}?[.!?](?=\s)/.exec(heading)?.[0] ?? heading;
}
