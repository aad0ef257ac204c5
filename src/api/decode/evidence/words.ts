import { nameSets } from '../aliases.ts';
import { vocabulary } from '../text/words.ts';

const past = 'resolved fixed dismissed closed addressed refuted';
const readWords = 'reviewed analyzed analysed scanned processed checked read examined inspected linted';
/** Words that are apart from findings: earlier, others' or settled ones, a limit, a mean, or what was read. */
const apart = `${past} ${readWords} outdated rejected ignored accepted applied previous prior earlier existing
  preexisting old base baseline removed duplicate duplicated deduplicated historical history lifetime linked related user
  human author max maximum min minimum limit threshold allowed default budget average avg mean median expected cache
  evaluated`;
const fillers = `is has was been got still early fully all review analysis scan job run result count number num total of the flag
    used file line chunk hunk batch batche part path agent reviewer reason by at diff percentage pct ratio odata
    language because with`;
const counting = `found new open critical high medium low major minor security code style quality performance blocking unresolved
    active pending list introduced omitted dropped hidden withheld posted published inline actionable general
    outside to fix address`;
const negations = 'no not non without';

/** Words in names, in the singular, by what they mean there. */
export const words = nameSets({
  // Change nothing in the name of a count or a flag.
  fillers,
  // Nouns for findings, for what is to be done, and what stands beside such a noun.
  findings: `issue finding problem concern bug defect violation vulnerability nit nitpick remark observation suggestion
    recommendation improvement comment annotation diagnostic blocker warning error smell hotspot weakness weaknesse
    mistake flaw fault alert feedback critique risk todo fixme caveat threat misconfiguration complaint objection
    discussion thread leak secret hit match matche vuln exposure occurrence incident`,
  wanted: 'change work rework fix attention action revision',
  counting,
  besideNoun: `${counting} ${fillers} ${apart} ${negations}`,
  apart,
  // A number that counts something else, though it stands beside counts of findings.
  measures: `${apart} id number page size offset first last next current cursor version db database score rating weight confidence
    percent file line token char byte ms second duration time elapsed took age updated created started rule package
    dependency commit participant reply complexity per`,
  // Findings that are none any more, or still are; a total of both; an earlier review, and what was over time.
  past,
  open: 'open unresolved unfixed remaining still carried',
  ofTotal: 'count number num of total all found',
  settled: `${past} count number num of total all found`,
  earlier: 'previous prior earlier past similar',
  chronicles: 'history trend',
  // Flags and verdicts.
  negations,
  fine: `approved approve accepted passed passing pass success successful succeeded ok clean clear valid correct lgtm
    safe compliant mergeworthy`,
  wrong: `blocking blocked block failed failing fail failure rejected reject disapproved unsafe vulnerable incorrect
    invalid unapproved insecure broken bad`,
  verbs: 'has have contain found detected need needed require required request requested',
  settings: 'auto on if enabled enable allow allowed',
  broken: 'violated broken triggered matched breached missed',
  risks: 'risk severity threat',
  overall: 'overall max highest maximum level rating assessment merge',
  // How far a review got: what was read of which unit, of how much.
  done: `${readWords} covered done complete completed finish finished final received delivered returned`,
  units: 'file line chunk hunk batch batche agent reviewer commit part path',
  wholes: 'total all changed expected requested submitted overall',
  counters: 'count number num of',
  // Makes `draft` and `coverage` about the review; alone they are about the pull request and its tests.
  ofReview: 'review analysis scan file',
  // Things that are none of the change, though some were not read.
  otherThings: `test rule check step retry request draft notification box boxe duplicate unchanged generated label message repo
    repository project workspace index indexed cached available configured enabled supported excluded filtered
    deleted quota remaining behind ahead`,
  // Steps of reading a change, and states of an agent or a step that are no fault.
  reading: `review reviewing analysis analyze scan scanning verify verification inspect lint clone fetch checkout parse`,
  harmless: 'accepted created requested submitted triggered skipped ignored dismissed deleted disabled',
  // Last words of names of what a service says of its own work, and words in names of what others wrote.
  own: `reason message msg note detail notice info disclaimer explanation hint tip footer footnote banner limitation
    statu status state`,
  others: 'commit system user prompt pr',
});

