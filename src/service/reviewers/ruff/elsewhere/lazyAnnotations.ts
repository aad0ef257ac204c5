import type { Repository } from '../../refining/refined.ts';
import { foldersOf } from '../../../../core/system/foldersOf.ts';
import { searchTree, type TreeLine } from '../../../../git/content/searchTree.ts';
import { lineStarts } from '../../../engine/diff/textPosition.ts';
import { codeOnly } from '../../../engine/diff/codeOnly.ts';
import type { ReviewerFinding } from '../../../engine/reviewer.ts';
import { isInAnnotation } from '../python/isNotEvaluated.ts';
import { mayBind } from '../python/hosted/injectedNames.ts';

const demands = /\b(?:requires-python|python_requires)\s*=|\btarget-version\s*=\s*["']py|^python_version\s*=/;
/** The least version that a project asks for, where it is one whose annotations are evaluated when somebody asks. */
const lazy = /=\s*["']?[^"',<]*?(?:py3|3\.)(?:1[4-9]|[2-9]\d)/;
/** The version, or the first of several, that a workflow sets up. */
const setUp = /\bpython-version\s*:\s*\[?\s*["']?\d/;
const lazySetUp = /\bpython-version\s*:\s*\[?\s*["']?3\.(?:1[4-9]|[2-9]\d)/;

/**
 * The findings in annotations on names that the file defines further down or imports for type checkers alone, where the
 * project of the file, or of a file outside of projects all of the repository, or if none says so its workflows, are for
 * Python 3.14 or later, which does not evaluate annotations when it reads them.
 */
export async function namedLater(
  findings: readonly ReviewerFinding[],
  { git, job }: Repository,
  signal: AbortSignal,
): Promise<readonly ReviewerFinding[]> {
  const asked = findings.filter(each => (each.rule === forCheckers ? isForTypes(each) : isNamedLater(each)));
  if (asked.length === 0) return [];
  const linesWith = async (words: readonly string[], endings: readonly string[], says: RegExp): Promise<TreeLine[]> =>
    (await searchTree(git, job.root, job.head, words, endings, signal)).filter(({ text }) => says.test(text));
  const asking = await linesWith(['requires', 'python_requires', 'python_version', 'target'], ['toml', 'cfg'], demands);
  if (asking.length === 0) {
    const workflows = await linesWith(['python'], ['yml', 'yaml'], setUp);
    return workflows.length > 0 && workflows.every(({ text }) => lazySetUp.test(text)) ? asked : [];
  }
  const ofFolders = Map.groupBy(asking, ({ path }) => foldersOf(path)[0] ?? '.');
  return asked.filter(({ file }) => {
    const nearest = foldersOf(file.path).find(folder => ofFolders.has(folder));
    return (ofFolders.get(nearest ?? '') ?? asking).every(({ text }) => lazy.test(text));
  });
}

/** Most uses of a name that are looked at. */
const mostUses = 200;
/** The rule of what is imported for type checkers alone and used elsewhere. */
export const forCheckers = 'ruff/TC004';

/** Whether annotations alone use what an import gives. */
function isForTypes({ file, range }: ReviewerFinding): boolean {
  const line = file.lines[range.startLine - 1] ?? '';
  const [name = ''] = /\w+$/.exec(line.slice(0, range.endColumn - 1)) ?? [];
  const code = codeOnly(file.text);
  const uses = [...code.matchAll(new RegExp(`(?<![\\w.])${name}\\b`, 'g'))];
  if (uses.length > mostUses) return false;
  const start = lineStarts(file.text)[range.startLine - 1] ?? 0;
  const isImport = (index: number): boolean => start <= index && index < start + line.length;
  return name !== '' && uses.every(({ index }) => isImport(index) || isInAnnotation(file.text, index));
}

function isNamedLater({ file, range, name = '' }: ReviewerFinding): boolean {
  const offset = (lineStarts(file.text)[range.startLine - 1] ?? 0) + range.startColumn - 1;
  const defines = (line: string): boolean => /^\s*(?:class|def|from|import)\b/.test(line) && mayBind(line, name);
  return isInAnnotation(file.text, offset) && file.lines.some(line => line.includes(name) && defines(line));
}
