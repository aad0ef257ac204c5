import { open } from 'node:fs/promises';
import path from 'node:path';
import { t } from '../../../core/base/l10n.ts';
import type { PullRequestCandidate } from '../../../core/review/pullRequest.ts';
import type { RepositoryIdentity } from '../../repository/identifyRepository.ts';
import { parsePullRequestRef } from '../pullRequestRef.ts';
import { candidateRepository } from '../candidateRepository.ts';
import { parseRemoteUrl, type HostSettings } from '../../repository/remoteUrl.ts';
import { noCandidates, type PullRequestSource } from '../source.ts';
import { isOnDefaultBranch } from '../isOnDefaultBranch.ts';

const longestFile = 256 << 10;

/** Reads FETCH_HEAD if it is checked out: `git fetch origin pull/9/head`, then `git switch -d FETCH_HEAD`. */
export const fetchHead: PullRequestSource = {
  name: 'last fetch',
  isLocal: true,
  find: async (context, signal) => {
    const { copy, identity, hosts } = context;
    const content = await beginning(path.join(copy.gitDir, 'FETCH_HEAD'));
    const found = new Map<string, PullRequestCandidate>();
    for (const line of content.split('\n')) {
      const [commit, , description = ''] = line.split('\t');
      const [, ref = '', url = ''] = /^'([^']+)' of (.+)$/.exec(description) ?? [];
      const pull = commit === copy.head ? parsePullRequestRef(ref) : undefined;
      const name = pull && nameOfUrl(url, identity, hosts);
      if (pull === undefined || name === undefined) continue;
      const explanation = t('which was fetched last and is checked out');
      found.set(`${name.repository ?? ''}#${pull.number}`, {
        number: pull.number,
        confidence: 'medium',
        explanation,
        ...name,
      });
    }
    if (found.size === 0 || (await isOnDefaultBranch(context, copy.head, signal))) return noCandidates;
    return { candidates: [...found.values()] };
  },
};

/** The fetched URL, without user and `.git`; undefined if it names no repository. */
function nameOfUrl(
  url: string,
  identity: RepositoryIdentity,
  hosts: HostSettings,
): { readonly repository?: string } | undefined {
  const repository = parseRemoteUrl(url, { hosts });
  if (repository !== undefined) return candidateRepository(identity, repository);
  // A local path counts as the base repository if that has no hosted name either.
  return identity.host === undefined ? {} : undefined;
}

async function beginning(file: string): Promise<string> {
  try {
    const handle = await open(file);
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(longestFile), 0, longestFile, 0);
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch {
    return '';
  }
}
