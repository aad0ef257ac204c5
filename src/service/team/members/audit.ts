import { sql, type Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { Member } from './member.ts';

/** What an entry is about. */
export type AuditNoun =
  | 'account'
  | 'credential'
  | 'invitation'
  | 'key'
  | 'member'
  | 'password'
  | 'repository'
  | 'review'
  | 'session'
  | 'settings';

/** What somebody did. */
export interface AuditEntry {
  /** Undefined where nobody is signed in, as with the first link. */
  readonly actor: Pick<Member, 'id' | 'name'> | undefined;
  /** Such as `key.create`. */
  readonly action: `${AuditNoun}.${string}`;
  /** What it was done to, by the name that people know. */
  readonly object: string;
  /** Never a secret: passwords, keys and links do not belong here. */
  readonly detail?: Readonly<Record<string, string | number | boolean>>;
}

/** An entry that was kept. */
export interface AuditRow {
  readonly id: number;
  readonly at: Date;
  /** Id of the member, who may be gone by now. */
  readonly actor: string | undefined;
  readonly actorName: string;
  readonly action: string;
  readonly object: string;
  readonly detail: Readonly<Record<string, string | number | boolean>>;
}

/** Which entries to list. */
export interface AuditFilter {
  /** Id of a member. */
  readonly actor?: string;
  /** A whole action, or its noun. */
  readonly action?: string;
  /** Id of an entry; only those before it, for the next page. */
  readonly before?: number;
  /** At most this many, 50 by default and 200 at most. */
  readonly limit?: number;
}

/** Keeps what somebody did. @param database the transaction of the action, so that both are kept or neither */
export async function audit(database: Kysely<Database>, entry: AuditEntry): Promise<void> {
  const { actor, action, object, detail } = entry;
  await database
    .insertInto('audit')
    .values({
      actor: actor?.id ?? null,
      actor_name: actor?.name ?? 'The service',
      action,
      object: withoutNul(object).slice(0, 500),
      detail: detail === undefined ? null : JSON.stringify(detail, withoutNulInText),
    })
    .execute();
}

/** Lists what was done, newest first. */
export async function listAudit(database: Kysely<Database>, filter: AuditFilter = {}): Promise<readonly AuditRow[]> {
  const { actor, action, before, limit = 50 } = filter;
  let query = database
    .selectFrom('audit')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(Math.min(Math.max(limit, 1), 200));
  if (actor !== undefined) query = query.where('actor', '=', actor);
  if (action !== undefined) query = query.where(sql<boolean>`${action} in (action, split_part(action, '.', 1))`);
  if (before !== undefined && Number.isSafeInteger(before)) query = query.where('id', '<', before);
  const rows = await query.execute();
  return rows.map(row => ({
    id: row.id,
    at: row.at,
    actor: row.actor ?? undefined,
    actorName: row.actor_name,
    action: row.action,
    object: row.object,
    detail: row.detail ?? {},
  }));
}

/** Postgres keeps no text with the character U+0000. */
function withoutNul(text: string): string {
  return text.replaceAll('\0', '');
}

function withoutNulInText(_: string, value: unknown): unknown {
  return typeof value === 'string' ? withoutNul(value) : value;
}
