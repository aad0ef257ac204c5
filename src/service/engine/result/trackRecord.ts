import { compareSeverity } from '../../../core/review/severity.ts';
import type { EngineComment } from '../engineComment.ts';

/**
 * In how many repositories a rule was right, of those in which readers have judged comments of it: where most of them were
 * right. What a rule misunderstands in one repository, it does again and again.
 */
type TrackRecord = readonly [right: number, judged: number];

/** Least percentage of repositories in which a rule has to be right, unless it is experimental. */
const leastRight = 80;
/** The same for a rule that may be grave. */
const leastRightOfGrave = 95;

/** The reviewers whose comments were judged; a model and the project's own tools are chosen by the user. */
const judgedReviewers = new Set(['hygiene', 'typescript', 'eslint', 'ruff', 'secrets', 'cross-file']);

/**
 * The records since round 32 (docs/reviewer-evidence.md) of the rules of which five comments were judged. A star stands for
 * all other rules of a reviewer, which look for the same: syntax that is refused, and tokens of the form of their issuer.
 */
const trackRecords: Readonly<Partial<Record<string, TrackRecord>>> = {
  'cross-file/call-signature': [37, 39],
  'cross-file/case-twin': [2, 2],
  'cross-file/lock-file': [32, 34],
  'cross-file/missing-export': [25, 25],
  'cross-file/missing-module': [24, 28],
  'cross-file/missing-translation': [8, 10],
  'cross-file/not-awaited': [3, 3],
  'cross-file/promise-as-value': [9, 9],
  'cross-file/removed-export': [15, 18],
  'cross-file/removed-file': [24, 26],
  'cross-file/removed-member': [6, 6],
  'cross-file/removed-method': [7, 8],
  'cross-file/removed-module': [21, 23],
  'cross-file/removed-name': [30, 32],
  'cross-file/removed-route': [3, 4],
  'cross-file/undeclared-package': [21, 27],
  'cross-file/undefined-name': [35, 39],
  'eslint/@typescript-eslint/no-dupe-class-members': [4, 4],
  'eslint/@typescript-eslint/no-unused-vars': [54, 55],
  'eslint/array-callback-return': [7, 7],
  'eslint/no-cond-assign': [5, 5],
  'eslint/no-const-assign': [5, 6],
  'eslint/no-constant-binary-expression': [34, 38],
  'eslint/no-dupe-keys': [23, 25],
  'eslint/no-self-assign': [4, 6],
  'eslint/no-self-compare': [5, 8],
  'eslint/review/async-callback': [3, 9],
  'eslint/review/conditional-hook': [16, 16],
  'eslint/review/empty-expectation': [15, 17],
  'eslint/review/identical-branches': [42, 43],
  'eslint/review/index-as-condition': [2, 4],
  'eslint/review/left-debugger': [4, 4],
  'eslint/review/uncalled-matcher': [8, 8],
  'hygiene/conflict-marker': [18, 19],
  'hygiene/hidden-character': [15, 25],
  'ruff/B015': [10, 10],
  'ruff/B016': [4, 4],
  'ruff/F401': [12, 14],
  'ruff/F601': [4, 4],
  'ruff/F632': [4, 4],
  'ruff/F811': [16, 17],
  'ruff/F821': [40, 42],
  'ruff/F901': [1, 2],
  'ruff/PLE1205': [6, 8],
  'ruff/RUF034': [6, 6],
  'ruff/S113': [43, 44],
  'ruff/SIM222': [4, 4],
  'ruff/syntax-error': [4, 5],
  'secrets/*': [9, 13],
  'secrets/github-token': [3, 3],
  'secrets/google-api-key': [2, 7],
  'secrets/password-in-a-connection-string': [4, 5],
  'secrets/private-key': [2, 7],
  'secrets/signed-token': [4, 8],
  'typescript/*': [18, 26],
};

/**
 * A comment as its rule's record allows it: marked as experimental where the record is short or poor, and grave only
 * where it is long and good. A secret may be one step graver, since one that is passed over costs more than a false alarm.
 */
export function byTrackRecord(comment: EngineComment): EngineComment {
  const { reviewer, rule_id: rule, body } = comment;
  if (!judgedReviewers.has(reviewer)) return comment;
  const record = trackRecords[rule] ?? trackRecords[`${reviewer}/*`];
  const percentage = record === undefined ? 0 : Math.round((100 * record[0]) / record[1]);
  const most = reviewer === 'secrets' ? 'high' : 'medium';
  const severity = percentage >= leastRightOfGrave ? comment.severity : mildest(comment.severity, most);
  if (percentage >= leastRight) return { ...comment, severity };
  const told =
    record === undefined
      ? 'people have judged too few findings of its kind to say how often they are right'
      : `findings of its kind were right in ${record[0]} of ${record[1]} repositories in which people judged them`;
  return { ...comment, severity, experimental: true, body: `${body}\n\n_This check is experimental: ${told}._` };
}

function mildest(a: EngineComment['severity'], b: EngineComment['severity']): EngineComment['severity'] {
  return compareSeverity(a, b) < 0 ? b : a;
}
