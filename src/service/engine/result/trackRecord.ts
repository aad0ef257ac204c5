import { compareSeverity } from '../../../core/review/severity.ts';
import type { EngineComment } from '../engineComment.ts';

/** How many comments of a rule readers have judged, and how many of those they called right. */
type TrackRecord = readonly [judged: number, right: number];

/** Fewest judged comments that say anything of a rule. */
const fewestJudged = 5;
/** Least share of them that has to be right, unless the rule is experimental. */
const leastRight = 0.8;
/** Least share of them that has to be right where a rule may be grave. */
const leastRightOfGrave = 0.95;

/** The reviewers whose comments were judged; a model and the project's own tools are chosen by the user. */
const judgedReviewers = new Set(['hygiene', 'typescript', 'eslint', 'ruff', 'secrets', 'cross-file']);

/**
 * The records in rounds 32 to 39 (docs/reviewer-evidence.md) of the rules with enough comments. A star stands for all
 * other rules of a reviewer, which look for the same: syntax that is refused, and tokens of the form of their issuer.
 */
const trackRecords: Readonly<Partial<Record<string, TrackRecord>>> = {
  'cross-file/call-signature': [82, 80],
  'cross-file/lock-file': [42, 40],
  'cross-file/missing-export': [38, 38],
  'cross-file/missing-module': [43, 40],
  'cross-file/missing-translation': [22, 17],
  'cross-file/not-awaited': [6, 6],
  'cross-file/promise-as-value': [19, 19],
  'cross-file/removed-export': [21, 17],
  'cross-file/removed-file': [32, 27],
  'cross-file/removed-member': [7, 7],
  'cross-file/removed-method': [12, 8],
  'cross-file/removed-module': [29, 27],
  'cross-file/removed-name': [45, 42],
  'cross-file/removed-route': [12, 11],
  'cross-file/undeclared-package': [37, 32],
  'cross-file/undefined-name': [53, 47],
  'eslint/@typescript-eslint/no-dupe-class-members': [5, 5],
  'eslint/@typescript-eslint/no-unused-vars': [65, 64],
  'eslint/array-callback-return': [9, 9],
  'eslint/no-cond-assign': [6, 6],
  'eslint/no-const-assign': [10, 9],
  'eslint/no-constant-binary-expression': [65, 58],
  'eslint/no-dupe-keys': [38, 35],
  'eslint/no-self-assign': [6, 5],
  'eslint/no-self-compare': [14, 7],
  'eslint/review/async-callback': [16, 9],
  'eslint/review/conditional-hook': [25, 25],
  'eslint/review/empty-expectation': [30, 27],
  'eslint/review/identical-branches': [53, 51],
  'eslint/review/index-as-condition': [5, 3],
  'eslint/review/left-debugger': [8, 8],
  'eslint/review/uncalled-matcher': [10, 10],
  'hygiene/conflict-marker': [18, 18],
  'hygiene/hidden-character': [38, 20],
  'ruff/B015': [16, 16],
  'ruff/B016': [6, 6],
  'ruff/F401': [15, 13],
  'ruff/F632': [6, 6],
  'ruff/F811': [22, 19],
  'ruff/F821': [99, 93],
  'ruff/F901': [5, 2],
  'ruff/PLE1205': [10, 8],
  'ruff/RUF034': [5, 5],
  'ruff/S113': [105, 104],
  'ruff/SIM222': [5, 5],
  'ruff/syntax-error': [6, 4],
  'secrets/*': [17, 12],
  'secrets/github-token': [6, 6],
  'secrets/google-api-key': [9, 3],
  'secrets/password-in-a-connection-string': [7, 6],
  'secrets/private-key': [10, 1],
  'secrets/signed-token': [20, 2],
  'typescript/*': [38, 17],
};

/**
 * A comment as its rule's record allows it: marked as experimental where the record is short or poor, and grave only
 * where it is long and good. A secret may be one step graver, since one that is passed over costs more than a false alarm.
 */
export function byTrackRecord(comment: EngineComment): EngineComment {
  const { reviewer, rule_id: rule, body } = comment;
  if (!judgedReviewers.has(reviewer)) return comment;
  const [judged, right] = trackRecords[rule] ?? trackRecords[`${reviewer}/*`] ?? [0, 0];
  const isKnown = judged >= fewestJudged;
  const most = reviewer === 'secrets' ? 'high' : 'medium';
  const severity = isKnown && right >= leastRightOfGrave * judged ? comment.severity : mildest(comment.severity, most);
  if (isKnown && right >= leastRight * judged) return { ...comment, severity };
  const record = isKnown
    ? `of ${judged} findings of its kind that people judged, ${right} were right`
    : 'people have judged too few findings of its kind to say how often they are right';
  return { ...comment, severity, experimental: true, body: `${body}\n\n_This check is experimental: ${record}._` };
}

function mildest(a: EngineComment['severity'], b: EngineComment['severity']): EngineComment['severity'] {
  return compareSeverity(a, b) < 0 ? b : a;
}
