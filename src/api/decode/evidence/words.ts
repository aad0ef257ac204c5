import { nameSet, tableOf } from '../aliases.ts';
import tables from '../tables/evidence.json' with { type: 'json' };
import vocabularies from '../tables/vocabulary.json' with { type: 'json' };
import { vocabulary } from '../text/words.ts';

const sets = tableOf(tables.words, nameSet);
const union = (...kinds: readonly (keyof typeof sets)[]): ReadonlySet<string> =>
  new Set(kinds.flatMap(kind => [...sets[kind]]));

/** Words in names, in the singular, by what they mean there. */
export const words = {
  ...sets,
  /** What was read, done or completed. */
  done: union('read', 'done'),
  /** What is apart from the findings of a review: settled, read, earlier, others', a limit or a mean. */
  apart: union('past', 'read', 'apart'),
  /** Numbers that count something else, though they stand beside counts of findings. */
  measures: union('past', 'read', 'apart', 'measures'),
  settled: union('past', 'ofTotal'),
  /** What stands beside the noun in the name of a count. */
  besideNoun: union('counting', 'fillers', 'past', 'read', 'apart', 'negations'),
};

/** What a verdict means. `good` are also words that only say that there is a result. */
export const verdictOfWord = vocabulary(vocabularies.verdict);

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
