import { withoutComments } from './withoutComments.ts';
import type { KeyUse, TranslationFacts } from './translationFacts.ts';

const text = String.raw`(["'])((?:(?!\1)[^\\\n]|\\.){1,300})\1`;
const uses = [
  // `t('a.b')`, `this.$t("a.b", …)`, `i18n.global.t('a.b')`, `t.rich('a.b')`
  String.raw`(?<![\w$.])(?:(?:this|props|vm|\$root|\$?i18n|i18next|intl)\??\.(?:global\.|value\.)?)?(?:\$?tc?|_td?)(?:\.(?:rich|markup|raw))?\(\s*${text}\s*(?=[,)])`,
  String.raw`\b(?:keypath|v-t)=${text}`,
  String.raw`\bi18nKey=\{?${text}\}?(?=[^<>]{0,400}/>)`,
  // With a default, a key that is missing is shown in one language.
  String.raw`\bformatMessage\(\s*\{\s*id:\s*${text}\s*,?\s*\}`,
  String.raw`<FormattedMessage\s+id=\{?${text}\}?\s*/>`,
].map(source => new RegExp(source, 'g'));
const isAboutTexts = /i18n|translat|\$t\b|locale|intl\b|messages/i;
/** Of something else, or of the file's own. */
const ownFunction =
  /\bfunction\s+\$?t\s*[(<]|\bt\s*=[^=\n]{0,80}=>[^\n]{0,80}\bt\(\s*`[^`\n]{0,80}\$\{|\b(?:const|let|var)\s+t\s*(?::[^=\n]{1,80})?=(?!=)(?![^\n]{0,120}(?:use|get|i18n|i18next|intl|inject|ranslat))/;
const ownTexts = /<i18n[\s>]|\buseI18n\(\s*\{[^)]{0,300}\bmessages\b|\buseScope:\s*['"]local/;
/** Where the beginning of a key may be said elsewhere: by what makes `t`. */
const scoped = /\b(?:\w*[tT]ranslat\w*|useI18n|get(?:Fixed)?T|\w*ScopedI18n|createT)\(\s*[^)\s]|\bkeyPrefix\b/;
/** The same by who hands it in: `(t: Translate)`, `(name, t)`, `t => …`, `({ t }) => …`. */
const handedIn =
  /[(,{;\n]\s*t\??\s*:|[(,]\s*t\s*[,)]|(?<![\w$.])t\s*=>|\{[^{}]{0,300}\bt\b[^{}]{0,300}\}\s*(?::[^)]{0,300})?\)\s*(?:=>|\{)/;
/** A text or a `defaultValue` after the key. */
const fallback = /^,\s*(?:["'`]|\{[^}]{0,200}\b(?:defaultValue|defaultMessage|default)\w*\s*:|\w*[dD]efault)/;
/** A text that is chosen on a condition: `, isOpen ? 'Close' : 'Open'`, `, name || 'Unnamed'`. */
const chosenFallback =
  /^,(?:[^,;()[\]{}"'`]|"[^"\n]*"|'[^'\n]*'|`[^`]*`|\([^()]*\)|\[[^[\]]*\])*?(?:[?:]|\|\|)\s*["'`]/;

/** What asks whether there is a text: `$te('a.b')`, `i18n.exists('a.b')`. */
const asked = new RegExp(String.raw`(?:(?<![\w$])\$?te|\.te|\b(?:i18n|i18next|t)\.(?:exists|has))\(\s*${text}`, 'g');

/** Finds the keys that a source file asks for by their whole text; undefined if there are none that can be looked up. */
export function readKeyUses(source: string): TranslationFacts | undefined {
  if (!isAboutTexts.test(source) || ownFunction.test(source) || ownTexts.test(source)) return undefined;
  const code = withoutComments(source);
  const starts = lineStarts(code);
  const mayBeMissing = new Set([...code.matchAll(asked)].map(([, , key]) => key));
  const found = uses
    .flatMap(pattern => [...code.matchAll(pattern)].flatMap(match => keyUse(match, code, starts)))
    .filter(({ key }) => !mayBeMissing.has(key));
  if (found.length === 0) return undefined;
  return { uses: found, ...((scoped.test(code) || handedIn.test(code)) && { isScoped: true }) };
}

function keyUse(match: RegExpExecArray, code: string, starts: readonly number[]): KeyUse[] {
  const [all, quote = '', raw = ''] = match;
  const key = raw.replace(/\\(.)/g, '$1').replace(/^'(.*)'$/, '$1');
  const end = match.index + all.length;
  if (!/[\p{L}\p{N}]/u.test(key) || /[.:_-]$|\$\{/.test(key)) return [];
  if ([fallback, chosenFallback].some(each => each.test(code.slice(end, end + 300)))) return [];
  const at = match.index + all.lastIndexOf(`${quote}${raw}${quote}`) + 1;
  const line = lineOf(at, starts);
  const column = at - (starts[line - 1] ?? 0) + 1;
  return [{ key, line, column, endColumn: column + raw.length }];
}

function lineStarts(code: string): number[] {
  const starts = [0];
  for (let at = code.indexOf('\n'); at >= 0; at = code.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** The line from 1 of an offset. */
function lineOf(offset: number, starts: readonly number[]): number {
  let [from, to] = [0, starts.length];
  while (to - from > 1) {
    const middle = (from + to) >> 1;
    if ((starts[middle] ?? 0) <= offset) from = middle;
    else to = middle;
  }
  return from + 1;
}
