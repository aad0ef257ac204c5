import { randomBytes } from 'node:crypto';
import { sql, type Kysely, type Transaction } from 'kysely';
import { CodeReviewError } from '../../../../core/base/errors.ts';
import type { Database } from '../../database/schema.ts';
import type { CheckResult } from '../../hosts/checkSteps.ts';
import type { CloneAddress } from '../../hosts/cloneAddress.ts';
import { audit } from '../../members/audit.ts';
import type { Member } from '../../members/member.ts';

/**
 * Connects a repository and returns its id; undefined if one of this name is connected already, which needs no credential.
 * @throws CodeReviewError of kind `refused` if the credential was removed meanwhile
 */
export async function connectRepository(
  database: Kysely<Database>,
  member: Member,
  address: CloneAddress,
  credentialId: string | undefined,
  check: CheckResult,
): Promise<string | undefined> {
  const fullName = check.fullName ?? address.fullName;
  const values = {
    full_name: fullName,
    name: fullName.slice(fullName.lastIndexOf('/') + 1),
    provider: address.provider,
    clone_url: address.cloneUrl,
    web_url: address.webUrl ?? null,
    credential_id: credentialId ?? null,
    connected_by: member.id,
    connected_at: sql<Date>`now()`,
    removed_at: null,
    ...checkedValues(check),
  };
  return database.transaction().execute(async transaction => {
    await holdCredential(transaction, credentialId);
    const row = await transaction
      .insertInto('repositories')
      .values({ id: `repo_${randomBytes(8).toString('hex')}`, full_name_key: fullName.toLowerCase(), ...values })
      // One that was disconnected comes back with its reviews.
      .onConflict(conflict =>
        conflict.column('full_name_key').doUpdateSet(values).where('repositories.removed_at', 'is not', null),
      )
      .returning('id')
      .executeTakeFirst();
    if (row === undefined) {
      await deleteUnused(transaction, credentialId);
      return undefined;
    }
    const detail = { cloneUrl: address.cloneUrl };
    await audit(transaction, { actor: member, action: 'repository.connect', object: fullName, detail });
    return row.id;
  });
}

/** A check of a repository that was begun. */
interface BegunCheck {
  readonly repositoryId: string;
  /** The credential that the repository had then. */
  readonly credentialId: string | undefined;
  /** In milliseconds since the epoch, by the clock of the database. */
  readonly begunAt: number;
}

/** Stores what a check has found, unless another credential was set meanwhile, or a check has ended that was begun later. */
export async function noteCheck(
  database: Kysely<Database>,
  { repositoryId, credentialId, begunAt }: BegunCheck,
  check: CheckResult,
): Promise<void> {
  const begun = new Date(begunAt);
  await database
    .updateTable('repositories')
    .set({ ...checkedValues(check), checked_at: begun })
    .where('id', '=', repositoryId)
    .where('credential_id', 'is not distinct from', credentialId ?? null)
    .where(eb => eb.or([eb('checked_at', 'is', null), eb('checked_at', '<=', begun)]))
    .execute();
}

/** Disconnects a repository: its pending reviews are cancelled, and a credential that no other one needs is deleted. */
export async function disconnectRepository(
  database: Kysely<Database>,
  member: Member,
  id: string,
  cancelReviews: (transaction: Transaction<Database>, repositoryId: string) => Promise<void>,
): Promise<string | undefined> {
  return database.transaction().execute(async transaction => {
    const row = await lockedRepository(transaction, id);
    if (row === undefined) return undefined;
    await transaction
      .updateTable('repositories')
      .set({ removed_at: sql<Date>`now()`, credential_id: null, problem: null })
      .where('id', '=', id)
      .execute();
    await deleteUnused(transaction, row.credential_id);
    await cancelReviews(transaction, id);
    await audit(transaction, { actor: member, action: 'repository.disconnect', object: row.full_name });
    return row.full_name;
  });
}

/**
 * Has a repository use another credential, with what a check with it has found; the one before is deleted if no other
 * repository needs it. If the repository was disconnected meanwhile, it is the new one that nobody needs, and the answer is
 * false.
 * @throws CodeReviewError of kind `refused` if the credential was removed meanwhile
 */
export async function useCredential(
  database: Kysely<Database>,
  member: Member,
  id: string,
  credentialId: string | undefined,
  check: CheckResult,
): Promise<boolean> {
  return database.transaction().execute(async transaction => {
    const row = await lockedRepository(transaction, id);
    if (row === undefined) {
      await deleteUnused(transaction, credentialId);
      return false;
    }
    await holdCredential(transaction, credentialId);
    await transaction
      .updateTable('repositories')
      .set({ credential_id: credentialId ?? null, ...checkedValues(check) })
      .where('id', '=', id)
      .execute();
    await deleteUnused(transaction, row.credential_id);
    await audit(transaction, { actor: member, action: 'credential.set', object: row.full_name });
    return true;
  });
}

function lockedRepository(transaction: Transaction<Database>, id: string) {
  return transaction
    .selectFrom('repositories')
    .select(['full_name', 'credential_id'])
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** Keeps a credential until the transaction has ended. */
async function holdCredential(transaction: Transaction<Database>, credentialId: string | undefined): Promise<void> {
  if (credentialId === undefined) return;
  const held = transaction.selectFrom('credentials').select('id').where('id', '=', credentialId).forKeyShare();
  if ((await held.executeTakeFirst()) === undefined)
    throw new CodeReviewError(
      'refused',
      'The credential was removed meanwhile, with the last repository that used it.',
      'Go back and choose another one.',
    );
}

async function deleteUnused(
  transaction: Transaction<Database>,
  credentialId: string | null | undefined,
): Promise<void> {
  if (credentialId === null || credentialId === undefined) return;
  await transaction
    .deleteFrom('credentials')
    .where('id', '=', credentialId)
    .where(eb =>
      eb.not(eb.exists(eb.selectFrom('repositories').select('id').where('credential_id', '=', credentialId))),
    )
    .execute();
}

function checkedValues({ steps, problem, isPrivate, defaultBranch, sizeBytes }: CheckResult) {
  return {
    checked_at: steps.length === 0 ? null : sql<Date>`now()`,
    problem: problem ?? null,
    ...(isPrivate !== undefined && { private: isPrivate }),
    ...(defaultBranch !== undefined && { default_branch: defaultBranch }),
    ...(sizeBytes !== undefined && { size_bytes: Math.round(sizeBytes) }),
  };
}
