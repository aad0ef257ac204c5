import { vocabulary, wordSet } from '../text/words.ts';

/** Words in the names of counts and flags that change nothing. */
export const fillers =
  wordSet(`is has was been got still early fully all review analysis scan job run result count number num total of the
  flag used file line chunk hunk batch batche part path agent reviewer reason by at diff percentage pct ratio odata
  language because with`);
/** Words with which `draft` and `coverage` are about the review: alone they are about the pull request and its tests. */
export const ofReview = wordSet('review analysis scan file');
/** What was read, what it was done to, what stands for all of it, and what counts it. */
export const done =
  wordSet(`reviewed analyzed analysed scanned processed checked read examined inspected covered done complete
  completed finish finished final linted received delivered returned`);
export const units = wordSet('file line chunk hunk batch batche agent reviewer commit part path');
export const wholes = wordSet('total all changed expected requested submitted overall');
export const counters = wordSet('count number num of');
/** What kept a review from a part: the name of a flag, a count, a list or a reason. */
export const stopped =
  /^(?:skip|skipped|cancell?ed|aborted|superseded|expired|paused|stopped|interrupted|killed|oom|gave_up|panicked|segfault|stalled|unresponsive|terminated|crashed|timed_out|throttled|failed|errored|rate_limited|omitted|dropped|left_out|unreadable|unsupported|unavailable|deferred|postponed|too_(?:large|big|long)|oversized?|refus(?:ed|al)|hidden_below_(?:threshold|limit)|excluded_(?:size_)?limit|paywalled|(?:requires?|needs?)_(?:upgrade|subscription|payment)|(?:upgrade|subscription|payment)_(?:required|needed)|(?:requires?|needs?)_(?:manual|human)(?:_review)?|(?:full_)?(?:report|result|finding|detail|comment)_requires?|not_(?:reviewed|analy[sz]ed|scanned|read|covered|checked)|un(?:reviewed|processed|analy[sz]ed|scanned|finished)|(?:\w+_)?(?:limit|quota|budget|window|size|turn|token|time|memory)_(?:hit|reached|exceeded|exhausted)|exhausted)$/;
/** The same of any things, such as `binaries_not_inspected`, as a count or a list, and words for what is none of the change. */
export const unreadThings =
  /(?:^|_)(?:not_|un)(?:reviewed|analy[sz]ed|scanned|processed|checked|examined|inspected|linted|parsed)(?:_|$)|^[a-z]+_(?:skipped|omitted|left_out|unsupported|unreadable|too_(?:large|big|long))$|^(?:skipped|omitted|unsupported|unreadable)_[a-z]+$|^(?:hidden|withheld|locked|suppressed|paywalled|(?:below|under)_(?:\w+_)?(?:threshold|limit))$/;
export const otherThings =
  wordSet(`test rule check step retry request draft notification box boxe duplicate unchanged generated label message
  repo repository project workspace index indexed cached available configured enabled supported excluded filtered
  deleted quota remaining behind ahead`);
/** A text of any name that says that something is kept back, or that a quota is used up. */
export const withheld =
  /^\s*(?:(?:summary|preview|teaser|metadata|title|count)s?[\s_-]only|(?:\w+[\s_-])?(?:exhausted|exceeded)|(?:limit|quota)[\s_-]reached)\s*$/i;
/** The same as the name of a flag, a count or a list, where a text may be a time. */
export const waiting =
  /^(?:pending|queued|running|in_progress|limited|overflow(?:ed)?|failure)$|truncated|partial|incomplete/;
/** The same as the name of a flag, where a number or a text may be a setting. */
export const degraded = /^(?:timeout|fallback|stale|outdated|degraded|error|dry|simulated|mock(?:ed)?)$/;
/** Names, less words that change nothing, of why a model ended, those that say so without a `reason`, and the reasons of one that did not end by itself. */
export const ending = /^(?:finish|stop|block|end|ended|incomplete_detail|terminat(?:ed|ion))$/;
export const endingAlone = /^(?:ended|terminat(?:ed|ion))$/;
export const cutShort =
  /^(?!no_)(?:\w+_)?(?:exceeded|exhausted|aborted|interrupted|killed|cancell?ed|timeout|timed_out|error|length|limit|filter(?:ed)?|safety|recitation|refusal|prohibited_content|blocklist|spii)$|^(?:error_)?max_\w+$|^(?:finish_reason_)?max_tokens$|^(?:pause_turn|malformed_function_call|other)$/;
