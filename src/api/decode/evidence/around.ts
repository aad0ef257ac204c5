import { nameSet, ofNames, plainName } from '../aliases.ts';
import { countsFindings, namesSettings } from './claims.ts';
import { findings } from './claimWords.ts';
import { inEnglish } from '../text/foreignWords.ts';
import { hasAny, wordsOfName } from '../text/words.ts';

/** Lists of files, in which each element may say that it was not read. */
export const fileLists = nameSet(`files changedFiles filesChanged reviewedFiles filesReviewed excluded excludedFiles
  excludedPaths ignored ignoredFiles ignoredPaths`);
/** Parts that are not about findings; of those of the first kind, the members say how far the review got. */
const measured = new Set([...fileLists, 'metrics', 'coverage']);
const others =
  nameSet(`files changedFiles filesReviewed reviewedFiles filesChanged fileChanges skippedFiles excludedFiles
  ignoredFiles fileSummaries walkthrough changes commits labels tags languages author authors user users assignees
  requester requestedBy createdBy triggeredBy owner sender pullRequest pull pr mergeRequest mr change changeSet changeSets inputs repository repo project
  organization team account installation usage config configuration settings options links request steps stages
  timeline history log logs events model models tools rules praise praises positives strengths highlights goodPractices
  references sources dependencies billing plan limits permissions head base previous previousReview attempts relatedIssues linkedIssues diagrams cache
  thresholds policy sequenceDiagrams metrics timings resolvedComments coverage testCoverage codeCoverage`);
/** A review's own text, which may be its only comment, lists that may be sent as text, and verdicts. */
export const reviewTexts = nameSet(`body bodyText bodyHtml bodyMarkdown summary review feedback report
  overallExplanation`);
export const listTexts = nameSet('comments issues findings suggestions');
export const verdicts = nameSet('result verdict conclusion');
const told = new Set([...reviewTexts, ...listTexts, ...verdicts, ...nameSet('notes warnings gaps status reason')]);
/** Names that say little without the name of the object around them: it stands for the first, and before the others. */
const pages = nameSet('data nodes items values list edges');
export const parts =
  nameSet(`count total number reason flag level open unresolved new active exceeded exhausted totalCount totalElements
  totalItems limitReached limitExceeded quotaReached quotaExceeded quotaExhausted budgetExceeded budgetExhausted`);
const shares = nameSet('percent percentage pct ratio skipped');
/** What ran is not about findings in its texts; its numbers, flags and states are of this review. */
const ran = nameSet('tools model models');
/** Objects in which totals and severities are counts of findings, wherever they stand. */
export const countHolders =
  nameSet(`issuesFound summary stats statistics counts severityCounts bySeverity metrics output comments issues findings
  pagination paging meta metadata threads reviewThreads`);

/** What the names around a value imply. */
export interface Around {
  readonly depth: number;
  /** The name that a value goes by, and the plain name of its own member. */
  readonly name: string;
  readonly plain: string;
  /** The value is not about findings; its members may say how far the review got nevertheless. */
  readonly isOther: boolean;
  readonly isMeasured: boolean;
  readonly isRun: boolean;
  /** A name says that the value is a finding or holds some; the value stands in a list, or in what holds findings. */
  readonly isFound: boolean;
  readonly isElement: boolean;
  /** The value is read elsewhere. */
  readonly isTold: boolean;
}

const nothing = { isOther: false, isMeasured: false, isRun: false, isFound: false, isElement: false, isTold: true };
/** What is around a layer of the answer. */
export const layer: Around = { ...nothing, depth: 0, name: '', plain: '' };

/** What a name implies wherever it stands. */
const impliedBy = ofNames(name => {
  const plain = plainName(inEnglish(name));
  return {
    plain,
    isOther: others.has(plain) || namesSettings(name),
    isMeasured: measured.has(plain),
    isRun: ran.has(plain),
    isFound: hasAny(wordsOfName(name), findings),
    isOfFindings: countsFindings(name),
    isTold: told.has(plain),
    isPage: pages.has(plain),
    isShare: shares.has(plain),
    isPart: parts.has(plain) || /^by[A-Z_]/.test(name),
  };
});

/** What the names around a member of an object imply, with its own. */
export function inside(name: string, around: Around): Around {
  const own = impliedBy(name);
  const isPart = own.isPart || (own.isShare && /coverage$/i.test(around.name));
  const isPage = own.isPage && around.name !== '';
  return {
    depth: around.depth + 1,
    // Bounded, since it is looked at for each element of a list.
    name: (isPage ? around.name : isPart && around.name !== '' ? `${around.name}_${name}` : name).slice(0, 100),
    plain: own.plain,
    isOther: around.isOther || own.isOther,
    isMeasured: own.isMeasured ? !around.isOther || around.isMeasured : around.isMeasured && own.isOfFindings,
    isRun: (around.isRun && !own.isOther) || (own.isRun && !around.isOther),
    isFound: around.isFound || own.isFound,
    isElement: around.isFound,
    isTold: around.depth <= 1 && own.isTold,
  };
}
