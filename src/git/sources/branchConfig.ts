import { parsePullRequestRef } from '../pullRequestRef.ts';
import { knowsNothing, type PullRequestSource } from '../source.ts';

/** `branch.NAME.merge` names the pull request's ref: command-line tools that check one out from a fork write it. */
export const branchConfig: PullRequestSource = {
  name: 'branch configuration',
  find: ({ copy, config }) => {
    const merge = copy.branch === undefined ? undefined : config.get(`branch.${copy.branch}.merge`);
    const ref = merge === undefined ? undefined : parsePullRequestRef(merge);
    if (ref === undefined) return Promise.resolve(knowsNothing);
    return Promise.resolve({
      candidates: [{ number: ref.number, confidence: 'high', explanation: "from the branch's configuration" }],
    });
  },
};
