import { readObjects } from '../../../git/content/objects.ts';
import type { GitReader } from '../../../git/run/git.ts';
import { decodeFile } from '../../engine/diff/decodeFile.ts';
import { newLinesIn, type DiffFile, type DiffModel } from '../../engine/diff/diffFile.ts';
import { lineStarts } from '../../engine/diff/textPosition.ts';
import type { Place, ReviewerFinding } from '../../engine/reviewer.ts';
import type { TreeFiles } from '../../repositoryIndex/treeFiles.ts';
import type { CrossFileFinding } from './check.ts';

interface Repository {
  readonly git: GitReader;
  readonly root: string;
}

/** A finding in its file, and why it is not told, if it is not. */
export interface Placed extends Pick<CrossFileFinding, 'doubt' | 'unexplained'> {
  readonly finding: ReviewerFinding;
}

/** Most related places of a finding. */
const mostRelated = 20;

/** Puts each finding into its file at the head, which the change may not touch. */
export async function placeFindings(
  findings: readonly CrossFileFinding[],
  repository: Repository,
  diff: DiffModel,
  { head }: TreeFiles,
  signal: AbortSignal,
): Promise<Placed[]> {
  const blobs = new Map(head);
  const leftOut = [...(diff.leftOut ?? []), ...diff.unreviewed.filter(({ isGap }) => isGap !== true)];
  const foreign = new Set(leftOut.map(({ path }) => path));
  const standing = findings.flatMap(finding => standingAt(finding, blobs, foreign));
  const known = new Map([...diff.files, ...(diff.shortened ?? [])].map(file => [file.path, file]));
  const others = [...new Set(standing.map(({ at }) => at.path))].filter(path => !known.has(path));
  const ids = others.flatMap(path => blobs.get(path) ?? []);
  const none = new Map<string, Buffer>();
  // In a partial clone it may not be here, while its facts are.
  const objects = await readObjects(repository.git, repository.root, ids, signal).catch(() => none);
  for (const path of others) {
    const bytes = objects.get(blobs.get(path) ?? '');
    const text = bytes && decodeFile(bytes, path);
    if (text !== undefined) known.set(path, unchanged(path, text, blobs.get(path) ?? ''));
  }
  return standing.flatMap(finding => {
    const file = known.get(finding.at.path);
    return file === undefined ? [] : [{ ...finding, finding: placed(finding, file) }];
  });
}

/** Where the file of a finding is deleted or foreign, it stands at the first place that breaks in one that is not, if any. */
function standingAt(
  finding: CrossFileFinding,
  blobs: ReadonlyMap<string, string>,
  foreign: ReadonlySet<string>,
): CrossFileFinding[] {
  const isOwn = ({ path }: Place): boolean => blobs.has(path) && !foreign.has(path);
  if (isOwn(finding.at)) return [finding];
  const at = finding.related.find(isOwn);
  const related = finding.related.filter(each => each !== at && blobs.has(each.path));
  const { rule, severity, category, title, body, doubt } = finding;
  return at === undefined ? [] : [{ rule, severity, category, title, body, at, related, ...(doubt && { doubt }) }];
}

function unchanged(path: string, text: string, baseBlob: string): DiffFile {
  return { path, text, lines: text.split(/\r?\n/), added: new Set(), baseBlob };
}

function placed(finding: CrossFileFinding, file: DiffFile): ReviewerFinding {
  const { rule, severity, category, title, body, at, related, fix, hiddenBy } = finding;
  const isOfBase = at.side === 'base';
  const line = Math.min(Math.max(isOfBase ? lineAtHead(file, at.line) : at.line, 1), file.lines.length);
  const columns = isOfBase
    ? wholeLine(file.lines[line - 1] ?? '')
    : { startColumn: at.column, endColumn: at.endColumn };
  const start = fix === undefined ? undefined : lineStarts(file.text)[fix.line - 1];
  return {
    file,
    range: { startLine: line, endLine: line, ...columns },
    rule,
    severity,
    category,
    title,
    body,
    ...(fix !== undefined && start !== undefined && { fix: [{ start, end: start, text: `${fix.text}\n` }] }),
    ...(!file.added.has(line) && { isConsequence: true }),
    ...(hiddenBy !== undefined && { hiddenBy }),
    related: [...related].sort(byPlace).slice(0, mostRelated),
  };
}

/** The line with text at the head that follows a line of the base which is removed, or the line itself. */
function lineAtHead(file: DiffFile, line: number): number {
  let at = followingLine(file, line);
  while (at > 1 && file.lines[at - 1]?.trim() === '') at--;
  return at;
}

function followingLine(file: DiffFile, line: number): number {
  const added = new Set(newLinesIn(file));
  let before = 0;
  for (let at = 1; at <= file.lines.length; at++) {
    before += file.removed?.get(at)?.length ?? 0;
    if (before >= line) return at;
    if (!added.has(at)) before++;
    if (before >= line) return at;
  }
  return file.lines.length;
}

function wholeLine(text: string): { readonly startColumn: number; readonly endColumn: number } {
  return { startColumn: text.length - text.trimStart().length + 1, endColumn: text.length + 1 };
}

function byPlace(a: Place, b: Place): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line || a.column - b.column;
}