/** What a verdict means. `good` are also words that only say that there is a result. */
export const verdictOfWord = vocabulary({
  good: `approve approved allow allowed accept accepted pass passed passing ok okay clean clear lgtm none no_issues no_issues_found
  no_findings comment commented correct patch_is_correct success successful succeeded complete completed done finished
  finalized ready reviewed ✅ ✔ 👍 🟢 looks_good looks_good_to_me safe safe_to_merge ready_to_merge merge green true yes
  ✓ ☑`,
  // Under any name; other words under `status` or `event` may mean anything.
  bad: `changes_requested change_requested request_changes requested_changes changes_needed needs_changes
  changes_required requires_changes needs_work needs_fix needs_fixes needs_attention needs_review reject rejected
  block blocked blocking fail failed failure failing not_passed ko not_approved unapproved disapprove disapproved
  decline declined denied do_not_merge nack issues_found has_issues findings action_required action_needed error
  errored ❌ ✖ ✗ ✘ 👎 🔴 ⛔ timed_out incorrect patch_is_incorrect invalid unsafe vulnerable unstable red
  waiting_for_author`,
});
/** Forms of names: of the words of a name but `fillers`, joined by `_`, or of a plain name where that is said. */
export const forms = {
  /** What kept a review from a part, as a flag, a count, a list or a reason. */
  stopped:
    /^(?:skip|skipped|cancell?ed|aborted|superseded|expired|paused|stopped|interrupted|killed|oom|gave_up|panicked|segfault|stalled|unresponsive|terminated|crashed|timed_out|throttled|failed|errored|rate_limited|omitted|dropped|left_out|unreadable|unsupported|unavailable|deferred|postponed|too_(?:large|big|long)|oversized?|refus(?:ed|al)|hidden_below_(?:threshold|limit)|excluded_(?:size_)?limit|paywalled|(?:requires?|needs?)_(?:upgrade|subscription|payment)|(?:upgrade|subscription|payment)_(?:required|needed)|(?:requires?|needs?)_(?:manual|human)(?:_review)?|(?:full_)?(?:report|result|finding|detail|comment)_requires?|not_(?:reviewed|analy[sz]ed|scanned|read|covered|checked)|un(?:reviewed|processed|analy[sz]ed|scanned|finished)|(?:\w+_)?(?:limit|quota|budget|window|size|turn|token|time|memory)_(?:hit|reached|exceeded|exhausted)|exhausted)$/,
  /** The same of any things, such as `binaries_not_inspected`, as a count or a list. */
  unread:
    /(?:^|_)(?:not_|un)(?:reviewed|analy[sz]ed|scanned|processed|checked|examined|inspected|linted|parsed)(?:_|$)|^[a-z]+_(?:skipped|omitted|left_out|unsupported|unreadable|too_(?:large|big|long))$|^(?:skipped|omitted|unsupported|unreadable)_[a-z]+$|^(?:hidden|withheld|locked|suppressed|paywalled|(?:below|under)_(?:\w+_)?(?:threshold|limit))$/,
  /** The same as a flag or a count, where a text may be a time; and as a flag, where a number may be a setting. */
  waiting: /^(?:pending|queued|running|in_progress|limited|overflow(?:ed)?|failure)$|truncated|partial|incomplete/,
  degraded: /^(?:timeout|fallback|stale|outdated|degraded|error|dry|simulated|mock(?:ed)?)$/,
  /** Why a model ended, and what says so without a `reason`. */
  ending: /^(?:finish|stop|block|end|ended|incomplete_detail|terminat(?:ed|ion))$/,
  endingAlone: /^(?:ended|terminat(?:ed|ion))$/,
  /** Plain names of verdicts, of which every word that is not good counts, and of what may hold a bad one. */
  judging:
    /(?:verdict|decision|conclusion|outcome|assessment|judge?ment|correctness|approval|disposition|qualitygate|gatestatus|reviewresult|scanresult)$|^result$/,
  telling: /(?:status|state|event|action|recommendation|result|grade|rating|type|gate)$/,
  /** Plain names of what a host says of merging, whatever the review says. */
  merging: /^(?:detailed)?merge(?:able|d)?(?:state)?(?:state|status)?$/,
  /** Plain names of what has a state for each agent or file, of the steps of a review, and of a state. */
  parts:
    /^(?:agents?|checks|passes|reviewers|tools|linters|scanners|engines|analy[sz]ers|shards|jobs|tasks|phases|files|(?:agent|check|file|pass|reviewer)(?:status(?:es)?|states?|results?))$/,
  steps: /^(?:steps|stages|pipeline)$/,
  state: /(?:status|state|outcome|result|conclusion|verdict|reason)$/,
  /** The same of the state of the review, in two words. */
  ownState: /^(?:(?:review|analysis|scan)stat(?:e|us)|statusanalyse)$/,
  /** The same of what a service is set to. */
  settings: /(?:polic(?:y|ies)|rules|rulesets?|plugins?|detectors|capabilities)$/,
  /** The same of texts that describe the change, hold raw material or are read elsewhere. */
  describing:
    /^(?:title|.*description|overview|abstract|changelog|releasenotes|poem|message|(?:\w*)(?:prompt|instructions|log|logs|stdout|stderr|transcript|reasoning|thinking)|code|content(?:type|hash)|.*(?:url|uri|link|links|path|sha|hash|id))$/,
};

/** Forms of values: a text of any name that says that something is kept back, and why a model did not end by itself. */
export const withheld =
  /^\s*(?:(?:summary|preview|teaser|metadata|title|count)s?[\s_-]only|(?:\w+[\s_-])?(?:exhausted|exceeded)|(?:limit|quota)[\s_-]reached)\s*$/i;
export const cutShort =
  /^(?!no_)(?:\w+_)?(?:exceeded|exhausted|aborted|interrupted|killed|cancell?ed|timeout|timed_out|error|length|limit|filter(?:ed)?|safety|recitation|refusal|prohibited_content|blocklist|spii)$|^(?:error_)?max_\w+$|^(?:finish_reason_)?max_tokens$|^(?:pause_turn|malformed_function_call|other)$/;
