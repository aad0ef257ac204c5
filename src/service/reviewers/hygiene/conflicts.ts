import { newLinesIn, type DiffFile } from '../../engine/diff/diffFile.ts';
import { isDocument } from '../../engine/diff/fileKind.ts';
import type { ReviewerFinding } from '../../engine/reviewer.ts';
import { conflictMarker, conflictWords, usualMarkerSize } from '../conflictMarker.ts';
import { isTestFixture } from '../isTestFixture.ts';
import { quotationsIn, type Quotation } from './quotations.ts';

// The compiler reports markers in the code of these files.
const compiled = /\.(?:[cm]?[jt]s|[jt]sx)$/;

/** What tools that merge and patch leave beside a file, with the file as it was: nothing loads it. */
const leftOver = /\.(?:orig|rej)$/;
const leftOverWords = {
  title: 'A tool that merges left this file, with a conflict in it.',
  body: 'Nothing loads it. Remove it, and have `.gitignore` name such files.',
};

/** Lists of what tools leave alone, where a marker is a pattern that matches nothing, and what an editor keeps for somebody. */
const harmless = /(?:^|\/)(?:\.[\w-]*ignore$|\.(?:idea|vscode|vs|fleet|settings)\/)/;

/** What a program writes while it runs or builds, and writes anew: `app.log`, `InternalLog.txt`, `Logs/a.txt`, but not `ChangeLog.txt`. */
const written =
  /\.(?:log|pid)$|(?:^|\/)[Ll]ogs\/(?:[^/]+\/){0,9}[^/]+\.txt$|(?<![Cc]hange[._-]?)(?:(?<![a-z])log|(?<=[a-z])Log)s?\.txt$|(?:^|\/)obj\/(?:Debug|Release)\//;

/** Texts that people read, or nobody, but for those that tools read by their names. */
const text = /(?<!(?:^|\/)(?:requirements|constraints|CMakeLists|robots)[\w./-]{0,40})\.(?:txt|log|out)$/;

/** A conflict of which markers are left; lines from 1. */
interface Conflict {
  /** Its markers, without the one that divides the sides. */
  readonly markers: readonly number[];
  readonly begins: boolean;
  /** Whether all markers of a conflict are there, in order, with the labels that git writes. */
  readonly isWhole: boolean;
}

/** The conflicts that a change leaves in a file. */
export interface Conflicts {
  readonly findings: readonly ReviewerFinding[];
  /** The line of the first new one that the file seems to quote; undefined if there is none. */
  readonly quoted?: number | undefined;
}

/** Finds the conflicts that are left, each where its first new marker is. */
export function conflictsIn(file: DiffFile): Conflicts {
  if (written.test(file.path)) return { findings: [] };
  const isNew = new Set(newLinesIn(file));
  const conflicts = conflictsOf(file.lines).filter(({ markers }) => markers.some(line => isNew.has(line)));
  if (conflicts.length === 0) return { findings: [] };
  const isLeft = leavesConflict(file, isNew);
  const isLeftOver = leftOver.test(file.path);
  const isText = isLeftOver || isDocument(file.path) || text.test(file.path);
  const isMild = isLeftOver || harmless.test(file.path);
  const placed = conflicts.map(conflict => {
    const line = conflict.markers.find(each => isNew.has(each)) ?? 0;
    return { line, begins: conflict.begins, isLeft: isLeft(conflict, line) };
  });
  const findings = placed.flatMap(({ line, begins, isLeft: isTold }): ReviewerFinding[] =>
    isTold !== true
      ? []
      : [
          {
            file,
            range: {
              startLine: line,
              startColumn: 1,
              endLine: line,
              endColumn: (file.lines[line - 1] ?? '').length + 1,
            },
            // Of texts, programs write many and keep what they find.
            rule: isText ? 'hygiene/conflict-in-text' : 'hygiene/conflict-marker',
            // What ends a conflict that begins nowhere was forgotten, often in a comment or a text.
            severity: isMild ? 'low' : begins ? 'high' : 'medium',
            category: 'bug',
            ...(isLeftOver ? leftOverWords : conflictWords(file.lines[line - 1] ?? '')),
            ...(isLeftOver && { isFoldedInFile: true as const }),
          },
        ],
  );
  return { findings, quoted: placed.find(each => each.isLeft === false)?.line };
}

/**
 * Returns a function that tells whether the change left a conflict, or only quotes one; undefined if the compiler tells of
 * it. Who explains or tests conflicts adds one together with what quotes it: a code block, a text, a file of test data. A
 * merge leaves one in what was there before, unless that quoted conflicts already.
 */
