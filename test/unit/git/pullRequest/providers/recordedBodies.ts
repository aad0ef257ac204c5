import { azureDevops } from '../../../../../src/git/pullRequest/providers/azureDevops.ts';
import { bitbucketCloud } from '../../../../../src/git/pullRequest/providers/bitbucketCloud.ts';
import { bitbucketServer } from '../../../../../src/git/pullRequest/providers/bitbucketServer.ts';
import { gitea } from '../../../../../src/git/pullRequest/providers/gitea.ts';
import { github } from '../../../../../src/git/pullRequest/providers/github.ts';
import { gitlab } from '../../../../../src/git/pullRequest/providers/gitlab.ts';
import type { ProviderApi } from '../../../../../src/git/pullRequest/providers/providerApi.ts';

/** A pull request of `feature` in a recorded body. */
export interface RecordedPull {
  readonly commit: string;
  /** The host's own word. */
  readonly state: string;
  /** The repository that the branch is in; `gone` where that fork was deleted since. */
  readonly from: 'base' | 'fork' | 'gone';
}

/** A host's answers with all members of the recorded ones that could be mistaken for another, and invented names. */
export interface RecordedHost {
  readonly name: string;
  readonly api: ProviderApi;
  readonly remote: string;
  readonly page: string;
  readonly open: string;
  /** The host's words for pull requests that are no longer open. */
  readonly closed: readonly string[];
  /** `owner/name` of the fork as the host tells it; undefined where it tells only that there is one. */
  readonly fork: string | undefined;
  readonly list: (pull: RecordedPull) => unknown;
  /** What is told of the fork's repository. */
  readonly record: unknown;
}

const other = '5f6e7d8c9b0a1f2e3d4c5b6a7f8e9d0c1b2a3f4e';
const person = { id: 31, login: 'robin', username: 'robin', name: 'Robin Sample', state: 'active', type: 'User' };

/** Of octokit/webhooks, drone/go-scm and jenkins-x/go-scm; Gitea answers in the same form. */
function likeGithub(site: string, page: string, { commit, state, from }: RecordedPull): unknown {
  const repo = (owner: string, fork: boolean): object => ({
    id: fork ? 1_100_000_002 : 1_100_000_001,
    name: 'orders',
    full_name: `${owner}/orders`,
    owner: { ...person, login: owner },
    fork,
    parent: null,
    html_url: `${site}/${owner}/orders`,
    default_branch: 'main',
  });
  return [
    {
      id: 4711,
      url: `${site}/api/pulls/7`,
      number: 7,
      state,
      draft: true,
      locked: false,
      title: 'Refund orders',
      body: 'Closes #3',
      user: person,
      html_url: page,
      merged_at: null,
      merge_commit_sha: other,
      mergeable: true,
      head: {
        label: 'robin:feature',
        ref: 'feature',
        sha: commit,
        repo: from === 'gone' ? null : repo(from === 'base' ? 'acme' : 'robin', from === 'fork'),
      },
      base: { label: 'acme:main', ref: 'main', sha: other, repo: repo('acme', false) },
      merge_base: other,
    },
  ];
}

/** Of drone/go-scm and the Bitbucket plugin of Jenkins. */
function cloudSide(owner: string, branch: string, hash: string): object {
  return {
    branch: { name: branch, links: {} },
    commit: {
      type: 'commit',
      hash,
      links: { html: { href: `https://bitbucket.org/${owner}/orders/commits/${hash}` } },
    },
    repository: { type: 'repository', name: 'Orders', full_name: `${owner}/orders`, uuid: '{3f1c9a52}' },
  };
}

