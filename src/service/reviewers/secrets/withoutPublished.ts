import { isTestPath, type Reviewer, type ReviewerFinding } from '../../engine/reviewer.ts';
import { askInTime } from '../refining/askInTime.ts';
import { refined, type Repository } from '../refining/refined.ts';
import { explaining, mayBePublic } from './secretsReviewer.ts';
import { textOf } from './withAllowedSecrets.ts';

/** Most secrets that are asked about. */
const mostSecrets = 20;

/**
 * The reviewer of secrets without what is published already: the examples of documents, which documents or tests of the
 * merge base hold and no other file, and keys for clients that any file of it holds, as where a bundle is built anew. Where
 * git cannot tell, the findings stay.
 */
export function withoutPublished(reviewer: Reviewer, repository: Repository): Reviewer {
  return refined(reviewer, async (outcome, { mergeBase }, signal) => {
    const mayBePublished = (each: ReviewerFinding): boolean =>
      mayBePublic.test(each.rule) || explaining.test(each.file.path);
    const asked = outcome.findings.filter(each => mayBePublished(each) && textOf(each) !== '');
    const published = new Set<ReviewerFinding>();
    await askInTime(signal, async bounded => {
      for (const [secret, findings] of [...Map.groupBy(asked, textOf)].slice(0, mostSecrets)) {
        const paths = await filesWith(secret, mergeBase, repository, bounded);
        const areExamples = paths.every(path => isTestPath(path) || explaining.test(path));
        for (const each of paths.length === 0 ? [] : findings)
          if (mayBePublic.test(each.rule) || (areExamples && explaining.test(each.file.path))) published.add(each);
      }
    });
    return { findings: outcome.findings.filter(each => !published.has(each)) };
  });
}

async function filesWith(
  secret: string,
  commit: string,
  { git, job }: Repository,
  signal: AbortSignal,
): Promise<string[]> {
  const output = ['-l', '-z', '--no-color', '--full-name', '--no-recurse-submodules', '--no-textconv'];
  // By standard input: others on the machine can read arguments.
  const search = ['grep', '-F', '-I', ...output, '-f', '-', commit];
  const found = (await git.tryRun(job.root, search, { signal, input: `${secret}\n` })) ?? '';
  return found.split('\0').flatMap(each => (each === '' ? [] : [each.slice(commit.length + 1)]));
}
