import type { Provider } from '../repository/remoteUrl.ts';
import type { RemoteRefs } from './remoteRefs.ts';

/**
 * Whether the refs of a remote tell which of its pull requests are open: those that have a trial merge.
 *
 * GitHub deletes the trial merge of a closed pull request. GitLab keeps it, as does GitBucket, Gitea has none and keeps
 * the heads of closed ones, Bitbucket Data Center's heads lag, and Azure DevOps has only merges: there, only the REST API
 * can tell. A remote of an unknown host, or in a folder, may be any of these, so that its own refs have to show it.
 */
export function tellsOpen(provider: Provider, refs: RemoteRefs): boolean {
  return provider === 'github' || (provider === 'git' && refs.deletesMerges);
}
