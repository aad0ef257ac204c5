import type { Kysely } from 'kysely';
import type { EngineResult } from '../../../engine/messages.ts';
import type { StoredReview } from '../../../store/store.ts';
import type { Database } from '../../database/schema.ts';

/** The state of a review. */
export type ReviewStatus = StoredReview['status'];

/** A review as the dashboard lists it. */
export interface ReviewRow {
  readonly id: string;
  /** Counts up with each review; the list is paged by it. */
  readonly number: number;
  readonly repository: string;
  readonly pr: number;
  readonly title: string | undefined;
  readonly status: ReviewStatus;
  /** The current step in plain words; undefined while it waits. */
  readonly stage: string | undefined;
  /** From 0 to 1. */
  readonly progress: number;
  readonly createdAt: Date;
  readonly startedAt: Date | undefined;
  readonly completedAt: Date | undefined;
  /** Number of comments; undefined unless it has completed. */
  readonly issues: number | undefined;
}

/** A review with its result. */
export interface ReviewDetails extends ReviewRow {
  readonly base: string;
  readonly head: string;
  readonly attempts: number;
  readonly webUrl: string | undefined;
  /** Name of the API key that asked for it. */
  readonly requestedBy: string | undefined;
  readonly result: EngineResult | undefined;
}

/** Which reviews to list. */
export interface ReviewFilter {
  readonly status?: ReviewStatus;
  /** `owner/name`, in any case. */
  readonly repository?: string;
  readonly pr?: number;
  /** Only reviews before this number, for the next page. */
  readonly before?: number;
}

/** Reviews on one page of the list. */
export const pageLength = 50;

const listed = [
  'reviews.id',
  'reviews.number',
  'reviews.repository',
  'reviews.pr',
  'reviews.title',
  'reviews.status',
  'reviews.stage',
  'reviews.progress',
  'reviews.created_at',
  'reviews.started_at',
  'reviews.completed_at',
  'reviews.issues',
] as const;

/** Lists reviews, newest first: one more than a page holds if there is another page. */
export async function listReviews(database: Kysely<Database>, filter: ReviewFilter): Promise<readonly ReviewRow[]> {
  const { status, repository, pr, before } = filter;
  let query = database
    .selectFrom('reviews')
    .select(listed)
    .limit(pageLength + 1);
  if (status !== undefined) query = query.where('reviews.status', '=', status);
  if (repository !== undefined) {
    const id = await repositoryId(database, repository);
    if (id === undefined) return [];
    // Two bounds instead of `=` keep the planner on the index by repository, also for one that has few reviews.
    query = query.where('reviews.repository_id', '>=', id).where('reviews.repository_id', '<=', id);
    query = query.orderBy('reviews.repository_id');
  }
  if (pr !== undefined) query = query.where('reviews.pr', '=', pr);
  if (before !== undefined) query = query.where('reviews.number', '<', before);
  return (await query.orderBy('reviews.number', 'desc').execute()).map(reviewRow);
}

/** Reads a review with its result. */
export async function readReview(database: Kysely<Database>, id: string): Promise<ReviewDetails | undefined> {
  const row = await database
    .selectFrom('reviews')
    .leftJoin('repositories', 'repositories.id', 'reviews.repository_id')
    .leftJoin('api_keys', 'api_keys.id', 'reviews.requested_by')
    .select([...listed, 'reviews.base', 'reviews.head', 'reviews.attempts', 'reviews.result'])
    .select(['repositories.web_url', 'api_keys.name as requested_by_name'])
    .where('reviews.id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    ...reviewRow(row),
    base: row.base,
    head: row.head,
    attempts: row.attempts,
    webUrl: row.web_url ?? undefined,
    requestedBy: row.requested_by_name ?? undefined,
    result: row.result ?? undefined,
  };
}

/** Names of repositories to offer in the filter, at most 500. */
export async function repositoryNames(database: Kysely<Database>): Promise<readonly string[]> {
  const rows = await database
    .selectFrom('repositories')
    .select('full_name')
    .where('removed_at', 'is', null)
    .orderBy('full_name_key')
    .limit(500)
    .execute();
  return rows.map(({ full_name }) => full_name);
}

async function repositoryId(database: Kysely<Database>, fullName: string): Promise<string | undefined> {
  const key = fullName.toLowerCase();
  const row = await database
    .selectFrom('repositories')
    .select('id')
    .where('full_name_key', '=', key)
    .executeTakeFirst();
  return row?.id;
}

interface SelectedReview {
  readonly id: string;
  readonly number: number;
  readonly repository: string;
  readonly pr: number;
  readonly title: string | null;
  readonly status: ReviewStatus;
  readonly stage: string | null;
  readonly progress: number | null;
  readonly created_at: Date;
  readonly started_at: Date | null;
  readonly completed_at: Date | null;
  readonly issues: number | null;
}

function reviewRow(row: SelectedReview): ReviewRow {
  return {
    id: row.id,
    number: row.number,
    repository: row.repository,
    pr: row.pr,
    title: row.title ?? undefined,
    status: row.status,
    stage: row.stage ?? undefined,
    progress: row.progress ?? 0,
    createdAt: row.created_at,
    startedAt: row.started_at ?? undefined,
    completedAt: row.completed_at ?? undefined,
    issues: row.issues ?? undefined,
  };
}