/** Names of what has a state for each agent or file, and of the state of one. */
export const partStates =
  /^(?:agents?|checks|passes|reviewers|tools|linters|scanners|engines|analy[sz]ers|shards|jobs|tasks|phases|files|(?:agent|check|file|pass|reviewer)(?:status(?:es)?|states?|results?))$/;
export const steps = /^(?:steps|stages|pipeline)$/;
/** Words in the names of the steps of a review. */
export const reading = wordSet(
  `review reviewing analysis analyze scan scanning verify verification inspect lint clone fetch checkout parse`,
);
/** Words in the names of earlier reviews, of what is no finding any more, of what still is one, and of a total. */
export const earlier = wordSet('previous prior earlier past similar');
/** Last words of names of what was over time. */
export const chronicles = wordSet('history trend');
export const past = wordSet('resolved fixed dismissed closed addressed refuted');
export const open = wordSet('open unresolved unfixed remaining still carried');
export const ofTotal = wordSet('count number num of total all found');
export const settled = new Set([...past, ...ofTotal]);
/** Words beside findings that are earlier ones, others' or no longer any, a limit, a mean, or what was read. */
export const apart =
  wordSet(`resolved fixed dismissed closed addressed refuted outdated rejected ignored accepted applied previous prior
  earlier existing preexisting old base baseline removed duplicate duplicated deduplicated historical history lifetime
  linked related user human author max maximum min minimum limit threshold allowed default budget average avg mean
  median expected cache reviewed analyzed analysed scanned processed checked read examined inspected linted evaluated`);
/** The same, and words for numbers beside counts of findings that count something else. */
export const measures =
  wordSet(`${[...apart].join(' ')} id number page size offset first last next current cursor version db database score
  rating weight confidence percent file line token char byte ms second duration time elapsed took age updated created
  started rule package dependency commit participant reply complexity per`);
/** Names of the state of the review, in two words, and ends of names of any state. */
export const ownStates = /^(?:(?:review|analysis|scan)stat(?:e|us)|statusanalyse)$/;
export const stateNames = /(?:status|state|outcome|result|conclusion|verdict|reason)$/;
/** Names of flags of what a gate asks for. */
export const standards = /^(?:is up to|meet) standard$/;
/** Words in the names of flags. */
export const fine =
  wordSet(`approved approve accepted passed passing pass success successful succeeded ok clean clear valid correct
  lgtm safe compliant mergeworthy`);
export const wrong =
  wordSet(`blocking blocked block failed failing fail failure rejected reject disapproved unsafe vulnerable incorrect
  invalid unapproved insecure broken bad`);
export const verbs = wordSet('has have contain found detected need needed require required request requested');
export const negations = wordSet('no not non without');
/** Words for what was broken, in names that are no settings then. */
export const broken = wordSet('violated broken triggered matched breached missed');
/** Words in names of settings, which describe the service and not its findings. */
export const settingEnds = /(?:polic(?:y|ies)|rules|rulesets?|plugins?|detectors|capabilities)$/;
export const settings = wordSet('auto on if enabled enable allow allowed');
/** Nouns for what is to be done, for findings, and words beside them in the name of a count. */
export const wanted = wordSet('change work rework fix attention action revision');
export const findings =
  wordSet(`issue finding problem concern bug defect violation vulnerability nit nitpick remark observation suggestion
  recommendation improvement comment annotation diagnostic blocker warning error smell hotspot weakness weaknesse
  mistake flaw fault alert feedback critique risk todo fixme caveat threat misconfiguration complaint objection
  discussion thread leak secret hit match matche vuln exposure occurrence incident`);
export const counting =
  wordSet(`found new open critical high medium low major minor security code style quality performance blocking
  unresolved active pending list introduced omitted dropped hidden withheld posted published inline actionable general
  outside to fix address`);
export const besideNoun = new Set([...counting, ...fillers, ...apart, ...negations]);

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
/** Ends of names of a verdict, of which every word that is not good counts, and of what may hold a bad one. */
export const judging =
  /(?:verdict|decision|conclusion|outcome|assessment|judge?ment|correctness|approval|disposition|qualitygate|gatestatus|reviewresult|scanresult)$|^result$/;
export const telling = /(?:status|state|event|action|recommendation|result|grade|rating|type|gate)$/;
/** What a host says of merging, whatever the review says. */
export const ofMerging = /^(?:detailed)?merge(?:able|d)?(?:state)?(?:state|status)?$/;
export const risks = wordSet('risk severity threat');
export const overall = wordSet('overall max highest maximum level rating assessment merge');

