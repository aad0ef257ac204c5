import { randomUUID } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { CodeReviewError } from '../../../core/base/errors.ts';
import type { Database } from '../database/schema.ts';
import type { Credential } from '../hosts/cloneAddress.ts';
import { checkCredential } from './checkCredential.ts';
import { isSealedWithCurrent, open, seal } from './sealedText.ts';
import type { SecretKeys } from './secretKeys.ts';

/** A credential to store. */
interface NewCredential extends Credential {
  readonly origin: string;
  readonly label: string;
  readonly setBy: string | null;
}

/** The credentials of git hosts, encrypted in the database. */
export interface Credentials {
  /** @returns its id @throws CodeReviewError of kind `input` */
  put(credential: NewCredential): Promise<string>;
  /** @throws CodeReviewError of kind `refused` while connected repositories use it */
  remove(id: string): Promise<void>;
  /**
   * Decrypts a credential for the origin that is about to get it.
   * @returns undefined if there is none @throws CodeReviewError of kind `input` if it is for another origin
   */
  read(id: string, origin: string): Promise<Credential | undefined>;
  /** Encrypts anew what an older key encrypted. @returns how many, and the labels of those that no key opens */
  reencrypt(): Promise<{ readonly done: number; readonly unreadable: readonly string[] }>;
}

/** Opens the credentials of a database. */
export function openCredentials(database: Kysely<Database>, keys: SecretKeys): Credentials {
  return new DatabaseCredentials(database, keys);
}

class DatabaseCredentials implements Credentials {
  readonly #database: Kysely<Database>;
  readonly #keys: SecretKeys;

  constructor(database: Kysely<Database>, keys: SecretKeys) {
    this.#database = database;
    this.#keys = keys;
  }

  async put({ origin, label, setBy, ...given }: NewCredential): Promise<string> {
    const { username, secret } = checkCredential(given);
    const id = randomUUID();
    const sealed = seal(secret, ownerOf(id, origin), this.#keys);
    const named = label.trim() === '' ? new URL(origin).host : label.trim();
    const row = { id, origin, label: named, username, secret: sealed, set_by: setBy };
    await this.#database.insertInto('credentials').values(row).execute();
    return id;
  }

  async remove(id: string): Promise<void> {
    await this.#database.transaction().execute(async transaction => {
      // Disconnected repositories keep their reviews, not their access.
      await transaction
        .updateTable('repositories')
        .set({ credential_id: null })
        .where('credential_id', '=', id)
        .where('removed_at', 'is not', null)
        .execute();
      const users = await transaction
        .selectFrom('repositories')
        .select('full_name')
        .where('credential_id', '=', id)
        .orderBy('full_name')
        .execute();
      const [first, ...others] = users.map(({ full_name }) => full_name);
      if (first !== undefined)
        throw new CodeReviewError(
          'refused',
          `${first}${others.length > 0 ? ` and ${others.length} more` : ''} would lose access.`,
          'Disconnect what uses the credential first, or set a new one in its place.',
        );
      await transaction.deleteFrom('credentials').where('id', '=', id).execute();
    });
  }

  async read(id: string, origin: string): Promise<Credential | undefined> {
    const row = await this.#database
      .selectFrom('credentials')
      .select(['username', 'secret'])
      .where(sql<string>`id::text`, '=', id)
      .executeTakeFirst();
    return row && { username: row.username, secret: open(row.secret, ownerOf(id, origin), this.#keys) };
  }

  async reencrypt(): Promise<{ readonly done: number; readonly unreadable: readonly string[] }> {
    const rows = await this.#database.selectFrom('credentials').select(['id', 'origin', 'label', 'secret']).execute();
    const unreadable: string[] = [];
    let done = 0;
    for (const { id, origin, label, secret } of rows) {
      if (isSealedWithCurrent(secret, this.#keys)) continue;
      try {
        const owner = ownerOf(id, origin);
        const sealed = seal(open(secret, owner, this.#keys), owner, this.#keys);
        // Not if somebody has set another one meanwhile.
        const changed = this.#database.updateTable('credentials').set({ secret: sealed }).where('id', '=', id);
        await changed.where('secret', '=', secret).execute();
        done++;
      } catch (error) {
        if (!CodeReviewError.is(error, 'input')) throw error;
        unreadable.push(label);
      }
    }
    return { done, unreadable };
  }
}

/** What a sealed secret belongs to: one that is copied to another row or host cannot be opened. */
function ownerOf(id: string, origin: string): string {
  return `credential ${id} ${origin}`;
}
