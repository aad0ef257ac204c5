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
const conflictMarkers: TrackRecord = [16, 17, 26, 27];

/**
 * The records since round 32 (docs/reviewer-evidence.md) of the rules of which five comments were judged. A star stands for
 * all other rules of a reviewer, which look for the same: syntax that is refused, and tokens of the form of their issuer.
 */
const trackRecords: Readonly<Partial<Record<string, TrackRecord>>> = {
  'cross-file/call-signature': [51, 53, 143, 145],
  'cross-file/case-twin': [3, 3, 9, 9],
  'cross-file/lock-file': [39, 41, 49, 51],
  'cross-file/missing-export': [34, 34, 51, 51],
  'cross-file/missing-module': [31, 35, 64, 68],
  'cross-file/missing-translation': [9, 11, 22, 27],
  'cross-file/not-awaited': [5, 5, 9, 9],
  'cross-file/promise-as-value': [10, 10, 21, 21],
  'cross-file/removed-command': [4, 5, 5, 7],
  'cross-file/removed-export': [21, 24, 34, 38],
  'cross-file/removed-file': [31, 33, 37, 42],
  'cross-file/removed-member': [12, 13, 14, 15],
  'cross-file/removed-method': [11, 12, 13, 17],
  'cross-file/removed-module': [28, 30, 37, 40],
  'cross-file/removed-name': [37, 39, 76, 79],
  'cross-file/removed-route': [4, 6, 15, 18],
  'cross-file/undeclared-package': [28, 34, 41, 49],
  'cross-file/undefined-name': [52, 56, 76, 82],
  'eslint/@typescript-eslint/no-dupe-class-members': [6, 6, 7, 7],
  'eslint/@typescript-eslint/no-unused-vars': [76, 77, 89, 90],
  'eslint/array-callback-return': [8, 8, 10, 10],
  'eslint/no-cond-assign': [5, 5, 6, 6],
  'eslint/no-const-assign': [8, 9, 12, 13],
  'eslint/no-constant-binary-expression': [38, 44, 65, 74],
  'eslint/no-dupe-keys': [26, 28, 41, 46],
  'eslint/no-self-assign': [4, 6, 5, 7],
  'eslint/no-self-compare': [5, 9, 7, 15],
  'eslint/review/async-callback': [4, 11, 11, 19],
  'eslint/review/conditional-hook': [22, 23, 37, 38],
  'eslint/review/empty-expectation': [17, 20, 29, 34],
  'eslint/review/identical-branches': [60, 61, 85, 89],
  'eslint/review/index-as-condition': [2, 4, 3, 5],
  'eslint/review/left-debugger': [5, 6, 10, 15],
  'eslint/review/only-in-test': [5, 5, 5, 5],
  'eslint/review/uncalled-matcher': [8, 8, 10, 10],
  'hygiene/conflict-in-text': [6, 9, 7, 16],
  'hygiene/conflict-marker': conflictMarkers,
  'hygiene/hidden-character': [21, 33, 32, 58],
  'ruff/B015': [11, 11, 17, 17],
  'ruff/B016': [5, 5, 9, 9],
  'ruff/F401': [15, 17, 18, 20],
  'ruff/F524': [3, 3, 5, 5],
  'ruff/F601': [4, 4, 8, 8],
  'ruff/F632': [5, 5, 7, 7],
  'ruff/F811': [20, 21, 33, 36],
  'ruff/F821': [53, 56, 156, 164],
  'ruff/F823': [3, 4, 5, 6],
  'ruff/F901': [1, 2, 2, 5],
  'ruff/PLE1205': [6, 8, 10, 12],
  'ruff/RUF034': [8, 8, 9, 9],
  'ruff/S113': [48, 49, 128, 129],
  'ruff/SIM222': [4, 4, 6, 6],
  'ruff/syntax-error': [6, 7, 6, 8],
  'secrets/*': [19, 23, 33, 38],
  'secrets/github-token': [3, 3, 6, 6],
  'secrets/google-api-key': [4, 10, 6, 14],
  'secrets/password-in-a-connection-string': [10, 11, 14, 15],
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
