import { isOfMerging, wordSet, wordsOfName } from './words.ts';
import { saysNothing } from './prose.ts';
import { stateOfWord } from './statusWords.ts';

/** Last words of names of what a service says of its own work. */
const telling = wordSet('reason message msg note detail notice info disclaimer explanation hint statu status state');
/** Last words of names of a verdict, of which a single word counts. */
const judging = wordSet('conclusion outcome verdict decision result');
/** Words in names of what others wrote. */
const quoting = wordSet('commit system user prompt pr');
/** Words of a review that did not run through. */
const failing =
  /\b(?:abort(?:ed|ing)|truncated|timed[ -]out|time ?out (?:after|while|during|reached|exceeded|hit|of)|too (?:large|big|long|many)|(?:limit|quota|budget|maximum) (?:was |has been |is )?(?:hit|reached|exceeded|exhausted)|exceed(?:ed|s) (?:the|its|your|our) |stopped|halted|r[au]n out of|hit (?:the|a|its) (?:\w+ )?(?:limit|quota)|did not (?:answer|respond|finish|complete|run)|not all (?:\w+ ){1,2}(?:was|were)|skipping \d|interrupted|cut (?:short|off)|crashed|(?:could not|couldn['’]t|unable to|was not able to|failed to) (?!find|spot|see|identify|detect)|(?:review|analysis|model|agent|request|run|call|it|files?|has|have) failed|failed (?:for|on|after|with|because|during)|incomplete|partial(?:ly)?|not (?:(?:fully|completely|all) )?(?:be )?(?:reviewed|analy[sz]ed|scanned|checked|processed|completed|finished|read|parsed)|(?:was|were|been|files?|lines?|got) skipped|skipped (?:\d|the |some |many |several )|only (?:the first|part|some|\d+)|omitted|gave up|unavailable|overloaded|degraded|fell back|cancell?ed|midway|out of memory)/gi;
const negation = /\b(?:no|not|0|zero|none|nothing|never|without|neither|didn['’]t|wasn['’]t)\s+(?:\S+\s+){0,2}$/i;
const share =
  /\b(\d{1,9}) ?(?:\/|of|out of) ?(?:the |all )?(\d{1,9}) (?:\w+ )?(?:files?|lines?|chunks?|hunks?|agents?|commits?|batches|parts?)\b/i;
/** States of an agent or a step that are no fault. */
const harmless = wordSet('accepted created requested submitted triggered skipped ignored dismissed deleted disabled');

/** Whether what a service says of its work, such as its `message`, is that the review did not run through. */
export function tellsOfFailure(name: string, text: string): boolean {
  const words = wordsOfName(name);
  const last = words.at(-1) ?? '';
  const isVerdict = judging.has(last);
  if (!(isVerdict || telling.has(last)) || words.some(word => quoting.has(word)) || isOfMerging(name)) return false;
  if (saysNothing(text)) return false;
  const word = text.trim();
  const isHarmless = harmless.has(word.toLowerCase()) && last.startsWith('stat');
  const state = word.length > 40 || isHarmless ? 'unknown' : stateOfWord(word);
  // A check fails by what it found.
  if (isVerdict) return state === 'notRun' || (state === 'failed' && !/^(?:fail|reject)/i.test(word));
  if (state === 'failed' || state === 'notRun' || state === 'running') return true;
  if (last.startsWith('stat') && !/\s/.test(word)) return false;
  const head = text.slice(0, 2_000);
  const [, read, whole] = share.exec(head) ?? [];
  if (Number(read) < Number(whole)) return true;
  return head
    .split(/[.,:;!?\n]+/)
    .some(part =>
      [...part.matchAll(failing)].some(({ index }) => !negation.test(part.slice(Math.max(0, index - 60), index))),
    );
}
