import type { Repository } from '../../refining/refined.ts';
import { searchTree } from '../../../../git/content/searchTree.ts';

/** What a manifest says of the versions of Python: `requires-python = ">=3.10"`, Poetry's `python = "^3.10"`. */
const demands = /(?:\brequires-python|\bpython_requires|^python)\s*=(.*)/;
/** Where the first of them, which is the least, is of Python 3. */
const isOf3 = /^\s*["']?\s*(?:[~^]|[>=~]=?=?)?\s*3\b/;

/** Whether all projects of the repository that say which Python they are for are for Python 3 alone. */
export async function isForPython3({ git, job }: Repository, commit: string, signal: AbortSignal): Promise<boolean> {
  const search = (words: readonly string[], endings: readonly string[]): ReturnType<typeof searchTree> =>
    searchTree(git, job.root, commit, words, endings, signal);
  const lines = [
    ...(await search(['requires', 'python_requires', 'python'], ['toml', 'cfg'])),
    ...(await search(['python_requires'], ['py'])),
  ];
  const demanded = lines.flatMap(({ text }) => demands.exec(text)?.[1] ?? []);
  return demanded.length > 0 && demanded.every(each => isOf3.test(each));
}
