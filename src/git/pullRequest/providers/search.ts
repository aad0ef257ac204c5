import type { PullRequestList, ProviderClient } from './client.ts';
import {
  isSameName,
  joinFullName,
  type ProvidedPullRequest,
  type ProviderApi,
  type ProviderRepository,
  type PullRequestQuery,
} from './providerApi.ts';

/** A pull request with the query that found it. */
export interface FoundPullRequest {
  readonly pull: ProvidedPullRequest;
  readonly query: PullRequestQuery;
}

export interface Found {
  readonly pulls: readonly FoundPullRequest[];
  /** False if there are more than were read. */
  readonly isWhole: boolean;
}

/**
 * Finds the open pull requests of a branch or commit: in the repository, under its current name, and, if it has none,
 * in the repository it was forked from.
 * @param headCommit HEAD
 */
export async function findOpen(
  client: ProviderClient,
  api: ProviderApi,
  asked: PullRequestQuery,
  headCommit: string,
  signal: AbortSignal,
): Promise<Found> {
  const wantedOf = ({ pulls, isWhole }: PullRequestList, query: PullRequestQuery): Found => ({
    isWhole,
    pulls: pulls.filter(pull => isWanted(pull, query, headCommit)).map(pull => ({ pull, query })),
  });
  const first = api.filtersById === true ? await withId(client, asked, signal) : asked;
  const told = await client.pullRequests(first, signal);
  if (told === undefined) return { pulls: [], isWhole: true };
  const { query, provided } = told.isMoved
    ? await moved(client, first, told, signal)
    : { query: first, provided: told };
  const found = closest(wantedOf(provided, query));
  const isFound = found.pulls.some(isMeant);
  if (isFound && !found.pulls.some(({ pull }) => pull.isWithinFork)) return found;
  const all = new Map(found.pulls.map(each => [keyOf(each), each]));
  let { isWhole } = found;
  for (const other of await otherQueries(client, query, isFound, signal)) {
    const more = await client.pullRequests(other, signal);
    if (more === undefined) continue;
    const wanted = wantedOf(more, other);
    for (const each of wanted.pulls) all.set(keyOf(each), each);
    isWhole &&= wanted.isWhole;
  }
  return closest({ pulls: [...all.values()], isWhole });
}

/** Prefers pull requests of the branch: others only have its commit. */
function closest({ pulls, isWhole }: Found): Found {
  const meant = pulls.filter(isMeant);
  return { pulls: meant.length > 0 ? meant : pulls, isWhole };
}

function isMeant({ pull, query }: FoundPullRequest): boolean {
  return query.head === undefined || isOfBranch(pull, query);
}

function keyOf({ pull, query }: FoundPullRequest): string {
  return `${pull.baseRepository ?? joinFullName(query.base)}#${pull.number}`.toLowerCase();
}

/**
 * What the host tells by the base repository's name of today: a filter by the old one may have kept everything back.
 */
async function moved(
  client: ProviderClient,
  asked: PullRequestQuery,
  told: PullRequestList,
  signal: AbortSignal,
): Promise<{ readonly query: PullRequestQuery; readonly provided: PullRequestList }> {
  const name =
    told.pulls.find(pull => pull.baseRepository !== undefined)?.baseRepository ??
    (await client.record(asked.base, signal))?.fullName;
  if (name === undefined) return { query: asked, provided: told };
  const query = renamed(asked, asked.base, name);
  const again = told.pulls.length === 0 ? await client.pullRequests(query, signal) : undefined;
  return { query, provided: again ?? told };
}

/** Adds the fork's id to the query, if the provider filters by id. */
async function withId(client: ProviderClient, query: PullRequestQuery, signal: AbortSignal): Promise<PullRequestQuery> {
  const { base, head } = query;
  if (head === undefined || isSameName(joinFullName(head), joinFullName(base))) return query;
  const id = (await client.record(head, signal))?.id;
  return id === undefined ? query : { ...query, head: { ...head, id } };
}

/** Further queries: by the current name of the head's repository, and in the repository it was forked from. */
async function otherQueries(
  client: ProviderClient,
  query: PullRequestQuery,
  isFound: boolean,
  signal: AbortSignal,
): Promise<PullRequestQuery[]> {
  const { base, head } = query;
  const own = head ?? base;
  const record = await client.record(own, signal);
  if (record === undefined) return [];
  const { fullName, parent } = record;
  const isRenamed = fullName !== undefined && !isSameName(fullName, joinFullName(own));
  const today = isRenamed ? renamed(query, own, fullName) : query;
  const queries = isRenamed && !isFound ? [today] : [];
  const isOfBase = isSameName(joinFullName(own), joinFullName(base));
  if (parent !== undefined && isOfBase) {
    const fork = today.head;
    const identified = fork === undefined || record.id === undefined ? fork : { ...fork, id: record.id };
    queries.push({ ...today, base: named(today.base, parent), head: identified });
  }
  return queries;
}

/** The query with another name for one of its repositories, wherever it is in it. */
function renamed(query: PullRequestQuery, repository: ProviderRepository, fullName: string): PullRequestQuery {
  const { base, head } = query;
  const isMeant = (other: ProviderRepository): boolean => isSameName(joinFullName(other), joinFullName(repository));
  return {
    ...query,
    base: isMeant(base) ? named(base, fullName) : base,
    head: head !== undefined && isMeant(head) ? named(head, fullName) : head,
  };
}

function named<T extends ProviderRepository>(repository: T, fullName: string): T {
  const slash = fullName.lastIndexOf('/');
  return { ...repository, owner: fullName.slice(0, slash), repo: fullName.slice(slash + 1) };
}

function isWanted(pull: ProvidedPullRequest, query: PullRequestQuery, headCommit: string): boolean {
  return isAt(pull, query.commit) || isAt(pull, headCommit) || isOfBranch(pull, query);
}

/** Whether a pull request's head or trial merge is the commit; Bitbucket Cloud abbreviates hashes. */
export function isAt({ headCommit, mergeCommit }: ProvidedPullRequest, commit: string): boolean {
  return (headCommit !== undefined && commit.startsWith(headCommit)) || mergeCommit === commit;
}

/** Whether a pull request's head has the name of the branch and may be in the repository it is pushed to. */
export function isOfBranch(pull: ProvidedPullRequest, { base, head }: PullRequestQuery): boolean {
  const { headBranch, headRepository } = pull;
  if (head === undefined || headBranch !== head.branch || headRepository === undefined) return false;
  const isSame = isSameName(joinFullName(head), joinFullName(base));
  if (headRepository === 'base' || headRepository === 'fork') return isSame === (headRepository === 'base');
  return isSameName(headRepository, joinFullName(head));
}
