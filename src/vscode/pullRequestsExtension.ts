import * as vscode from 'vscode';
import { plainLine } from '../core/plainText.ts';
import { parsePullRequestInput } from '../git/pullRequestInput.ts';
import { knowsNothing, type PullRequestSource } from '../git/source.ts';

/** What the GitHub Pull Requests extension answers for a folder, as far as it is used; it is not documented. */
interface Exported {
  readonly getRepositoryDescription?: (uri: vscode.Uri) => unknown;
}

/** The pull request that the GitHub Pull Requests extension shows for the branch; asked only where it is active already. */
export const pullRequestsExtension: PullRequestSource = {
  name: 'GitHub Pull Requests extension',
  isLocal: true,
  find: async ({ copy }) => {
    const extension = vscode.extensions.getExtension<Exported | undefined>('GitHub.vscode-pull-request-github');
    if (extension?.isActive !== true) return knowsNothing;
    try {
      const described = await extension.exports?.getRepositoryDescription?.(vscode.Uri.file(copy.root));
      const { pullRequest } = (described ?? {}) as {
        readonly pullRequest?: { readonly url?: unknown; readonly title?: unknown };
      };
      // Its owner and name are those of the push remote, so both are read from the address.
      const parsed = typeof pullRequest?.url === 'string' ? parsePullRequestInput(pullRequest.url) : undefined;
      if (parsed === undefined) return knowsNothing;
      const title = typeof pullRequest?.title === 'string' ? { title: plainLine(pullRequest.title) } : {};
      const explanation = 'shown for this branch by the GitHub Pull Requests extension';
      const repository = parsed.repository === undefined ? {} : { repository: parsed.repository };
      return { candidates: [{ number: parsed.number, confidence: 'high', explanation, ...repository, ...title }] };
    } catch {
      return knowsNothing;
    }
  },
};
