import { compareSeverity } from '../../../core/review/severity.ts';
import type { EngineComment } from '../engineComment.ts';

/**
 * In how many repositories a rule was right, of those in which readers have judged comments of it: where most of them were
 * right. What a rule misunderstands in one repository, it does again and again. Then how many of all its comments were.
 */
type TrackRecord = readonly [repositories: number, ofRepositories: number, comments: number, ofComments: number];

/** Least percentage of repositories in which a rule has to be right, unless it is experimental. */
const leastRight = 80;
/** Least percentage of its comments that have to be right before one may be grave. */
const leastRightOfGrave = 95;

/** The reviewers whose comments were judged; a model and the project's own tools are chosen by the user. */
const judgedReviewers = new Set(['hygiene', 'typescript', 'eslint', 'ruff', 'secrets', 'cross-file']);

/** Of conflicts in code and settings, whether the compiler finds them or not. */
const conflictMarkers: TrackRecord = [15, 16, 23, 24];

/**
 * The records since round 32 (docs/reviewer-evidence.md) of the rules of which five comments were judged. A star stands for
 * all other rules of a reviewer, which look for the same: syntax that is refused, and tokens of the form of their issuer.
 */
const trackRecords: Readonly<Partial<Record<string, TrackRecord>>> = {
  'cross-file/call-signature': [47, 49, 136, 138],
  'cross-file/case-twin': [3, 3, 9, 9],
  'cross-file/lock-file': [39, 41, 49, 51],
  'cross-file/missing-export': [32, 32, 48, 48],
  'cross-file/missing-module': [31, 35, 64, 68],
  'cross-file/missing-translation': [9, 11, 22, 27],
  'cross-file/not-awaited': [5, 5, 9, 9],
  'cross-file/promise-as-value': [9, 9, 20, 20],
  'cross-file/removed-command': [3, 4, 4, 6],
  'cross-file/removed-export': [20, 23, 33, 37],
  'cross-file/removed-file': [31, 33, 37, 42],
  'cross-file/removed-member': [10, 10, 11, 11],
  'cross-file/removed-method': [11, 12, 13, 17],
  'cross-file/removed-module': [28, 30, 37, 40],
  'cross-file/removed-name': [36, 38, 75, 78],
  'cross-file/removed-route': [4, 6, 15, 18],
  'cross-file/undeclared-package': [26, 32, 39, 47],
  'cross-file/undefined-name': [47, 51, 69, 75],
  'eslint/@typescript-eslint/no-dupe-class-members': [5, 5, 6, 6],
  'eslint/@typescript-eslint/no-unused-vars': [68, 69, 81, 82],
  'eslint/array-callback-return': [7, 7, 9, 9],
  'eslint/no-cond-assign': [5, 5, 6, 6],
  'eslint/no-const-assign': [6, 7, 10, 11],
  'eslint/no-constant-binary-expression': [38, 43, 65, 73],
  'eslint/no-dupe-keys': [26, 28, 41, 46],
  'eslint/no-self-assign': [4, 6, 5, 7],
  'eslint/no-self-compare': [5, 8, 7, 14],
  'eslint/review/async-callback': [4, 11, 11, 19],
  'eslint/review/conditional-hook': [20, 21, 35, 36],
  'eslint/review/empty-expectation': [17, 20, 29, 34],
  'eslint/review/identical-branches': [54, 55, 75, 77],
  'eslint/review/index-as-condition': [2, 4, 3, 5],
  'eslint/review/left-debugger': [5, 6, 10, 15],
  'eslint/review/only-in-test': [5, 5, 5, 5],
  'eslint/review/uncalled-matcher': [8, 8, 10, 10],
  'hygiene/conflict-in-text': [5, 8, 6, 15],
  'hygiene/conflict-marker': conflictMarkers,
  'hygiene/hidden-character': [20, 32, 31, 57],
  'ruff/B015': [11, 11, 17, 17],
  'ruff/B016': [4, 4, 6, 6],
  'ruff/F401': [14, 16, 17, 19],
  'ruff/F524': [3, 3, 5, 5],
  'ruff/F601': [4, 4, 8, 8],
  'ruff/F632': [5, 5, 7, 7],
  'ruff/F811': [18, 19, 31, 34],
  'ruff/F821': [49, 52, 149, 156],
  'ruff/F901': [1, 2, 2, 5],
  'ruff/PLE1205': [6, 8, 10, 12],
  'ruff/RUF034': [7, 7, 8, 8],
  'ruff/S113': [46, 47, 120, 121],
  'ruff/SIM222': [4, 4, 6, 6],
  'ruff/syntax-error': [6, 7, 6, 8],
  'secrets/*': [17, 21, 29, 34],
  'secrets/github-token': [3, 3, 6, 6],
  'secrets/google-api-key': [3, 9, 5, 13],
  'secrets/password-in-a-connection-string': [9, 10, 13, 14],
  'secrets/private-key': [2, 7, 2, 11],
  'secrets/signed-token': [6, 10, 9, 27],
  'typescript/TS1185': conflictMarkers,
  'typescript/*': [22, 30, 26, 49],
};

/**
 * A comment as its rule's record allows it: marked as experimental where the record is short or poor, and grave only
 * where it is long and good. A secret may be one step graver, since one that is passed over costs more than a false alarm.
 */
export function byTrackRecord(comment: EngineComment): EngineComment {
  const { reviewer, rule_id: rule, body } = comment;
  if (!judgedReviewers.has(reviewer)) return comment;
  const record = trackRecords[rule] ?? trackRecords[`${reviewer}/*`];
  const [right, judged, rightComments, comments] = record ?? [0, 1, 0, 1];
  const isGood = 100 * rightComments >= leastRightOfGrave * comments;
  const severity = isGood ? comment.severity : mildest(comment.severity, reviewer === 'secrets' ? 'high' : 'medium');
  if (100 * right >= leastRight * judged) return { ...comment, severity };
  const told =
    record === undefined
      ? 'people have judged too few findings of its kind to say how often they are right'
      : `findings of its kind were right in ${right} of ${judged} repositories in which people judged them`;
  return { ...comment, severity, experimental: true, body: `${body}\n\n_This check is experimental: ${told}._` };
}

function mildest(a: EngineComment['severity'], b: EngineComment['severity']): EngineComment['severity'] {
  return compareSeverity(a, b) < 0 ? b : a;
}
