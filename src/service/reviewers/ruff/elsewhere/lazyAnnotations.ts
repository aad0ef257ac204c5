import type { Repository } from '../../refining/refined.ts';
import { searchTree } from '../../../../git/content/searchTree.ts';
import { lineStarts } from '../../../engine/diff/textPosition.ts';
import type { ReviewerFinding } from '../../../engine/reviewer.ts';
import { isInAnnotation } from '../python/isNotEvaluated.ts';
import { mayBind } from '../python/hosted/injectedNames.ts';

const demands = /\b(?:requires-python|python_requires)\s*=|\btarget-version\s*=\s*["']py/;
/** The least version that a project asks for, where it is one whose annotations are evaluated when somebody asks. */
const lazy = /=\s*["']?[^"',<]*?(?:py3|3\.)(?:1[4-9]|[2-9]\d)/;

/**
 * The findings in annotations on names that the file defines further down, where all projects of the repository are for
 * Python 3.14 or later, which does not evaluate annotations when it reads them.
 */
export async function namedLater(
  findings: readonly ReviewerFinding[],
  { git, job }: Repository,
  signal: AbortSignal,
): Promise<readonly ReviewerFinding[]> {
  const asked = findings.filter(isNamedLater);
  if (asked.length === 0) return [];
  const words = ['requires', 'python_requires', 'target'];
  const lines = await searchTree(git, job.root, job.head, words, ['toml', 'cfg'], signal);
  const asking = lines.filter(({ text }) => demands.test(text));
  return asking.length > 0 && asking.every(({ text }) => lazy.test(text)) ? asked : [];
}

function isNamedLater({ file, range, name = '' }: ReviewerFinding): boolean {
  const offset = (lineStarts(file.text)[range.startLine - 1] ?? 0) + range.startColumn - 1;
  const defines = (line: string): boolean => /^\s*(?:class|def|from|import)\b/.test(line) && mayBind(line, name);
  return isInAnnotation(file.text, offset) && file.lines.some(line => line.includes(name) && defines(line));
}
