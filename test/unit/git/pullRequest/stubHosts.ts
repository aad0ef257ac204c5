import type { IncomingMessage } from 'node:http';
import type { Answer } from './providerServer.ts';

/** A pull request of a stub host. */
export interface StubPull {
  readonly number: number;
  readonly isOpen: boolean;
  readonly branch: string;
  readonly commit: string;
  /** `owner/name` of the repository the branch is in. */
  readonly from: string;
  /** `owner/name` of the repository it is made to. */
  readonly to: string;
}

/** A repository of a stub host. */
export interface StubRepository {
  readonly id: number;
  /** `owner/name`, as it is today. */
  readonly name: string;
  readonly formerly?: string;
  readonly parent?: string;
}

export interface StubState {
  readonly pulls: readonly StubPull[];
  readonly repositories: readonly StubRepository[];
}

/** One host's REST interface with its own filters, redirects and paging, as its documentation has them. */
export interface StubHost {
  readonly name: string;
  /** The URL of a repository's remote. */
  readonly remote: (fullName: string) => string;
  /** What a repository is called where it is called `owner/name` in the layouts. */
  readonly named?: (fullName: string) => string;
  readonly answer: (url: URL, state: StubState, request: IncomingMessage, sent: string) => Answer;
  /** What an anonymous request for a private repository gets. */
  readonly refusal: Answer;
  /** A repository that was given another name leads from the old one. */
  readonly redirects: boolean;
}

const missing: Answer = { status: 404, body: { message: 'Not Found' } };

function repositoryOf({ repositories }: StubState, name: string): StubRepository | undefined {
  return repositories.find(each => each.name === name || each.formerly === name);
}

function idOf(state: StubState, name: string): number {
  return repositoryOf(state, name)?.id ?? 0;
}

/** What is told of the pull request that a path below its repository's names; undefined for other paths. */
function oneAt(
  { pulls }: StubState,
  { name }: StubRepository,
  rest: string,
  item: (pull: StubPull) => object,
): Answer | undefined {
  const [, number] = /^\/(?:pulls|merge_requests|pullrequests|pull-requests)\/(\d+)$/.exec(rest) ?? [];
  if (number === undefined) return undefined;
  const found = pulls.find(pull => pull.to === name && pull.number === Number(number));
  return found === undefined ? missing : { body: item(found) };
}

/** A page of a list and the address of the next one. */
function paged<T>(all: readonly T[], url: URL, size: number): { readonly page: readonly T[]; readonly link?: string } {
  const number = Number(url.searchParams.get('page') ?? 1);
  const next = new URL(url);
  next.searchParams.set('page', String(number + 1));
  const link = number * size < all.length ? { link: `<${next.href}>; rel="next", <${url.href}>; rel="first"` } : {};
  return { page: all.slice((number - 1) * size, number * size), ...link };
}

function likeGithub(state: StubState, pull: StubPull, site: string): object {
  const repo = (name: string): object => ({ full_name: name, fork: repositoryOf(state, name)?.parent !== undefined });
  return {
    number: pull.number,
    state: pull.isOpen ? 'open' : 'closed',
    title: `Change ${pull.number}`,
    html_url: `${site}/${pull.to}/pull/${pull.number}`,
    head: { ref: pull.branch, sha: pull.commit, repo: repo(pull.from) },
    base: { ref: 'main', repo: repo(pull.to) },
  };
}

function recordLikeGithub({ id, name, parent }: StubRepository): Answer {
  return {
    body: { id, full_name: name, ...(parent === undefined ? {} : { fork: true, parent: { full_name: parent } }) },
  };
}

