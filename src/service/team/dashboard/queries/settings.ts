import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema.ts';
import { audit } from '../../members/audit.ts';
import type { Member } from '../../members/member.ts';

/** What an admin sets for the whole team. */
export interface Settings {
  readonly organisation: string;
  readonly plan: string;
  /** Requests of one key in an hour. */
  readonly requestsPerHour: number;
  /** Days to keep reviews that have ended. */
  readonly keepDays: number;
}

/** Reads the settings. */
export async function readSettings(database: Kysely<Database>): Promise<Settings> {
  return database
    .selectFrom('settings')
    .select(['organisation', 'plan', 'requests_per_hour as requestsPerHour', 'keep_days as keepDays'])
    .executeTakeFirstOrThrow();
}

/** Stores the settings; all processes follow them. */
export async function storeSettings(database: Kysely<Database>, member: Member, settings: Settings): Promise<void> {
  const { organisation, plan, requestsPerHour, keepDays } = settings;
  await database.transaction().execute(async transaction => {
    await transaction
      .updateTable('settings')
      .set({ organisation, plan, requests_per_hour: requestsPerHour, keep_days: keepDays })
      .execute();
    await audit(transaction, {
      actor: member,
      action: 'settings.change',
      object: 'Settings',
      detail: { organisation, plan, requestsPerHour, keepDays },
    });
  });
}