/** Last words of names of what a service says of its own work, and words in names of what others wrote. */
export const ownWords = wordSet(
  `reason message msg note detail notice info disclaimer explanation hint tip footer footnote banner limitation statu
  status state`,
);
export const othersWords = wordSet('commit system user prompt pr');
/** States of an agent or a step that are no fault. */
export const harmless = wordSet(
  `accepted created requested submitted triggered skipped ignored dismissed deleted disabled`,
);
/** Words of a review that did not run through. */
export const failing =
  /\b(?:abort(?:ed|ing)|truncated|timed[ -]out|time ?out (?:after|while|during|reached|exceeded|hit|of)|too (?:large|big|long|many)|(?:limit|quota|budget|maximum) (?:was |has been |is )?(?:hit|reached|exceeded|exhausted)|exceed(?:ed|s) (?:the|its|your|our) |stopped|halted|r[au]n out of|hit (?:the|a|its) (?:\w+ )?(?:limit|quota)|did not (?:answer|respond|finish|complete|run)|not all (?:\w+ ){1,2}(?:was|were)|skipping \d|interrupted|cut (?:short|off)|crashed|(?:could not|couldn['’]t|unable to|was(?: not|n['’]t) able to|failed to) (?!find|spot|see|identify|detect)|(?:review|analysis|model|agent|request|run|call|it|files?|has|have) failed|failed (?:for|on|after|with|because|during)|incomplete|partial(?:ly)?|not (?:(?:fully|completely|all) )?(?:be )?(?:reviewed|analy[sz]ed|scanned|checked|processed|completed|finished|read|parsed)|(?:was|were|been|files?|lines?|got) skipped|skipped (?:\d|the |some |many |several )|only (?:the first|part|some|\d+)|omitted|left out|withheld|no (?:response|answer|reply) from|larger than the (?:context|limit|model)|reviews? (?:is|are|were) (?:disabled|paused|turned off|not enabled)|^\s*skipp(?:ed|ing)\b|gave up|unavailable|overloaded|degraded|fell back|cancell?ed|midway|out of memory)/gi;
export const negation =
  /\b(?:no|not|0|zero|none|nothing|never|without|neither|didn['’]t|wasn['’]t)\s+(?:\S+\s+){0,2}$/i;
/** A part of a whole, such as `3 of 9 files`. */
export const share =
  /\b(\d{1,9}) ?(?:\/|of|out of) ?(?:the |all )?(\d{1,9}) (?:\w+ )?(?:files?|lines?|chunks?|hunks?|agents?|commits?|batches|parts?)\b/i;

