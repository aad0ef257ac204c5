import type { Repository } from '../../refining/refined.ts';
import { posix } from 'node:path';
import type { ReviewerFinding } from '../../../engine/reviewer.ts';
import { gitSurroundings } from '../../model/surroundings/gitSurroundings.ts';
import { boundImport, takesName } from './imports.ts';
import { firstNames, linesWith, nearestFiles } from './otherFiles.ts';

export const unusedImport = 'ruff/F401';

/** The findings whose imports other files of the head take from the module, or by a text that is their name. */
export async function takenImports(
  findings: readonly ReviewerFinding[],
  parts: Repository,
  signal: AbortSignal,
): Promise<ReviewerFinding[]> {
  const asked = firstNames(
    findings.flatMap(finding => {
      const bound = boundImport(finding.file, finding.range);
      return bound === undefined ? [] : [{ finding, ...bound }];
    }),
  );
  const stems = asked.map(({ finding }) => stemOf(finding.file.path));
  const lines = await linesWith([...asked.map(({ name }) => name), ...stems], parts, parts.job.head, signal);
  const others = nearestFiles(asked, lines, ({ name, finding }, texts) =>
    [name, stemOf(finding.file.path)].every(each => texts.some(text => hasWord(text, each))),
  );
  const texts = await gitSurroundings(parts.git, parts.job.root, parts.job.head).read(others, signal);
  return asked.flatMap(({ finding, name, isOwn }) => {
    const { path: module } = finding.file;
    const isText = new RegExp(`(["'])${name}\\1`);
    const isTaken =
      [...texts].some(([path, text]) => path !== module && takesName(text, path, module, name)) ||
      (isOwn && [...lines].some(([path, each]) => path !== module && each.some(text => isText.test(text))));
    return isTaken ? [finding] : [];
  });
}

function hasWord(text: string, word: string): boolean {
  return new RegExp(`(?<!\\w)${word.replace(/[^\w]/g, '\\$&')}(?!\\w)`).test(text);
}

function stemOf(path: string): string {
  return posix.basename(path, '.py');
}
