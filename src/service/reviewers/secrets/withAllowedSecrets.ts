import { createHash } from 'node:crypto';
import { findObjects, readObjects } from '../../../git/content/objects.ts';
import type { Reviewer, ReviewerFinding } from '../../engine/reviewer.ts';
import { askInTime } from '../refining/askInTime.ts';
import { refined, type Repository } from '../refining/refined.ts';

/** What gitleaks is to leave alone has the secrets as they are, what detect-secrets knows their SHA-1 hashes. */
const lists = ['.gitleaks.toml', '.secrets.baseline'];
const longestList = 4 << 20;

/**
 * The reviewer of secrets without those that the project has listed at the merge base for its own search: somebody looked
 * at them. They count as hidden by the settings of its tools. Where git cannot tell, the findings stay.
 */
export function withAllowedSecrets(reviewer: Reviewer, { git, job }: Repository): Reviewer {
  return refined(reviewer, async (outcome, diff, signal) => {
    if (outcome.findings.length === 0) return undefined;
    let known = '';
    await askInTime(signal, async bounded => {
      const names = lists.map(each => `${diff.mergeBase}:${each}`);
      const found = (await findObjects(git, job.root, names, bounded)).filter(each => each !== undefined);
      const ids = found.filter(({ size }) => size <= longestList).map(({ id }) => id);
      known = [...(await readObjects(git, job.root, ids, bounded)).values()].join('\n');
    });
    const isAllowed = (finding: ReviewerFinding): boolean => {
      const secret = textOf(finding);
      return secret !== '' && (known.includes(secret) || known.includes(sha1(secret)));
    };
    const findings = outcome.findings.map(each => (isAllowed(each) ? { ...each, hiddenBy: 'tool' as const } : each));
    return { findings };
  });
}

/** What a finding on one line is about; empty for one on several. */
export function textOf({ file, range: { startLine, startColumn, endLine, endColumn } }: ReviewerFinding): string {
  return startLine === endLine ? (file.lines[startLine - 1] ?? '').slice(startColumn - 1, endColumn - 1) : '';
}

function sha1(secret: string): string {
  return createHash('sha1').update(secret).digest('hex');
}
