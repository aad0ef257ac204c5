import type { GitReader } from '../../../git/run/git.ts';
import type { EngineJob } from '../../engine/messages.ts';
import { isTestPath, type Reviewer, type ReviewerFinding } from '../../engine/reviewer.ts';
import { offline } from '../../repositoryIndex/offline.ts';
import { askInTime } from '../askInTime.ts';
import { explaining } from './secretsReviewer.ts';
import { textOf } from './withAllowedSecrets.ts';

interface Parts {
  readonly git: GitReader;
  readonly job: Pick<EngineJob, 'root'>;
}

/** Most findings that are asked about. */
const mostFindings = 20;

/**
 * The reviewer of secrets without the examples of documents: what documents or tests of the merge base hold, and no other
 * file, is published there on purpose. Where git cannot tell, the findings stay.
 */
export function withoutPublishedExamples(reviewer: Reviewer, { git, job }: Parts): Reviewer {
  const here = offline(git);
  return {
    ...reviewer,
    review: async (diff, signal, report, others) => {
      const outcome = await reviewer.review(diff, signal, report, others);
      if (outcome.status !== 'ok') return outcome;
      const asked = outcome.findings.filter(each => explaining.test(each.file.path) && textOf(each) !== '');
      const examples = new Set<ReviewerFinding>();
      await askInTime(signal, async bounded => {
        for (const each of asked.slice(0, mostFindings)) {
          const paths = await filesWith(textOf(each), diff.mergeBase, { git: here, job }, bounded);
          if (paths.length > 0 && paths.every(path => isTestPath(path) || explaining.test(path))) examples.add(each);
        }
      });
      return { ...outcome, findings: outcome.findings.filter(each => !examples.has(each)) };
    },
  };
}

async function filesWith(secret: string, commit: string, { git, job }: Parts, signal: AbortSignal): Promise<string[]> {
  const output = ['-l', '-z', '--no-color', '--full-name', '--no-recurse-submodules', '--no-textconv'];
  // By standard input: others on the machine can read arguments.
  const search = ['grep', '-F', '-I', ...output, '-f', '-', commit];
  const found = (await git.tryRun(job.root, search, { signal, input: `${secret}\n` })) ?? '';
  return found.split('\0').flatMap(each => (each === '' ? [] : [each.slice(commit.length + 1)]));
}
