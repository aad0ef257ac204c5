/** Judgements that find nothing wrong, and words that say no more than that there is a result. */
const good = new Set([
  ...['approve', 'approved', 'accept', 'accepted', 'pass', 'passed', 'passing', 'ok', 'okay', 'clean', 'clear', 'lgtm'],
  ...['none', 'no_issues', 'no_issues_found', 'no_findings', 'comment', 'commented', 'correct', 'patch_is_correct'],
  ...['success', 'successful', 'succeeded', 'complete', 'completed', 'done', 'finished', 'finalized', 'ready'],
  ...['reviewed', 'looks_good', 'looks_good_to_me', 'safe', 'safe_to_merge', 'ready_to_merge', 'merge', 'green'],
]);

/** Judgements that find something wrong, wherever they stand: other words under `status` or `event` may mean anything. */
const bad = new Set([
  ...[
    'changes_requested',
    'change_requested',
    'request_changes',
    'requested_changes',
    'changes_needed',
    'needs_changes',
  ],
  ...[
    'changes_required',
    'requires_changes',
    'needs_work',
    'needs_fix',
    'needs_fixes',
    'needs_attention',
    'needs_review',
  ],
  ...['reject', 'rejected', 'block', 'blocked', 'blocking', 'fail', 'failed', 'failure', 'failing', 'not_passed', 'ko'],
  ...[
    'not_approved',
    'unapproved',
    'disapprove',
    'disapproved',
    'decline',
    'declined',
    'denied',
    'do_not_merge',
    'nack',
  ],
  ...['issues_found', 'has_issues', 'findings', 'action_required', 'action_needed', 'error', 'errored', 'timed_out'],
  ...['incorrect', 'patch_is_incorrect', 'invalid', 'unsafe', 'vulnerable', 'unstable', 'red', 'waiting_for_author'],
]);

/** What a service's word for its judgement comes down to; undefined for a word that is not known. */
export function verdictOfWord(word: string): 'good' | 'bad' | undefined {
  const plain = word
    .trim()
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[\s-]+/g, '_')
    // Enumerations of protocol buffers carry their name.
    .replace(/^(?:review_)?(?:status|state|event|decision|verdict|conclusion|result)_/, '');
  return good.has(plain) ? 'good' : bad.has(plain) ? 'bad' : undefined;
}

const judging =
  /(?:verdict|decision|conclusion|outcome|assessment|judge?ment|correctness|approval|disposition|qualitygate|gatestatus|reviewresult|scanresult)$|^(?:result|gate)$/;
const telling = /(?:status|state|event|action|recommendation|result|grade|rating|type)$/;

/**
 * Whether a word speaks against a review that came without comments.
 * @param name the plain name it stands under: some name judgements, so that only known praise is none against it
 * @param isPart whether it is only a part of what stands there
 */
export function isAgainst(name: string, word: string, isPart: boolean): boolean {
  const verdict = verdictOfWord(word);
  if (verdict === 'bad') return judging.test(name) || telling.test(name);
  return verdict === undefined && !isPart && judging.test(name);
}

/** The words of a name such as `has_issues` or `hasIssues`, in the singular. */
export function wordsOfName(name: string): readonly string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .map(word => (/(?:ss|us|is)$|^has$/.test(word) ? word : word.replace(/ies$/, 'y').replace(/s$/, '')));
}

/** Nouns for what a reviewer may find. */
export const findingNouns: ReadonlySet<string> = new Set([
  ...['issue', 'finding', 'problem', 'concern', 'bug', 'defect', 'violation', 'vulnerability', 'nit', 'nitpick'],
  ...['remark', 'observation', 'suggestion', 'recommendation', 'improvement', 'comment', 'annotation', 'diagnostic'],
  ...['blocker', 'warning', 'error', 'smell', 'hotspot', 'weakness', 'weaknesse', 'mistake', 'flaw', 'fault', 'alert'],
  ...['feedback', 'critique', 'risk', 'todo', 'fixme', 'caveat', 'threat', 'complaint', 'objection', 'discussion'],
  ...['thread'],
]);

const fine = new Set([
  ...['approved', 'approve', 'accepted', 'passed', 'passing', 'pass', 'success', 'successful', 'succeeded', 'ok'],
  ...['clean', 'clear', 'valid', 'correct', 'lgtm', 'safe', 'compliant', 'mergeworthy'],
]);
const wrong = new Set([
  ...['blocking', 'blocked', 'block', 'failed', 'failing', 'fail', 'failure', 'rejected', 'reject', 'disapproved'],
  ...['unsafe', 'vulnerable', 'incorrect', 'invalid', 'unapproved', 'insecure', 'broken', 'bad'],
]);
const verbs = new Set([
  ...['has', 'have', 'contain', 'found', 'detected', 'need', 'needed', 'require', 'required', 'request', 'requested'],
]);
const wanted = new Set(['change', 'work', 'rework', 'fix', 'attention', 'action', 'revision', ...findingNouns]);
const negations = new Set(['no', 'not', 'non', 'without']);
/** Words in names of settings, which tell how a service works and not what it found. */
const settings = new Set(['auto', 'on', 'if', 'enabled', 'enable', 'allow', 'allowed']);

/** Whether a member that is true or false speaks against the review, as `approved: false` and `needs_work: true`. */
export function isFlagAgainst(name: string, value: boolean): boolean {
  const words = wordsOfName(name);
  const has = (set: ReadonlySet<string>): boolean => words.some(word => set.has(word));
  if (has(settings)) return false;
  const isNegated = has(negations);
  if (isNegated === value) return has(fine) && !has(verbs);
  return has(wrong) || ((isNegated || has(verbs)) && has(wanted));
}
