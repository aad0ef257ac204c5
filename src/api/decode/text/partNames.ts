import { nameSet, plainName } from '../aliases.ts';
import { namesFindings } from './verdictWords.ts';

/** Names of parts that are not about findings; their text is ignored. */
const others =
  nameSet(`files changedFiles filesReviewed reviewedFiles filesChanged fileChanges skippedFiles excludedFiles
  ignoredFiles fileSummaries walkthrough changes commits labels tags languages author authors user users assignees
  requester requestedBy createdBy triggeredBy owner sender pullRequest pr mergeRequest repository repo project
  organization team account installation usage config configuration settings options links request steps stages
  timeline history logs events model models tools rules praise praises positives strengths highlights goodPractices
  references sources dependencies billing plan limits permissions head base diff patch previous previousReview diagrams
  cache thresholds policy sequenceDiagrams metrics timings resolvedComments coverage testCoverage codeCoverage`);
/** Names among them of objects whose members say how far the review got. */
const measured = nameSet('files metrics coverage');
/** Names of a review's own text, which may be its only comment, and of lists that may be sent as text. */
export const reviewTexts = nameSet('body summary review feedback report overallExplanation');
export const listTexts = nameSet('comments issues findings suggestions');
export const verdicts = nameSet('result verdict conclusion');
/** Names of what is read elsewhere, or here if it is a text. */
const told = new Set([...reviewTexts, ...listTexts, ...verdicts, ...nameSet('notes warnings gaps status reason')]);
/** Names of members that belong to the name of the object around them. */
const pages = nameSet('data nodes items values list edges');
export const parts = nameSet('count total number reason flag level');
/** The same in an object that is named after a coverage. */
const shares = nameSet('percent percentage pct ratio skipped');
/** Objects, besides the review itself, in which totals and severities are counts of findings. */
export const countHolders =
  nameSet(`issuesFound summary stats statistics counts severityCounts bySeverity metrics output
  comments issues findings pagination paging meta metadata`);
export const totals = nameSet('total totalCount count');

/** What the names of the ancestors of a value imply. */
export interface Around {
  /** The name that a value goes by, with that of the object around it where it says little by itself. */
  readonly name: string;
  /** The plain name of the value's own member; empty for a layer of the answer. */
  readonly plain: string;
  /** The value is not about findings. */
  readonly isOther: boolean;
  /** The value is an object that says how far the review got, even if it is not about findings. */
  readonly isMeasured: boolean;
  /** A name says that the value is a finding. */
  readonly isFound: boolean;
  /** The value is in a list or in an object of findings. */
  readonly isElement: boolean;
  /** The value is read elsewhere. */
  readonly isTold: boolean;
}

/** What the names around a member of an object imply, with its own. */
export function inside(name: string, around: Around, depth: number): Around {
  const plain = plainName(name);
  const isPart = around.name !== '' && (parts.has(plain) || (shares.has(plain) && /coverage$/i.test(around.name)));
  const full = around.name !== '' && pages.has(plain) ? around.name : isPart ? `${around.name}_${name}` : name;
  return {
    // Bounded, since it is looked at for each element of a list.
    name: full.slice(0, 100),
    plain,
    isOther: around.isOther || others.has(plain),
    isMeasured: measured.has(plain) && (!around.isOther || around.isMeasured),
    isFound: around.isFound || namesFindings(name),
    isElement: around.isFound,
    isTold: depth <= 1 && told.has(plain),
  };
}
