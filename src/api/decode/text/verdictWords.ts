import { vocabulary, wordSet, wordsOfName } from './words.ts';

/** What a verdict means. `good` are also words that only say that there is a result. */
const verdictOfWord = vocabulary({
  good: `approve approved accept accepted pass passed passing ok okay clean clear lgtm none no_issues no_issues_found
    no_findings comment commented correct patch_is_correct success successful succeeded complete completed done finished
    finalized ready reviewed looks_good looks_good_to_me safe safe_to_merge ready_to_merge merge green true yes`,
  // Under any name; other words under `status` or `event` may mean anything.
  bad: `changes_requested change_requested request_changes requested_changes changes_needed needs_changes
    changes_required requires_changes needs_work needs_fix needs_fixes needs_attention needs_review reject rejected
    block blocked blocking fail failed failure failing not_passed ko not_approved unapproved disapprove disapproved
    decline declined denied do_not_merge nack issues_found has_issues findings action_required action_needed error
    errored timed_out incorrect patch_is_incorrect invalid unsafe vulnerable unstable red waiting_for_author`,
});

const judging =
  /(?:verdict|decision|conclusion|outcome|assessment|judge?ment|correctness|approval|disposition|qualitygate|gatestatus|reviewresult|scanresult)$|^(?:result|gate)$/;
const telling = /(?:status|state|event|action|recommendation|result|grade|rating|type)$/;

/**
 * Whether a word contradicts that a review without comments found nothing.
 * @param name its plain name: under names of verdicts every word that is not positive counts
 * @param isPart whether the word is only a part of the value
 */
export function isAgainst(name: string, word: string, isPart: boolean): boolean {
  const verdict = verdictOfWord(word);
  if (verdict === 'bad') return judging.test(name) || telling.test(name);
  return verdict === undefined && !isPart && judging.test(name);
}

/** Nouns for findings. */
const findingNouns = wordSet(`issue finding problem concern bug defect violation vulnerability nit nitpick remark
  observation suggestion recommendation improvement comment annotation diagnostic blocker warning error smell hotspot
  weakness weaknesse mistake flaw fault alert feedback critique risk todo fixme caveat threat complaint objection
  discussion thread leak secret hit match matche vuln exposure`);
const counting = wordSet(`count total number num of found new open critical high medium low major minor security code
  style quality review performance blocking unresolved active pending list`);

/** Whether a name is that of findings, such as `openIssues`. */
export function namesFindings(name: string): boolean {
  return wordsOfName(name).some(word => findingNouns.has(word));
}

/** Whether a name such as `blockers` or `warning_count` is that of a count of findings. */
export function namesCount(name: string): boolean {
  return namesFindings(name) && wordsOfName(name).every(word => findingNouns.has(word) || counting.has(word));
}

const fine = wordSet(`approved approve accepted passed passing pass success successful succeeded ok clean clear valid
  correct lgtm safe compliant mergeworthy`);
const wrong = wordSet(`blocking blocked block failed failing fail failure rejected reject disapproved unsafe vulnerable
  incorrect invalid unapproved insecure broken bad`);
const verbs = wordSet('has have contain found detected need needed require required request requested');
const wanted = wordSet('change work rework fix attention action revision');
const negations = wordSet('no not non without');
/** Words in names of settings, which describe the service and not its findings. */
const settings = wordSet('auto on if enabled enable allow allowed');

/** Whether a boolean member such as `approved: false` or `needs_work: true` is negative. */
export function isFlagAgainst(name: string, value: boolean): boolean {
  const words = wordsOfName(name);
  const has = (set: ReadonlySet<string>): boolean => words.some(word => set.has(word));
  if (has(settings)) return false;
  const isNegated = has(negations);
  if (isNegated === value) return has(fine) && !has(verbs);
  return has(wrong) || ((isNegated || has(verbs)) && (has(wanted) || has(findingNouns)));
}

/** Returns a verdict of up to a few words; longer text describes findings. */
export function judgementIn(text: string | undefined): string | undefined {
  const words = text?.trim();
  return words === undefined || words.length > 60 || words.split(/\s+/).length > 4 ? undefined : words;
}