/** What a review says of itself in any of its texts. Names what was not read, since a change may be about reading files. */
export const unread =
  /\bI (?:could not|couldn['’]t|cannot|can['’]t|(?:was|am)(?: not|n['’]t) able to|(?:was|am) unable to) (?:review|analy[sz]e|read|scan|process|access|load|open|parse|inspect|examine|fetch)\b|^[^\p{L}\n]{0,20}review (?:was |has been |is )?(?:skipped|aborted|cancell?ed|incomplete|stopped|truncated|limited|partial)\b|\b(?:I|we|assistant|model|reviewer|bot|copilot|agent) (?:could not|couldn['’]t|cannot|can['’]t|(?:was|were|am)(?: not|n['’]t) able to|(?:was|were|am) unable to) (?:review|analy[sz]e|read|scan|process|access|load|open|parse|fetch)\b[^.\n]{0,40}\b(?:files?|lines|changes|diff|pull request)\b|^[^\p{L}\n]{0,20}(?:files|lines|parts) (?:skipped|not (?:reviewed|analy[sz]ed|scanned|read))[^\p{L}\p{N}\n]{0,5}(?:\([1-9]|:)|^[^\p{L}\n]{0,20}(?:I['’]m )?sorry, (?:but )?I can(?:not|['’]t)\b|\bleft out of (?:this|the) (?:review|analysis|one)\b|\bsuppressed due to low\b|\b(?:was|were) too (?:large|big|long) (?:to (?:be )?(?:review|analy[sz]|scan|read|process)|for the (?:model|context))|\b(?:model|reviewer) (?:was shown|saw|got) (?:only )?the first\b|^[^\p{L}\n]{0,20}files ignored\b[^(\n]{0,60}\([1-9]/gimu;
export const readShare =
  /(?:^|[.!:>*_]\s{0,5})(?:(?:I|we|it|copilot|bot) )?(?:only )?(?:reviewed|analy[sz]ed|read|scanned|examined|inspected|checked|looked at|went through)\b[^.\n\d]{0,20}(\d{1,6}) ?(?:\/|of|out of) ?(?:the |all )?(\d{1,6}) (?:\w+ )?files?\b/im;
/** A count of findings in a text. */
export const toldCount =
  /\b(?:(?:actionable|inline|nitpick) comments?(?: posted)?|comments posted|outside diff range comments|comments suppressed(?: due to low confidence)?)\**(?::\**\s{0,5}| \()[1-9]\d{0,3}\b|(?:^|[.!]\s{1,5}|\b(?:I|we) (?:have )?)(?:found|identified|detected|raised|posted) [1-9]\d{0,3} (?:\w+ ){0,2}(?:issues?|comments?|problems?|findings?|concerns?|bugs?|violations?|vulnerabilit(?:y|ies)|secrets?|leaks?)\b/im;
/** A number of findings that begins a sentence or a cell and is no past one or limit, one beside a severity, and a failed check. */
export const toldFinding =
  /(?:^[^\w\n]{0,12}|[,;:.!|] |\(|\bthere (?:are|is) )\*{0,2}[1-9]\d{0,3}(?<!\b(?:(?:fix|resolv|clos|address|handl)e?[sd]|previous\w*|earlier|before|last|dismiss\w*|ignor\w*|limits?|max\w*|threshold|allow\w*|up to|at most|per)\b[^.;\n]{0,100}) (?:(?:(?!fixed|resolved|closed|previous|earlier|ignored)\w+ ){0,2}(?:issues?|problems?|findings?|concerns?|bugs?|violations?|vulnerabilit(?:y|ies)|vulnerable \w+|secrets?|leaks?|errors?|warnings?)|(?:critical|high|medium|moderate|low|major|minor|blocker)(?: (?:severity|risk|priority))?)\b(?=[ \t*_]*(?:$|[.,;:!?()|]|found|detected|in (?:\d|this|[\w/-]*\.\w)))|^[^\w\n]{0,12}(?:critical|high|medium|moderate|low|major|minor|blocker)(?: (?:severity|risk|priority))?[^\w\n]{1,8}[1-9]\d{0,3}[^\w\n%/]{0,8}(?:$|(?=(?:critical|high|medium|moderate|low|major|minor|info)\b))|\|[^|\n]{1,60}\|[ \t]*(?:❌|✖|✗|✘|⛔)\uFE0F?[ \t]*\|?[ \t]*$|^[ \t>*#-]{0,8}(?:❌|✖|✗|✘)\uFE0F?[ \t]+(?!0\b|no\b|remov|delet|drop|before|old|previous)\S[^\n]{0,60}|^\|[^\n]{0,100}\b(?:result|status|outcome|verdict|conclusion)\b[^\n]{0,100}\n\|[\s:|-]{3,100}\n(?:\|[^\n]{0,100}\n){0,20}?\|[^\n]{0,100}\|[ \t]*fail(?:ed|ure|ing)?[ \t]*\|?[ \t]*$/imu;

/** Plain names of texts that describe the change, hold raw material or are read elsewhere. */
export const describing =
  /^(?:title|.*description|overview|abstract|changelog|releasenotes|poem|message|(?:\w*)(?:prompt|instructions|log|logs|stdout|stderr|transcript|reasoning|thinking)|code|content(?:type|hash)|.*(?:url|uri|link|links|path|sha|hash|id))$/;
/** What names a line of a file, or is a hunk of a diff, and what is an element of a list. */
export const ofLine = /\.[a-z]\w{0,7}(?::\d|\W{1,3}(?:on |at |in )?lines? \d|#L\d)|\blines? \d+ (?:of|in) |^@@ /im;
/** A row of a table of findings, in Markdown below a column of lines, in CSV or in XML. */
export const ofTable =
  /^\|(?:[^|\n]{0,200}\|){0,9}[ \t]*line[ \t]*\|[^\n]{0,2000}\n\|?[\s:|-]{3,200}\n\|(?:[^|\n]{0,200}\|){0,9}[^|\n]{0,200}\.[a-z]\w{0,7}`?[ \t]*\|[ \t]*L?\d+[ \t]*\||^[^,\s]{1,200}\.[a-z]\w{0,7},[ \t]?\d+,|<(?:error|violation|issue|bug|finding|problem)\b[^>\n]{0,500}\bline=/im;
export const ofList = /^[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+\S|<li[\s>]/m;
