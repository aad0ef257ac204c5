import * as vscode from 'vscode';
import { plainLine } from '../../core/base/text.ts';
import { t } from '../../core/base/l10n.ts';
import { parsePullRequestInput } from '../../git/pullRequest/pullRequestInput.ts';
import { noCandidates, type PullRequestSource } from '../../git/pullRequest/source.ts';
import { isOnDefaultBranch } from '../../git/pullRequest/isOnDefaultBranch.ts';

/** What the GitHub Pull Requests extension answers for a folder, as far as it is used; it is not documented. */
interface Exported {
  readonly getRepositoryDescription?: (uri: vscode.Uri) => unknown;
}

const longestMilliseconds = 2_000;

/**
 * The pull request that the GitHub Pull Requests extension shows for the branch. It may still show the one of the branch
 * before, and may ask the network and the user: so it is asked only where it is active and has noted one for this
 * branch, for a moment, and believed where both are the same.
 * @param folder the repository's, as the editor spells it
 */
export const pullRequestsExtension = (folder: string): PullRequestSource => ({
  name: 'GitHub Pull Requests extension',
  isLocal: true,
  find: async (context, signal) => {
    const { copy, config, identity } = context;
    const noted = config.get(`branch.${copy.branch ?? ''}.github-pr-owner-number`);
    const extension = vscode.extensions.getExtension<Exported | undefined>('GitHub.vscode-pull-request-github');
    if (noted === undefined || extension?.isActive !== true) return noCandidates;
    try {
      const described = await inTime(extension.exports?.getRepositoryDescription?.(vscode.Uri.file(folder)), signal);
      const { pullRequest } = (described ?? {}) as {
        readonly pullRequest?: { readonly url?: unknown; readonly title?: unknown };
      };
      // Its owner and name are those of the push remote, so both are read from the address.
      const parsed = typeof pullRequest?.url === 'string' ? parsePullRequestInput(pullRequest.url) : undefined;
      if (parsed?.repository === undefined || parsed.host !== identity.host) return noCandidates;
      const { number, repository } = parsed;
      const isNoted = noted.toLowerCase() === `${repository.replace('/', '#')}#${number}`.toLowerCase();
      if (!isNoted || (await isOnDefaultBranch(context, copy.head, signal))) return noCandidates;
      const title = typeof pullRequest?.title === 'string' ? { title: plainLine(pullRequest.title) } : {};
      const explanation = t('shown for this branch by the GitHub Pull Requests extension');
      return { candidates: [{ number, confidence: 'high', explanation, repository, ...title }] };
    } catch {
      return noCandidates;
    }
  },
});

async function inTime(answer: unknown, signal: AbortSignal): Promise<unknown> {
  const ended = AbortSignal.any([signal, AbortSignal.timeout(longestMilliseconds)]);
  const late = new Promise<undefined>(resolve => {
    ended.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  return Promise.race([answer, late]);
}
