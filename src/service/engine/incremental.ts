import { createHash } from 'node:crypto';
import { everyFile, type DiffFile, type DiffModel } from './diff/diffFile.ts';
import { isLeftUnused } from './result/folding/unusedNames.ts';
import { locateFinding, type AttributedFinding } from './result/locatedFinding.ts';
import type { Refutation } from './reviewer.ts';
import type { ReviewerReport } from './reviewerReport.ts';

/** The parts of a review that the next one of the same pull request reuses. */
export interface EarlierReview {
  readonly head: string;
  readonly reports: readonly ReviewerReport[];
  readonly memory: ReviewMemory;
}

/** What a review stores for the next one of the same pull request, as plain data. */
export interface ReviewMemory {
  /** Path and digest of each file that was read. */
  readonly files: readonly (readonly [path: string, digest: string])[];
  /** The findings on new lines, before limits and grouping, and the names that were unused before. */
  readonly findings: readonly RememberedFinding[];
}

export interface RememberedFinding extends Omit<AttributedFinding, 'file'> {
  readonly path: string;
}

// A file with more findings is read again, so that the memory stays small.
const mostFindingsPerFile = 200;

/** @param findings in order: of equally severe ones over a limit, the first stay */
export function remember(diff: DiffModel, findings: readonly AttributedFinding[]): ReviewMemory {
  const said = findings.filter(each => locateFinding(each) !== undefined || isLeftUnused(each));
  const counts = new Map<string, number>();
  for (const { file } of said) counts.set(file.path, (counts.get(file.path) ?? 0) + 1);
  const isKept = ({ path }: DiffFile): boolean => (counts.get(path) ?? 0) <= mostFindingsPerFile;
  return {
    files: everyFile(diff)
      .filter(isKept)
      .map(file => [file.path, digestOf(file)]),
    findings: said.flatMap(({ file, ...rest }) => (isKept(file) ? { ...rest, path: file.path } : [])),
  };
}

/** The findings of an earlier review for files that have not changed since. */
export class CarriedFindings {
  /** Paths of the unchanged files: same text, same base text, same new lines. */
  readonly unchanged: ReadonlySet<string>;
  readonly #earlier: EarlierReview | undefined;
  readonly #files: ReadonlyMap<string, DiffFile>;

  constructor(earlier: EarlierReview | undefined, diff: DiffModel) {
    this.#earlier = earlier;
    const files = everyFile(diff);
    this.#files = new Map(files.map(file => [file.path, file]));
    const digests = new Map(earlier?.memory.files);
    this.unchanged = new Set(files.filter(file => digests.get(file.path) === digestOf(file)).map(({ path }) => path));
  }

  /** The unchanged files that a reviewer need not read again; none if it failed or does not read file by file. */
  filesFor(reviewer: string): ReadonlySet<string> {
    const report = this.#earlier?.reports.find(each => each.reviewer === reviewer);
    if (report?.status !== 'ok') return new Set();
    return new Set(report.read?.filter(path => this.unchanged.has(path)));
  }

  /** A reviewer's earlier findings in these files. */
  findingsOf(reviewer: string, paths: ReadonlySet<string>): AttributedFinding[] {
    return (this.#earlier?.memory.findings ?? []).flatMap(({ path, ...rest }) => {
      const file = this.#files.get(path);
      return file === undefined || rest.reviewer !== reviewer || !paths.has(path) ? [] : [{ ...rest, file }];
    });
  }

  /**
   * What a reviewer refuted earlier of the findings of others in these files, which it has not read again.
   * @param others the findings of this review
   */
  refutationsOf(paths: ReadonlySet<string>, others: readonly AttributedFinding[]): Refutation[] {
    const reasons = new Map(
      (this.#earlier?.memory.findings ?? []).flatMap(({ path, refuted, ...rest }) =>
        refuted === undefined || !paths.has(path) ? [] : [[keyOf(path, rest), refuted] as const],
      ),
    );
    return others.flatMap(finding => {
      const reason = finding.mayBeRefuted ? reasons.get(keyOf(finding.file.path, finding)) : undefined;
      return reason === undefined ? [] : [{ finding, reason }];
    });
  }
}

function keyOf(path: string, { reviewer, rule, range, title }: Omit<AttributedFinding, 'file'>): string {
  return JSON.stringify([path, reviewer, rule, range.startLine, range.startColumn, title]);
}

function digestOf({
  path,
  text,
  added,
  baseBlob = '',
  isInNewFolder,
  isInNewIdleFolder,
  knownPath = path,
  undecoded,
}: DiffFile): string {
  return createHash('sha256')
    .update(
      JSON.stringify([
        ...[path, text, baseBlob, isInNewFolder === true, isInNewIdleFolder === true, knownPath, [...added]],
        // In another encoding it has the same text.
        ...(undecoded === undefined ? [] : [undecoded]),
      ]),
    )
    .digest('hex')
    .slice(0, 32);
}
