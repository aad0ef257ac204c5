import { sql, type Kysely } from 'kysely';
import type { Database } from '../../database/schema.ts';
import type { ReviewStatus } from './reviews.ts';

/** A connected repository as the dashboard lists it. */
export interface RepositoryRow {
  readonly id: string;
  readonly fullName: string;
  readonly provider: string;
  readonly cloneUrl: string;
  readonly webUrl: string | undefined;
  readonly isPrivate: boolean;
  /** Why it cannot be read, as a sentence. */
  readonly problem: string | undefined;
  readonly checkedAt: Date | undefined;
  readonly lastReview: { readonly id: string; readonly status: ReviewStatus; readonly createdAt: Date } | undefined;
}

/** A connected repository with all that its page shows. */
export interface RepositoryDetails extends RepositoryRow {
  readonly defaultBranch: string | undefined;
  readonly sizeBytes: number | undefined;
  readonly connectedAt: Date;
  readonly connectedBy: string | undefined;
  readonly credential: StoredCredential | undefined;
}

/** A stored credential, without what it signs in with. */
export interface StoredCredential {
  readonly id: string;
  /** `https://host[:port]` */
  readonly origin: string;
  readonly username: string;
  readonly setAt: Date;
  readonly setBy: string | undefined;
}

/** Repositories on one page of the list. */
export const repositoriesPerPage = 100;

/** Lists the connected repositories by name: one more than a page holds if there is another page. @param after the last name of the page before */
export async function listRepositories(database: Kysely<Database>, after = ''): Promise<readonly RepositoryRow[]> {
  const rows = await repositories(database)
    .where('repositories.full_name_key', '>', after.toLowerCase())
    .orderBy('repositories.full_name_key')
    .limit(repositoriesPerPage + 1)
    .execute();
  return rows.map(repositoryRow);
}

/** Reads a connected repository. */
export async function readRepository(database: Kysely<Database>, id: string): Promise<RepositoryDetails | undefined> {
  const row = await repositories(database)
    .leftJoin('user as connecting', 'connecting.id', 'repositories.connected_by')
    .select(['repositories.default_branch', 'repositories.size_bytes'])
    .select(['repositories.connected_at', 'repositories.credential_id', 'connecting.name as connected_by_name'])
    .where('repositories.id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const [credential] = row.credential_id === null ? [] : await listCredentials(database, row.credential_id);
  return {
    ...repositoryRow(row),
    defaultBranch: row.default_branch ?? undefined,
    sizeBytes: row.size_bytes ?? undefined,
    connectedAt: row.connected_at,
    connectedBy: row.connected_by_name ?? undefined,
    credential,
  };
}

/** Lists the stored credentials, without what they sign in with. @param id of the only one to list */
export async function listCredentials(database: Kysely<Database>, id?: string): Promise<readonly StoredCredential[]> {
  let query = database
    .selectFrom('credentials')
    .leftJoin('user', 'user.id', 'credentials.set_by')
    .select(['credentials.id', 'credentials.origin', 'credentials.username', 'credentials.set_at', 'user.name'])
    .orderBy('credentials.origin')
    .orderBy('credentials.set_at', 'desc')
    .limit(100);
  if (id !== undefined) query = query.where('credentials.id', '=', id);
  return (await query.execute()).map(row => ({
    id: row.id,
    origin: row.origin,
    username: row.username,
    setAt: row.set_at,
    setBy: row.name ?? undefined,
  }));
}

function repositories(database: Kysely<Database>) {
  return database
    .selectFrom('repositories')
    .leftJoinLateral(
      last =>
        last
          .selectFrom('reviews')
          .select(['reviews.id', 'reviews.status', 'reviews.created_at'])
          // Two bounds instead of `=` keep the planner on the index by repository, also for one that has no reviews.
          .whereRef('reviews.repository_id', '>=', 'repositories.id')
          .whereRef('reviews.repository_id', '<=', 'repositories.id')
          .orderBy('reviews.repository_id')
          .orderBy('reviews.number', 'desc')
          .limit(1)
          .as('last_review'),
      join => join.on(sql.lit(true)),
    )
    .select(['repositories.id', 'repositories.full_name', 'repositories.provider', 'repositories.clone_url'])
    .select(['repositories.web_url', 'repositories.private', 'repositories.problem', 'repositories.checked_at'])
    .select(['last_review.id as review_id', 'last_review.status as review_status'])
    .select('last_review.created_at as review_created_at')
    .where('repositories.removed_at', 'is', null);
}

type SelectedRepository = Awaited<ReturnType<ReturnType<typeof repositories>['execute']>>[number];

function repositoryRow(row: SelectedRepository): RepositoryRow {
  const { review_id: id, review_status: status, review_created_at: createdAt } = row;
  return {
    id: row.id,
    fullName: row.full_name,
    provider: row.provider,
    cloneUrl: row.clone_url,
    webUrl: row.web_url ?? undefined,
    isPrivate: row.private,
    problem: row.problem ?? undefined,
    checkedAt: row.checked_at ?? undefined,
    lastReview: id === null || status === null || createdAt === null ? undefined : { id, status, createdAt },
  };
}