const github: StubHost = {
  name: 'GitHub',
  remote: name => `https://github.com/${name}`,
  refusal: missing,
  redirects: true,
  answer: (url, state) => {
    const [, byId, byName, rest = ''] =
      /^(?:\/repositories\/(\d+)|\/repos\/([^/]+\/[^/]+))(.*)$/.exec(url.pathname) ?? [];
    const repository = state.repositories.find(each =>
      byId === undefined ? [each.name, each.formerly].includes(byName) : each.id === Number(byId),
    );
    if (repository === undefined) return missing;
    if (byName !== undefined && repository.formerly === byName) {
      const location = `https://api.github.com/repositories/${repository.id}${rest}${url.search}`;
      return { status: 301, headers: { location }, body: { message: 'Moved Permanently' } };
    }
    if (rest === '') return recordLikeGithub(repository);
    const one = oneAt(state, repository, rest, pull => likeGithub(state, pull, 'https://github.com'));
    if (one !== undefined) return one;
    const [, commit] = /^\/commits\/(\w+)\/pulls$/.exec(rest) ?? [];
    const head = url.searchParams.get('head');
    const found = state.pulls.filter(
      pull =>
        pull.to === repository.name &&
        (commit === undefined
          ? pull.isOpen && head === `${pull.from.split('/')[0]}:${pull.branch}`
          : pull.commit === commit),
    );
    const { page, link } = paged(found, url, Number(url.searchParams.get('per_page')));
    const body = page.map(pull => likeGithub(state, pull, 'https://github.com'));
    return { body, headers: link === undefined ? {} : { link } };
  },
};

const gitea: StubHost = {
  name: 'Gitea',
  remote: name => `https://codeberg.org/${name}`,
  refusal: missing,
  redirects: true,
  answer: (url, state) => {
    const [, name = '', rest = ''] = /^\/api\/v1\/repos\/([^/]+\/[^/]+)(.*)$/.exec(url.pathname) ?? [];
    const repository = repositoryOf(state, name);
    if (repository === undefined) return missing;
    if (repository.formerly === name)
      return {
        status: 301,
        headers: { location: `/api/v1/repos/${repository.name}${rest}${url.search}` },
        body: '<a href="">Moved Permanently</a>.',
      };
    if (rest === '') return recordLikeGithub(repository);
    const one = oneAt(state, repository, rest, pull => likeGithub(state, pull, 'https://codeberg.org'));
    if (one !== undefined) return one;
    const found = state.pulls.filter(pull => pull.to === repository.name && pull.isOpen);
    // A server gives shorter pages than it was asked for.
    const { page } = paged(found, url, 30);
    const body = page.map(pull => likeGithub(state, pull, 'https://codeberg.org'));
    return { body, headers: { 'x-total-count': String(found.length) } };
  },
};

const gitlab: StubHost = {
  name: 'GitLab',
  remote: name => `https://gitlab.com/${name}`,
  refusal: { status: 404, body: { message: '404 Project Not Found' } },
  redirects: true,
  answer: (url, state) => {
    const [, encoded = '', rest = ''] = /^\/api\/v4\/projects\/([^/]+)(.*)$/.exec(url.pathname) ?? [];
    const name = decodeURIComponent(encoded);
    const repository = state.repositories.find(
      each => each.name === name || each.formerly === name || String(each.id) === name,
    );
    if (repository === undefined) return missing;
    if (repository.formerly === name)
      return {
        status: 301,
        headers: { location: `https://gitlab.com/api/v4/projects/${repository.id}${rest}${url.search}` },
        body: {},
      };
    const { id, parent } = repository;
    if (rest === '')
      return {
        body: {
          id,
          path_with_namespace: repository.name,
          ...(parent === undefined
            ? {}
            : { forked_from_project: { id: idOf(state, parent), path_with_namespace: parent } }),
        },
      };
    const item = (pull: StubPull): object => ({
      iid: pull.number,
      state: pull.isOpen ? 'opened' : 'merged',
      title: `Change ${pull.number}`,
      web_url: `https://gitlab.com/${pull.to}/-/merge_requests/${pull.number}`,
      references: { short: `!${pull.number}`, full: `${pull.to}!${pull.number}` },
      source_branch: pull.branch,
      target_branch: 'main',
      source_project_id: idOf(state, pull.from),
      target_project_id: id,
      sha: pull.commit,
    });
    const one = oneAt(state, repository, rest, item);
    if (one !== undefined) return one;
    const [, commit] = /^\/repository\/commits\/(\w+)\/merge_requests$/.exec(rest) ?? [];
    const source = url.searchParams.get('source_project_id');
    const found = state.pulls.filter(
      pull =>
        pull.to === repository.name &&
        (commit === undefined
          ? pull.isOpen &&
            pull.branch === url.searchParams.get('source_branch') &&
            (source === null || String(idOf(state, pull.from)) === source)
          : pull.commit === commit),
    );
    const { page, link } = paged(found, url, Number(url.searchParams.get('per_page')));
    return { body: page.map(item), headers: link === undefined ? {} : { link } };
  },
};

