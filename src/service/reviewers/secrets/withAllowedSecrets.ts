import { createHash } from 'node:crypto';
import { findObjects, readObjects } from '../../../git/content/objects.ts';
import type { GitReader } from '../../../git/run/git.ts';
import type { EngineJob } from '../../engine/messages.ts';
import type { Reviewer, ReviewerFinding } from '../../engine/reviewer.ts';
import { offline } from '../../repositoryIndex/offline.ts';
import { askInTime } from '../askInTime.ts';

interface Parts {
  readonly git: GitReader;
  readonly job: Pick<EngineJob, 'root'>;
}

/** What gitleaks is to leave alone has the secrets as they are, what detect-secrets knows their SHA-1 hashes. */
const lists = ['.gitleaks.toml', '.secrets.baseline'];
const longestList = 4 << 20;

/**
 * The reviewer of secrets without those that the project has listed at the merge base for its own search: somebody looked
 * at them. They count as hidden by the settings of its tools. Where git cannot tell, the findings stay.
 */
export function withAllowedSecrets(reviewer: Reviewer, { git, job }: Parts): Reviewer {
  const here = offline(git);
  return {
    ...reviewer,
    review: async (diff, signal, report, others) => {
      const outcome = await reviewer.review(diff, signal, report, others);
      if (outcome.status !== 'ok' || outcome.findings.length === 0) return outcome;
      let known = '';
      await askInTime(signal, async bounded => {
        const names = lists.map(each => `${diff.mergeBase}:${each}`);
        const found = (await findObjects(here, job.root, names, bounded)).filter(each => each !== undefined);
        const ids = found.filter(({ size }) => size <= longestList).map(({ id }) => id);
        known = [...(await readObjects(here, job.root, ids, bounded)).values()].join('\n');
      });
      const isAllowed = (finding: ReviewerFinding): boolean => {
        const secret = textOf(finding);
        return secret !== '' && (known.includes(secret) || known.includes(sha1(secret)));
      };
      const findings = outcome.findings.map(each => (isAllowed(each) ? { ...each, hiddenBy: 'tool' as const } : each));
      return { ...outcome, findings };
    },
  };
}

/** What a finding on one line is about; empty for one on several. */
export function textOf({ file, range: { startLine, startColumn, endLine, endColumn } }: ReviewerFinding): string {
  return startLine === endLine ? (file.lines[startLine - 1] ?? '').slice(startColumn - 1, endColumn - 1) : '';
}

function sha1(secret: string): string {
  return createHash('sha1').update(secret).digest('hex');
}
