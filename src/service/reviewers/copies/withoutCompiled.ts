import { pathsAt } from '../../../git/content/objects.ts';
import type { DiffFile } from '../../engine/diff/diffFile.ts';
import type { Reviewer } from '../../engine/reviewer.ts';
import { askInTime } from '../refining/askInTime.ts';
import { refined, type Repository } from '../refining/refined.ts';

/**
 * A reviewer without what it finds in scripts that the compiler makes of TypeScript of the same name beside them, where
 * nobody mends it. A script that was there has to have had its source then, too. The scripts are named as not fully
 * checked, and what concerns security is told. Where git cannot tell, the findings stay.
 */
export function withoutCompiled(reviewer: Reviewer, { git, job: { root, head } }: Repository): Reviewer {
  return refined(reviewer, async (outcome, { mergeBase }, signal) => {
    const mayGo = outcome.findings.filter(({ category }) => category !== 'security');
    const scripts = [...new Set(mayGo.map(({ file }) => file))].filter(({ path }) => sourcesOf(path).length > 0);
    if (scripts.length === 0) return undefined;
    const sources = new Map<DiffFile, string>();
    await askInTime(signal, async bounded => {
      const asked = scripts.flatMap(({ path }) => sourcesOf(path));
      const [atHead, atBase] = await Promise.all(
        [head, mergeBase].map(commit => pathsAt(git, root, commit, asked, bounded)),
      );
      for (const file of scripts) {
        const ofPath = sourcesOf(file.path);
        const source = ofPath.find(each => atHead?.has(each));
        const wasCompiled = file.baseBlob === undefined || ofPath.some(each => atBase?.has(each));
        if (source !== undefined && wasCompiled) sources.set(file, source);
      }
    });
    const { notifications = [] } = outcome;
    const left = [...sources].map(([{ path }, source]) => ({
      path,
      reason: `compiled, as \`${source.slice(source.lastIndexOf('/') + 1)}\` beside it says`,
    }));
    const gone = new Set(mayGo.filter(({ file }) => sources.has(file)));
    return {
      findings: outcome.findings.filter(each => !gone.has(each)),
      notifications: [...notifications, ...left],
      depending: scripts.map(({ path }) => path),
    };
  });
}

/** What the compiler makes a script of; none if it is no script. */
function sourcesOf(path: string): string[] {
  const [ending = '', kind = ''] = /\.([cm]?js|jsx)$/.exec(path) ?? [];
  const stem = path.slice(0, path.length - ending.length);
  if (kind === '') return [];
  if (kind === 'js') return [`${stem}.ts`, `${stem}.tsx`];
  return [`${stem}.${kind.replace('js', 'ts')}`];
}