const bitbucketCloud: StubHost = {
  name: 'Bitbucket Cloud',
  remote: name => `https://bitbucket.org/${name}`,
  refusal: { status: 403, body: { type: 'error', error: { message: 'Access denied.' } } },
  redirects: false,
  answer: (url, state) => {
    const [, name = '', rest = ''] = /^\/2\.0\/repositories\/([^/]+\/[^/]+)(.*)$/.exec(url.pathname) ?? [];
    const repository = repositoryOf(state, name);
    if (repository === undefined) return missing;
    const { parent } = repository;
    if (rest === '')
      return {
        body: { full_name: repository.name, ...(parent === undefined ? {} : { parent: { full_name: parent } }) },
      };
    const item = (pull: StubPull, isFull: boolean): object => ({
      id: pull.number,
      title: `Change ${pull.number}`,
      links: { html: { href: `https://bitbucket.org/${pull.to}/pull-requests/${pull.number}` } },
      ...(isFull
        ? {
            state: pull.isOpen ? 'OPEN' : 'MERGED',
            source: {
              branch: { name: pull.branch },
              commit: { hash: pull.commit.slice(0, 12) },
              repository: { full_name: pull.from },
            },
            destination: { branch: { name: 'main' }, repository: { full_name: pull.to } },
          }
        : {}),
    });
    const one = oneAt(state, repository, rest, pull => item(pull, true));
    if (one !== undefined) return one;
    const [, commit] = /^\/commit\/(\w+)\/pullrequests$/.exec(rest) ?? [];
    const q = url.searchParams.get('q') ?? '';
    const wanted = (field: string): string | undefined => new RegExp(`\\b${field}="([^"]*)"`).exec(q)?.[1];
    const from = wanted('source\\.repository\\.full_name');
    const found = state.pulls.filter(
      pull =>
        pull.to === repository.name &&
        (commit === undefined
          ? pull.isOpen && pull.branch === wanted('source\\.branch\\.name') && (from ?? pull.from) === pull.from
          : pull.commit === commit),
    );
    const { page, link } = paged(found, url, Number(url.searchParams.get('pagelen')));
    const isFull = commit === undefined || (url.searchParams.get('fields') ?? '').includes('+values.state');
    const values = page.map(pull => item(pull, isFull));
    return { body: { values, ...(link === undefined ? {} : { next: /<([^>]+)>/.exec(link)?.[1] }) } };
  },
};

const bitbucketServer: StubHost = {
  name: 'Bitbucket Data Center',
  remote: name => `https://git.acme.example/scm/${name}`,
  refusal: { status: 401, body: { errors: [{ message: 'Authentication required' }] } },
  redirects: false,
  answer: (url, state) => {
    const [, owner = '', repo = '', rest = ''] =
      /^\/rest\/api\/1\.0\/projects\/([^/]+)\/repos\/([^/]+)(.*)$/.exec(url.pathname) ?? [];
    const repository = repositoryOf(state, `${owner}/${repo}`);
    if (repository === undefined) return missing;
    const named = (name: string): object => {
      const [key, slug] = name.split('/');
      return { slug, project: { key } };
    };
    const { parent } = repository;
    if (rest === '')
      return { body: { ...named(repository.name), ...(parent === undefined ? {} : { origin: named(parent) }) } };
    const item = (pull: StubPull): object => ({
      id: pull.number,
      state: pull.isOpen ? 'OPEN' : 'MERGED',
      title: `Change ${pull.number}`,
      fromRef: { id: `refs/heads/${pull.branch}`, latestCommit: pull.commit, repository: named(pull.from) },
      toRef: { id: 'refs/heads/main', repository: named(pull.to) },
      links: { self: [{ href: `https://git.acme.example/projects/${pull.to}/pull-requests/${pull.number}` }] },
    });
    const one = oneAt(state, repository, rest, item);
    if (one !== undefined) return one;
    const [, commit] = /^\/commits\/(\w+)\/pull-requests$/.exec(rest) ?? [];
    const at = url.searchParams.get('at');
    const found = state.pulls.filter(pull =>
      commit === undefined
        ? pull.isOpen && pull.from === repository.name && at === `refs/heads/${pull.branch}`
        : pull.to === repository.name && pull.commit === commit,
    );
    const start = Number(url.searchParams.get('start') ?? 0);
    const limit = Number(url.searchParams.get('limit'));
    const values = found.slice(start, start + limit).map(item);
    const isLastPage = start + limit >= found.length;
    return { body: { values, isLastPage, nextPageStart: isLastPage ? null : start + limit } };
  },
};