function leavesConflict(
  file: DiffFile,
  isNew: ReadonlySet<number>,
): (conflict: Conflict, line: number) => boolean | undefined {
  const isData = isTestFixture(file);
  const isScript = compiled.test(file.path);
  const isCompiled = isScript && file.isExcluded !== true && !isData;
  const quotationOf = quotationsIn(file);
  const firsts = firstsOfRuns(isNew);
  const isQuotedBefore = hadConflicts(file, isNew);
  return ({ isWhole }, line) => {
    const quotation = quotationOf(line);
    if (quotation === undefined && !isData) return isCompiled ? undefined : !isScript || isWhole;
    const isQuotationNew = quotation === undefined ? isAdded(file, isNew) : begins(file, quotation, firsts);
    return isWhole && !isQuotationNew && !isQuotedBefore;
  };
}

/** Whether a quotation begins with the change, which may write what begins an old one on a line of its own. */
function begins({ removed }: DiffFile, { line, mark }: Quotation, firsts: ReadonlyMap<number, number>): boolean {
  const first = firsts.get(line);
  return first !== undefined && removed?.get(first)?.some(each => each.includes(mark)) !== true;
}

/** By line: the first of the new lines that stand together with it. @param lines in order */
function firstsOfRuns(lines: Iterable<number>): ReadonlyMap<number, number> {
  const firsts = new Map<number, number>();
  for (const line of lines) firsts.set(line, firsts.get(line - 1) ?? line);
  return firsts;
}

/** Whether the change adds a file; of one that analysers leave out, only the lines are known. */
function isAdded({ baseBlob, isExcluded, lines }: DiffFile, isNew: ReadonlySet<number>): boolean {
  if (isExcluded !== true) return baseBlob === undefined;
  return lines.every((line, index) => isNew.has(index + 1) || line.trim() === '');
}

/** Whether a file had markers before the change. */
function hadConflicts({ lines, removed }: DiffFile, isNew: ReadonlySet<number>): boolean {
  const old = [...lines.filter((_, index) => !isNew.has(index + 1)), ...[...(removed?.values() ?? [])].flat()];
  const marker = conflictMarker(markerSize(lines));
  return old.some(line => marker.test(line));
}

function conflictsOf(lines: readonly string[]): readonly Conflict[] {
  const size = markerSize(lines);
  const marker = conflictMarker(size);
  const divider = new RegExp(`^={${size}}$`);
  const found: { markers: number[]; begins: boolean; isDivided: boolean; isEnded: boolean; isLabelled: boolean }[] = [];
  if (!lines.some(line => marker.test(line))) return [];
  for (const [index, line] of lines.entries()) {
    const open = found.at(-1);
    const isOpen = open !== undefined && !open.isEnded;
    if (divider.test(line)) {
      if (isOpen && open.begins) open.isDivided = true;
    } else if (marker.test(line)) {
      const isLabelled = line.charAt(size) === ' ' && line.slice(size).trim() !== '';
      const isEnded = line.startsWith('>');
      if (isOpen && !line.startsWith('<')) {
        open.markers.push(index + 1);
        open.isEnded = isEnded;
        if (isEnded) open.isLabelled &&= isLabelled;
      } else found.push({ markers: [index + 1], begins: line.startsWith('<'), isDivided: false, isEnded, isLabelled });
    }
  }
  // What ends before it begins, with nothing that divides it, are lines that somebody drew.
  const isDrawn = found[0]?.begins === false && found.some(({ begins }) => begins);
  if (isDrawn && !lines.some(line => divider.test(line))) return [];
  return found.map(({ markers, begins, isDivided, isEnded, isLabelled }) => ({
    markers,
    begins,
    isWhole: begins && isDivided && isEnded && isLabelled,
  }));
}

/** The size of the markers in a file: another than the usual one counts only of a whole conflict, since people draw lines. */
function markerSize(lines: readonly string[]): number {
  const first = lines.findIndex(line => /^<{8,}(?: |$)/.test(line));
  const size = /^<*/.exec(lines[first] ?? '')?.[0].length ?? 0;
  const divided = lines.indexOf('='.repeat(size), first);
  const isWhole = first >= 0 && divided > first && lines.slice(divided).some(line => endOf(size).test(line));
  return isWhole ? size : usualMarkerSize;
}

function endOf(size: number): RegExp {
  return new RegExp(`^>{${size}}(?: |$)`);
}