/** Of drone/go-scm and the Bitbucket plugin of Jenkins; the host knows itself by its inner address. */
function serverSide(key: string, branch: string, latestCommit: string): object {
  const origin = { slug: 'orders', id: 1, name: 'Orders', project: { key: 'ACME', id: 1, name: 'Shop' } };
  return {
    id: `refs/heads/${branch}`,
    displayId: branch,
    latestCommit,
    repository: {
      slug: 'orders',
      id: 12,
      name: 'Orders of the shop',
      state: 'AVAILABLE',
      ...(key === 'ACME' ? {} : { origin }),
      project: { key, id: 2, name: 'Shop', type: key === 'ACME' ? 'NORMAL' : 'PERSONAL' },
    },
  };
}

function azureSide(project: string, fork: boolean): object {
  const id = fork ? '0b7d' : '9c2e';
  const url = `https://dev.azure.com/contoso/_apis/projects/${id}`;
  return {
    id,
    name: 'orders',
    url: `https://dev.azure.com/contoso/${id}/_apis/git/repositories/${id}`,
    project: { id, name: project, url, state: 'wellFormed', revision: 11 },
    isFork: fork,
  };
}

const gitlabProject = { base: 32_732, fork: 278_964 };

export const recordedHosts: readonly RecordedHost[] = [
  {
    name: 'GitHub',
    api: github,
    remote: 'https://github.com/acme/orders',
    page: 'https://github.com/acme/orders/pull/7',
    open: 'open',
    closed: ['closed'],
    fork: 'robin/orders',
    list: pull => likeGithub('https://github.com', 'https://github.com/acme/orders/pull/7', pull),
    record: {
      id: 1_100_000_002,
      full_name: 'robin/orders',
      fork: true,
      parent: { id: 1_100_000_001, full_name: 'acme/orders' },
      source: { id: 1_100_000_000, full_name: 'origin/orders' },
    },
  },
  {
    name: 'Gitea',
    api: gitea,
    remote: 'https://codeberg.org/acme/orders',
    page: 'https://codeberg.org/acme/orders/pulls/7',
    open: 'open',
    closed: ['closed'],
    fork: 'robin/orders',
    list: pull => likeGithub('https://codeberg.org', 'https://codeberg.org/acme/orders/pulls/7', pull),
    record: {
      id: 6_589,
      full_name: 'robin/orders',
      fork: true,
      parent: { id: 1, full_name: 'acme/orders', parent: null },
    },
  },
  {
    // Of drone/go-scm, jenkins-x/go-scm and go-gitlab: without `references`, and with pages of the old form.
    name: 'GitLab',
    api: gitlab,
    remote: 'https://gitlab.com/acme/orders',
    page: 'https://gitlab.com/acme/orders/merge_requests/7',
    open: 'opened',
    closed: ['closed', 'merged'],
    fork: undefined,
    list: ({ commit, state, from }) => [
      {
        id: 239_450,
        iid: 7,
        project_id: gitlabProject.base,
        title: 'Refund orders',
        description: 'Closes #3',
        state,
        target_branch: 'main',
        source_branch: 'feature',
        author: person,
        assignee: null,
        assignees: [person],
        source_project_id: from === 'gone' ? null : gitlabProject[from],
        target_project_id: gitlabProject.base,
        work_in_progress: true,
        milestone: { id: 731_038, iid: 37, title: '12.3', state: 'active' },
        merge_status: 'can_be_merged',
        sha: commit,
        merge_commit_sha: null,
        reference: '!7',
        web_url: 'https://gitlab.com/acme/orders/merge_requests/7',
      },
    ],
    record: {
      id: gitlabProject.fork,
      path_with_namespace: 'robin/orders',
      namespace: { id: 31, full_path: 'robin' },
      forked_from_project: { id: gitlabProject.base, path_with_namespace: 'acme/orders' },
    },
  },
  {
    name: 'Bitbucket Cloud',
    api: bitbucketCloud,
    remote: 'https://bitbucket.org/acme/orders',
    page: 'https://bitbucket.org/acme/orders/pull-requests/7',
    open: 'OPEN',
    closed: ['MERGED', 'DECLINED', 'SUPERSEDED'],
    fork: 'robin/orders',
    list: ({ commit, state, from }) => ({
      pagelen: 10,
      page: 1,
      size: 1,
      values: [
        {
          type: 'pullrequest',
          id: 7,
          title: 'Refund orders',
          summary: { raw: 'Closes #3', type: 'rendered' },
          state,
          draft: true,
          links: {
            self: { href: 'https://api.bitbucket.org/2.0/repositories/acme/orders/pullrequests/7' },
            html: { href: 'https://bitbucket.org/acme/orders/pull-requests/7' },
          },
          merge_commit: null,
          closed_by: null,
          destination: cloudSide('acme', 'main', other.slice(0, 12)),
          source: {
            ...cloudSide(from === 'base' ? 'acme' : 'robin', 'feature', commit.slice(0, 12)),
            ...(from === 'gone' ? { repository: null } : {}),
          },
        },
      ],
    }),
    record: { full_name: 'robin/orders', parent: { type: 'repository', full_name: 'acme/orders', name: 'Orders' } },
  },
  {
    name: 'Bitbucket Data Center',
    api: bitbucketServer,
    remote: 'https://git.acme.example/scm/acme/orders',
    page: 'https://git.acme.example/projects/ACME/repos/orders/pull-requests/7',
    open: 'OPEN',
    closed: ['MERGED', 'DECLINED'],
    fork: '~ROBIN/orders',
    list: ({ commit, state, from }) => ({
      size: 1,
      limit: 25,
      isLastPage: true,
      start: 0,
      values: [
        {
          id: 7,
          version: 1,
          title: 'Refund orders',
          state,
          open: state === 'OPEN',
          closed: state !== 'OPEN',
          fromRef: {
            ...serverSide(from === 'base' ? 'ACME' : '~ROBIN', 'feature', commit),
            ...(from === 'gone' ? { repository: null } : {}),
          },
          toRef: serverSide('ACME', 'main', other),
          author: { user: { id: 31, name: 'robin', active: true }, role: 'AUTHOR', status: 'UNAPPROVED' },
          properties: { mergeResult: { outcome: 'CLEAN', current: true } },
          links: { self: [{ href: 'https://git.acme.example/projects/ACME/repos/orders/pull-requests/7' }] },
        },
      ],
    }),
    record: (serverSide('~ROBIN', 'feature', other) as { readonly repository: unknown }).repository,
  },
  {
    // Of drone/go-scm and jenkins-x/go-scm.
    name: 'Azure DevOps',
    api: azureDevops,
    remote: 'https://dev.azure.com/contoso/acme/_git/orders',
    page: 'https://dev.azure.com/contoso/acme/_git/orders/pullrequest/7',
    open: 'active',
    closed: ['completed', 'abandoned'],
    fork: 'contoso/robin/orders',
    list: ({ commit, state, from }) => ({
      count: 1,
      value: [
        {
          repository: azureSide('acme', false),
          pullRequestId: 7,
          codeReviewId: 19,
          status: state,
          title: 'Refund orders',
          sourceRefName: 'refs/heads/feature',
          targetRefName: 'refs/heads/main',
          mergeStatus: 'queued',
          isDraft: true,
          lastMergeSourceCommit: { commitId: commit, url: `https://dev.azure.com/contoso/commits/${commit}` },
          lastMergeTargetCommit: { commitId: other, url: `https://dev.azure.com/contoso/commits/${other}` },
          ...(from === 'base' ? {} : { forkSource: { name: 'refs/heads/feature', objectId: commit } }),
          ...(from === 'fork'
            ? { forkSource: { name: 'refs/heads/feature', repository: azureSide('robin', true) } }
            : {}),
        },
      ],
    }),
    record: {
      ...azureSide('robin', true),
      parentRepository: { ...azureSide('acme', false), collection: { name: 'contoso' } },
    },
  },
];
