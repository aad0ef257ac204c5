import { t } from '../../../core/base/l10n.ts';
import { inEnglish } from '../text/foreignWords.ts';
import { saysNothing } from '../text/prose.ts';
import { stateOfWord } from '../text/statusWords.ts';
import { hasAny } from '../text/words.ts';
import { meaningOf, quoted, says } from './names.ts';
import { forms, words } from './words.ts';

/** Words of a review that did not run through. */
const failing =
  /\b(?:abort(?:ed|ing)|truncated|timed[ -]out|time ?out (?:after|while|during|reached|exceeded|hit|of)|too (?:large|big|long|many)|(?:limit|quota|budget|maximum) (?:was |has been |is )?(?:hit|reached|exceeded|exhausted)|exceed(?:ed|s) (?:the|its|your|our) |stopped|halted|r[au]n out of|hit (?:the|a|its) (?:\w+ )?(?:limit|quota)|did not (?:answer|respond|finish|complete|run)|not all (?:\w+ ){1,2}(?:was|were)|skipping \d|interrupted|cut (?:short|off)|crashed|(?:could not|couldn['’]t|unable to|was(?: not|n['’]t) able to|failed to) (?!find|spot|see|identify|detect)|(?:review|analysis|model|agent|request|run|call|it|files?|has|have) failed|failed (?:for|on|after|with|because|during)|incomplete|partial(?:ly)?|not (?:(?:fully|completely|all) )?(?:be )?(?:reviewed|analy[sz]ed|scanned|checked|processed|completed|finished|read|parsed)|(?:was|were|been|files?|lines?|got) skipped|skipped (?:\d|the |some |many |several )|only (?:the first|part|some|\d+)|omitted|left out|withheld|no (?:response|answer|reply) from|larger than the (?:context|limit|model)|reviews? (?:is|are|were) (?:disabled|paused|turned off|not enabled)|^\s*skipp(?:ed|ing)\b|gave up|unavailable|overloaded|degraded|fell back|cancell?ed|midway|out of memory)/gi;
const negation = /\b(?:no|not|0|zero|none|nothing|never|without|neither|didn['’]t|wasn['’]t)\s+(?:\S+\s+){0,2}$/i;
/** A part of a whole, such as `3 of 9 files`. */
const share =
  /\b(\d{1,9}) ?(?:\/|of|out of) ?(?:the |all )?(\d{1,9}) (?:\w+ )?(?:files?|lines?|chunks?|hunks?|agents?|commits?|batches|parts?)\b/i;
