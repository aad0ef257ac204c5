import { isTestPath, type Reviewer, type ReviewerFinding } from '../../engine/reviewer.ts';
import { askInTime } from '../refining/askInTime.ts';
import { refined, type Repository } from '../refining/refined.ts';
import { explaining } from './secretsReviewer.ts';
import { textOf } from './withAllowedSecrets.ts';

/** Most findings that are asked about. */
const mostFindings = 20;

/**
 * The reviewer of secrets without the examples of documents: what documents or tests of the merge base hold, and no other
 * file, is published there on purpose. Where git cannot tell, the findings stay.
 */
export function withoutPublishedExamples(reviewer: Reviewer, repository: Repository): Reviewer {
  return refined(reviewer, async (outcome, { mergeBase }, signal) => {
    const asked = outcome.findings.filter(each => explaining.test(each.file.path) && textOf(each) !== '');
    const examples = new Set<ReviewerFinding>();
    await askInTime(signal, async bounded => {
      for (const each of asked.slice(0, mostFindings)) {
        const paths = await filesWith(textOf(each), mergeBase, repository, bounded);
        if (paths.length > 0 && paths.every(path => isTestPath(path) || explaining.test(path))) examples.add(each);
      }
    });
    return { findings: outcome.findings.filter(each => !examples.has(each)) };
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
