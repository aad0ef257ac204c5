import { posix } from 'node:path';
import { readObjects } from '../../../git/content/objects.ts';
import type { GitReader } from '../../../git/run/git.ts';
import { decodeFile } from '../../engine/diff/decodeFile.ts';
import type { DiffModel } from '../../engine/diff/diffFile.ts';
import type { EngineJob } from '../../engine/messages.ts';
import type { Reviewer, ReviewerFinding } from '../../engine/reviewer.ts';
import { askInTime } from '../askInTime.ts';
import { wholeFile } from '../wholeFile.ts';
import { offline } from '../../repositoryIndex/offline.ts';

interface Parts {
  readonly git: GitReader;
  readonly job: Pick<EngineJob, 'root'>;
}

/**
 * Most folders to look into, and files of each: the last ones by name, since new migrations come last. They are some more
 * than few, since who writes a migration may tidy it.
 */
const mostFolders = 5;
const mostNeighbours = 20;
/** In as many of them the name is unused too. */
const fewestAlike = 2;
const longestFile = 100_000;

/**
 * A reviewer without the unused names of new files that files beside them have unused too at the merge base: a generator
 * writes them into each, as for migrations. Where git cannot tell, the findings stay.
 */
export function withoutTemplateNames(reviewer: Reviewer, { git, job }: Parts): Reviewer {
  const here = { git: offline(git), job };
  return {
    ...reviewer,
    review: async (diff, signal, report, others) => {
      const outcome = await reviewer.review(diff, signal, report, others);
      if (outcome.status !== 'ok') return outcome;
      const asked = outcome.findings.filter(each => isUnusedName(each) && each.file.baseBlob === undefined);
      const folders = [...Map.groupBy(asked, ({ file }) => posix.dirname(file.path))].slice(0, mostFolders);
      const alike = new Set<ReviewerFinding>();
      await askInTime(signal, async bounded => {
        for (const [folder, findings] of folders) {
          const names = await unusedIn(folder, { diff, findings, reviewer }, here, bounded);
          for (const each of findings) if ((names.get(each.name ?? '') ?? 0) >= fewestAlike) alike.add(each);
        }
      });
      return { ...outcome, findings: outcome.findings.filter(each => !alike.has(each)) };
    },
  };
}

function isUnusedName({ category, name }: ReviewerFinding): boolean {
  return category === 'maintainability' && name !== undefined;
}

interface Question {
  readonly diff: DiffModel;
  readonly findings: readonly ReviewerFinding[];
  readonly reviewer: Reviewer;
}

/** In how many files of a folder each name is unused. */
async function unusedIn(
  folder: string,
  { diff, findings, reviewer }: Question,
  { git, job }: Parts,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const endings = new Set(findings.map(({ file }) => posix.extname(file.path)));
  const within = folder === '.' ? [] : [`${folder}/`];
  const tree = ['ls-tree', '-z', '--full-tree', diff.mergeBase, '--', ...within];
  const listed = (await git.run(job.root, tree, { signal })).split('\0').flatMap(entry => {
    const [, id = '', path = ''] = /^100\d+ blob (\w+)\t([^]+)$/.exec(entry) ?? [];
    return endings.has(posix.extname(path)) ? [{ id, path }] : [];
  });
  const last = listed.slice(-mostNeighbours);
  const ids = last.map(({ id }) => id);
  const objects = last.length < fewestAlike ? new Map<string, Buffer>() : await readObjects(git, job.root, ids, signal);
  const files = last.flatMap(({ id, path }) => {
    const bytes = objects.get(id);
    const text = bytes === undefined || bytes.length > longestFile ? undefined : decodeFile(bytes, path);
    return text === undefined ? [] : [wholeFile(path, text)];
  });
  if (files.length < fewestAlike) return new Map();
  const answer = await reviewer.review({ ...diff, files, shortened: [] }, signal);
  const unused = answer.status === 'ok' ? answer.findings.filter(isUnusedName) : [];
  const paths = Map.groupBy(unused, ({ name = '' }) => name);
  return new Map([...paths].map(([name, each]) => [name, new Set(each.map(({ file }) => file.path)).size]));
}