/** @param newest version of the REST interface that it speaks */
function azure(name: string, site: string, organisation: string, newest: number, refusal: Answer): StubHost {
  return {
    name,
    remote: fullName => `${site}/${fullName.replace('/', '/_git/')}`,
    named: fullName => `${organisation}/${fullName}`,
    refusal,
    redirects: false,
    answer: (url, state, request, sent) => {
      if (Number(url.searchParams.get('api-version')) > newest)
        return { status: 400, body: { typeKey: 'VssVersionOutOfRangeException' } };
      const [, project = '', repo = '', rest = ''] =
        /\/([^/]+)\/_apis\/git\/repositories\/([^/]+)(.*)$/.exec(url.pathname) ?? [];
      const repository = repositoryOf(state, `${project}/${repo}`);
      if (repository === undefined) return missing;
      const named = (fullName: string): object => {
        const [owner, own] = fullName.split('/');
        return { name: own, project: { name: owner } };
      };
      const { parent } = repository;
      const withParent = parent !== undefined && url.searchParams.get('includeParent') === 'true';
      if (rest === '')
        return { body: { ...named(repository.name), ...(withParent ? { parentRepository: named(parent) } : {}) } };
      const item = (pull: StubPull): object => ({
        pullRequestId: pull.number,
        status: pull.isOpen ? 'active' : 'completed',
        title: `Change ${pull.number}`,
        sourceRefName: `refs/heads/${pull.branch}`,
        lastMergeSourceCommit: { commitId: pull.commit },
        repository: named(pull.to),
        ...(pull.from === pull.to
          ? {}
          : { forkSource: { name: `refs/heads/${pull.branch}`, repository: named(pull.from) } }),
      });
      const one = oneAt(state, repository, rest, item);
      if (one !== undefined) return one;
      const within = state.pulls.filter(pull => pull.to === repository.name);
      if (request.method === 'POST') {
        const { queries } = JSON.parse(sent) as { queries: { type: string; items: string[] }[] };
        const results = queries.map(({ type, items }) => {
          const found = type === 'commit' ? within.filter(pull => items.includes(pull.commit)) : [];
          return found.length === 0 ? {} : { [items[0] ?? '']: found.map(item) };
        });
        return { body: { queries, results } };
      }
      const found = within.filter(
        pull => pull.isOpen && `refs/heads/${pull.branch}` === url.searchParams.get('searchCriteria.sourceRefName'),
      );
      const skip = Number(url.searchParams.get('$skip') ?? 0);
      const value = found.slice(skip, skip + Number(url.searchParams.get('$top'))).map(item);
      return { body: { count: value.length, value } };
    },
  };
}

const signInPage: Answer = { status: 203, body: '<!doctype html><title>Sign In</title>' };

export const stubHosts: readonly StubHost[] = [
  github,
  gitlab,
  bitbucketCloud,
  bitbucketServer,
  azure('Azure DevOps', 'https://dev.azure.com/contoso', 'contoso', 7, signInPage),
  azure('Team Foundation Server 2018', 'https://tfs.acme.example/tfs/Main', 'tfs/Main', 4.1, { status: 401, body: '' }),
  gitea,
];