/** What a review says of itself in any of its texts. Names what was not read, since a change may be about reading files. */
const unreadParts =
  /\bI (?:could not|couldn['’]t|cannot|can['’]t|(?:was|am)(?: not|n['’]t) able to|(?:was|am) unable to) (?:review|analy[sz]e|read|scan|process|access|load|open|parse|inspect|examine|fetch)\b|^[^\p{L}\n]{0,20}review (?:was |has been |is )?(?:skipped|aborted|cancell?ed|incomplete|stopped|truncated|limited|partial)\b|\b(?:I|we|assistant|model|reviewer|bot|copilot|agent) (?:could not|couldn['’]t|cannot|can['’]t|(?:was|were|am)(?: not|n['’]t) able to|(?:was|were|am) unable to) (?:review|analy[sz]e|read|scan|process|access|load|open|parse|fetch)\b[^.\n]{0,40}\b(?:files?|lines|changes|diff|pull request)\b|^[^\p{L}\n]{0,20}(?:files|lines|parts) (?:skipped|not (?:reviewed|analy[sz]ed|scanned|read))[^\p{L}\p{N}\n]{0,5}(?:\([1-9]|:)|^[^\p{L}\n]{0,20}(?:I['’]m )?sorry, (?:but )?I can(?:not|['’]t)\b|\bleft out of (?:this|the) (?:review|analysis|one)\b|\bsuppressed due to low\b|\b(?:was|were) too (?:large|big|long) (?:to (?:be )?(?:review|analy[sz]|scan|read|process)|for the (?:model|context))|\b(?:model|reviewer) (?:was shown|saw|got) (?:only )?the first\b|^[^\p{L}\n]{0,20}files ignored\b[^(\n]{0,60}\([1-9]/gimu;
const readShare =
  /(?:^|[.!:>*_]\s{0,5})(?:(?:I|we|it|copilot|bot) )?(?:only )?(?:reviewed|analy[sz]ed|read|scanned|examined|inspected|checked|looked at|went through)\b[^.\n\d]{0,20}(\d{1,6}) ?(?:\/|of|out of) ?(?:the |all )?(\d{1,6}) (?:\w+ )?files?\b/im;
/** A count of findings in a text. */
const count =
  /\b(?:(?:actionable|inline|nitpick) comments?(?: posted)?|comments posted|outside diff range comments|comments suppressed(?: due to low confidence)?)\**(?::\**\s{0,5}| \()[1-9]\d{0,3}\b|(?:^|[.!]\s{1,5}|\b(?:I|we) (?:have )?)(?:found|identified|detected|raised|posted) [1-9]\d{0,3} (?:\w+ ){0,2}(?:issues?|comments?|problems?|findings?|concerns?|bugs?|violations?|vulnerabilit(?:y|ies)|secrets?|leaks?)\b/im;
/** A number of findings that begins a sentence or a cell and is no past one or limit, one beside a severity, and a failed check. */
const finding =
  /(?:^[^\w\n]{0,12}|[,;:.!|] |\(|\bthere (?:are|is) )\*{0,2}[1-9]\d{0,3}(?<!\b(?:(?:fix|resolv|clos|address|handl)e?[sd]|previous\w*|earlier|before|last|dismiss\w*|ignor\w*|limits?|max\w*|threshold|allow\w*|up to|at most|per)\b[^.;\n]{0,100}) (?:(?:(?!fixed|resolved|closed|previous|earlier|ignored)\w+ ){0,2}(?:issues?|problems?|findings?|concerns?|bugs?|violations?|vulnerabilit(?:y|ies)|vulnerable \w+|secrets?|leaks?|errors?|warnings?)|(?:critical|high|medium|moderate|low|major|minor|blocker)(?: (?:severity|risk|priority))?)\b(?=[ \t*_]*(?:$|[.,;:!?()|]|found|detected|in (?:\d|this|[\w/-]*\.\w)))|^[^\w\n]{0,12}(?:critical|high|medium|moderate|low|major|minor|blocker)(?: (?:severity|risk|priority))?[^\w\n]{1,8}[1-9]\d{0,3}[^\w\n%/]{0,8}(?:$|(?=(?:critical|high|medium|moderate|low|major|minor|info)\b))|\|[^|\n]{1,60}\|[ \t]*(?:❌|✖|✗|✘|⛔)\uFE0F?[ \t]*\|?[ \t]*$|^[ \t>*#-]{0,8}(?:❌|✖|✗|✘)\uFE0F?[ \t]+(?!0\b|no\b|remov|delet|drop|before|old|previous)\S[^\n]{0,60}|^\|[^\n]{0,100}\b(?:result|status|outcome|verdict|conclusion)\b[^\n]{0,100}\n\|[\s:|-]{3,100}\n(?:\|[^\n]{0,100}\n){0,20}?\|[^\n]{0,100}\|[ \t]*fail(?:ed|ure|ing)?[ \t]*\|?[ \t]*$/imu;
/** What names a line of a file, or is a hunk of a diff, and what is an element of a list. */
const ofLine = /\.[a-z]\w{0,7}(?::\d|\W{1,3}(?:on |at |in )?lines? \d|#L\d)|\blines? \d+ (?:of|in) |^@@ /im;
const ofList = /^[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+\S|<li[\s>]/m;
/** A row of a table of findings, in Markdown below a column of lines, in CSV or in XML. */
const ofTable =
  /^\|(?:[^|\n]{0,200}\|){0,9}[ \t]*line[ \t]*\|[^\n]{0,2000}\n\|?[\s:|-]{3,200}\n\|(?:[^|\n]{0,200}\|){0,9}[^|\n]{0,200}\.[a-z]\w{0,7}`?[ \t]*\|[ \t]*L?\d+[ \t]*\||^[^,\s]{1,200}\.[a-z]\w{0,7},[ \t]?\d+,|<(?:error|violation|issue|bug|finding|problem)\b[^>\n]{0,500}\bline=/im;

/** What a text such as a `message` says, if that is that the review did not run through; empty otherwise. */
export function failure(name: string, text: string): string {
  const { plain, words: all } = meaningOf(name);
  const [last = '', word] = [all.at(-1), text.trim()];
  const isVerdict = forms.judging.test(plain) || last === 'result';
  if (!(isVerdict || words.own.has(last)) || hasAny(all, words.others)) return '';
  if (forms.merging.test(plain) || saysNothing(text)) return '';
  const isState = last.startsWith('stat');
  const isHarmless = word.length > 40 || (isState && words.harmless.has(word.toLowerCase()));
  const state = isHarmless ? 'unknown' : stateOfWord(inEnglish(word).replaceAll('_', ' ').trim());
  // A check fails by what it found.
  const isOfReview =
    state === 'notRun' ||
    state === (isVerdict ? '' : 'running') ||
    (state === 'failed' && !(isVerdict && /^(?:fail|reject)/i.test(word)));
  const isToldInWords = !isVerdict && !(isState && !/\s/.test(word)) && tellsOfFailure(text.slice(0, 2_000));
  return isOfReview || isToldInWords ? says(name, text) : '';
}

function tellsOfFailure(text: string): boolean {
  const said = text.split(/[.,:;!?\n]+/).some(part => foundIn(part, failing) !== undefined);
  return said || isShort(text, share);
}

/** What a text of any name says of what was not read; empty if nothing. */
export function unread(name: string, text: string): string {
  // A word alone says nothing of it.
  if (!/\s/.test(text) || meaningOf(name).isDescription) return '';
  const head = text.slice(0, 5_000);
  const index = foundIn(head, unreadParts);
  const start = Math.max(0, (index ?? 0) - 30);
  return index !== undefined || isShort(head, readShare) ? says(name, head.slice(start).trim()) : '';
}

/** The first place in a text where an expression matches and no word before says the opposite. */
function foundIn(text: string, expression: RegExp): number | undefined {
  const all = [...text.matchAll(expression)];
  return all.find(({ index }) => !negation.test(text.slice(Math.max(0, index - 60), index)))?.index;
}

/** Whether a text names a part of a whole. */
function isShort(text: string, expression: RegExp): boolean {
  const [, part, whole] = expression.exec(text) ?? [];
  return Number(part) < Number(whole);
}

/** What a text of any name counts, or says of a check that failed; empty if it tells of no findings. */
export function toldCount(name: string, text: string): string {
  if (meaningOf(name).isDescription) return '';
  const lines = text.slice(0, 20_000).replace(/<(?:br|\/(?:tr|p|li|div|h\d))\b[^<>]{0,20}>/gi, '\n');
  const head = lines.replace(/<\/?[a-z][^<>]{0,200}>/gi, ' ').replace(/[ \t]+/g, ' ');
  const [said] = count.exec(head) ?? finding.exec(head) ?? [];
  return said === undefined ? '' : says(name, said.replace(/^[\s.,;:!(|]+/, ''));
}

/** What a text holds that may be findings: a row of a table, and unless it is read elsewhere, a line of a file or a list. */
export function content(name: string, text: string, isTold: boolean): string {
  const { plain, isDescription } = meaningOf(name);
  const head = text.slice(0, 20_000);
  if (isDescription || !/\S\s+\S/.test(head)) return '';
  const isSummary = /(?:summary|changes)(?:markdown|md|html|text)?$/.test(plain);
  const mayBeList = !isTold && !isSummary && !head.split(/[.!\n]/).some(saysNothing);
  const isFound = ofTable.test(head) || (!isTold && ofLine.test(head)) || (mayBeList && ofList.test(head));
  return isFound ? t('{name} holds what may be findings', { name: quoted(name) }) : '';
}
