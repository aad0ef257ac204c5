import type { Repository } from '../../refining/refined.ts';
import type { DiffFile, DiffModel } from '../../../engine/diff/diffModel.ts';
import { wholeFile } from '../../wholeFile.ts';
import type { Reviewer, ReviewerFinding } from '../../../engine/reviewer.ts';
import { gitSurroundings } from '../../model/surroundings/gitSurroundings.ts';
import { firstNames, linesWith, nearestFiles, type LinesByPath } from './otherFiles.ts';

export const undefinedName = 'ruff/F821';

/**
 * The findings whose names other files of the merge base use undefined, unless the file itself defined them there. Uses
 * that the change takes away say nothing: they may be the lines that it moves.
 */
export async function ambientNames(
  findings: readonly ReviewerFinding[],
  { mergeBase, ...diff }: DiffModel,
  reviewer: Reviewer,
  parts: Repository,
  signal: AbortSignal,
): Promise<ReviewerFinding[]> {
  const asked = firstNames(findings.map(finding => ({ finding, name: finding.name ?? '' })));
  const names = [...new Set(asked.map(({ name }) => name))];
  const lines = withoutRemoved(await linesWith(names, parts, mergeBase, signal), diff);
  const others = nearestFiles(asked, lines, ({ name }, texts) => usesFreely(texts, name));
  if (others.length === 0) return [];
  const own = asked.map(({ finding }) => finding.file.path);
  const texts = await gitSurroundings(parts.git, parts.job.root, mergeBase).read([...own, ...others], signal);
  const undefinedIn = async (files: readonly DiffFile[]): Promise<readonly ReviewerFinding[]> => {
    const answer = await reviewer.review({ ...diff, mergeBase, files }, signal);
    return answer.status === 'ok' ? answer.findings.filter(({ rule }) => rule === undefinedName) : [];
  };
  const pathsOf = Map.groupBy(
    await undefinedIn(others.flatMap(path => filesOf(path, withoutDeclarations(texts.get(path), names)))),
    ({ name = '' }) => name,
  );
  // A name at the end of a file is undefined if the module does not define it.
  const probed = await undefinedIn(
    [...new Set(own)].flatMap(path => {
      const text = withoutDeclarations(texts.get(path), names);
      return text === undefined ? [] : [wholeFile(path, [text, ...names, ''].join('\n'))];
    }),
  );
  return asked.flatMap(({ finding, name }) => {
    const { path } = finding.file;
    const isDefined = texts.has(path) && !probed.some(each => each.file.path === path && each.name === name);
    const isElsewhere = pathsOf.get(name)?.some(({ file }) => file.path !== path) === true;
    return isElsewhere && !isDefined ? [finding] : [];
  });
}

function withoutRemoved(lines: LinesByPath, { files }: Pick<DiffModel, 'files'>): LinesByPath {
  const removedIn = new Map(files.map(({ path, removed }) => [path, new Set([...(removed?.values() ?? [])].flat())]));
  return new Map(
    [...lines].map(([path, each]) => [path, each.filter(line => removedIn.get(path)?.has(line) !== true)]),
  );
}

/** Whether lines use a name other than as an attribute, and none of them imports or assigns it. */
function usesFreely(texts: readonly string[], name: string): boolean {
  const use = new RegExp(`(?<![.\\w])${name}\\b`);
  const binding = new RegExp(`^\\s*(?:(?:from|import)\\b.*\\b${name}\\b|${name}\\s*(?::[^=]*)?=(?!=))`);
  const used = texts.filter(text => use.test(text));
  return used.length > 0 && !used.some(text => binding.test(text));
}

/** Without annotations that give a name of the module no value: they say what is injected. */
function withoutDeclarations(text: string | undefined, names: readonly string[]): string | undefined {
  return text?.replace(new RegExp(`^(?:${names.join('|')})[ \\t]*:[^=\\n]*$`, 'gm'), 'pass');
}

function filesOf(path: string, text: string | undefined): DiffFile[] {
  return text === undefined ? [] : [wholeFile(path, text)];
}
