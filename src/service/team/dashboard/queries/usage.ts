import { sql, type Kysely } from 'kysely';
import type { KeyKind } from '../../../../core/review/apiKey.ts';
import type { Database } from '../../database/schema.ts';
import type { Member } from '../../members/member.ts';
import type { ReviewStatus } from './reviews.ts';

/** The requests of a key in the current hour. */
export interface KeyUsage {
  readonly id: string;
  readonly name: string;
  readonly kind: KeyKind;
  readonly lastFour: string;
  readonly used: number;
}

/** The reviews that were asked for on one day, by state. */
export interface DayUsage extends Readonly<Record<ReviewStatus, number>> {
  /** `2026-11-22`, in UTC. */
  readonly day: string;
}

/** Days in the chart, today included. */
export const chartDays = 30;

/** The requests of this hour by key, most first: of all valid keys for an admin, else of the member's own. */
export async function hourUsage(database: Kysely<Database>, member: Member): Promise<readonly KeyUsage[]> {
  let query = database
    .selectFrom('api_keys')
    .leftJoin('permits', join =>
      join
        .onRef('permits.key_id', '=', 'api_keys.id')
        .on('permits.hour', '=', sql<number>`floor(extract(epoch from now()) / 3600)::bigint`),
    )
    .select(['api_keys.id', 'api_keys.name', 'api_keys.kind', 'api_keys.last_four as lastFour'])
    .select(sql<number>`coalesce(permits.used, 0)::int`.as('used'))
    .where('api_keys.revoked_at', 'is', null)
    .orderBy('used', 'desc')
    .orderBy('api_keys.name')
    .limit(200);
  if (member.role !== 'admin') query = query.where('api_keys.created_by', '=', member.id);
  return query.execute();
}

/** The reviews of the last days, oldest day first, days without reviews included. */
export async function reviewsByDay(database: Kysely<Database>): Promise<readonly DayUsage[]> {
  const { rows } = await sql<DayUsage>`
    SELECT to_char(days.day, 'YYYY-MM-DD') AS day,
      count(*) FILTER (WHERE status = 'completed')::int AS completed,
      count(*) FILTER (WHERE status = 'failed')::int AS failed,
      count(*) FILTER (WHERE status = 'cancelled')::int AS cancelled,
      count(*) FILTER (WHERE status = 'pending')::int AS pending
    FROM generate_series(
      date_trunc('day', now() AT TIME ZONE 'UTC') - make_interval(days => ${chartDays - 1}),
      date_trunc('day', now() AT TIME ZONE 'UTC'), interval '1 day') AS days(day)
    LEFT JOIN reviews ON reviews.created_at >= days.day AT TIME ZONE 'UTC'
      AND reviews.created_at < (days.day + interval '1 day') AT TIME ZONE 'UTC'
    GROUP BY days.day ORDER BY days.day`.execute(database);
  return rows;
}
