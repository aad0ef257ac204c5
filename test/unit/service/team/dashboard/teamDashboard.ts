import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { Kysely } from 'kysely';
import { openCredentials } from '../../../../../src/service/team/credentials/credentials.ts';
import { dashboard } from '../../../../../src/service/team/dashboard/dashboard.ts';
import type { DashboardParts } from '../../../../../src/service/team/dashboard/parts.ts';
import { migrate } from '../../../../../src/service/team/database/migrate.ts';
import { openDatabase } from '../../../../../src/service/team/database/openDatabase.ts';
import type { Database } from '../../../../../src/service/team/database/schema.ts';
import { openMembers, type Members } from '../../../../../src/service/team/members/members.ts';
import { serviceDatabase, type TestDatabase } from '../../../../host/postgres/database.ts';
import { CheapHashing } from '../members/team.ts';
import { Visitor } from './visitor.ts';

/** A password that is long enough. */
export const password = ['correct', 'horse', 'battery'].join(' ');

/** A dashboard behind a real server, on a real database; only repositories and the queue are played. */
export class TeamDashboard {
  readonly url: string;
  readonly database: Kysely<Database>;
  readonly members: Members;
  /** What went wrong within the service. */
  readonly errors: unknown[];
  /** Removes the database and ends its connections. */
  readonly loseDatabase: () => Promise<void>;
  readonly #end: () => Promise<void>;

  private constructor(parts: Omit<TeamDashboard, 'firstAdmin' | 'join' | 'dispose'>, end: () => Promise<void>) {
    this.url = parts.url;
    this.database = parts.database;
    this.members = parts.members;
    this.errors = parts.errors;
    this.loseDatabase = parts.loseDatabase;
    this.#end = end;
  }

  /** @param played parts to play in another way */
  static async start(played: Partial<DashboardParts> = {}): Promise<TeamDashboard> {
    const errors: unknown[] = [];
    const at: TestDatabase = await serviceDatabase();
    let isLost = false;
    const loseDatabase = (): Promise<void> => {
      isLost = true;
      return at.drop();
    };
    const onError = (error: unknown): void => void errors.push(error);
    const { database, close } = openDatabase({ url: at.url, connections: 4, name: 'dashboard', onError });
    await migrate(database);
    const server = createAdaptorServer({ fetch: (request, env) => app.fetch(request, env) }) as Server;
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const bytes = createHash('sha256').update('test').digest();
    const current = { id: '00000001', bytes };
    const secretKeys = { current, all: new Map([[current.id, current]]) };
    const hashing = new CheapHashing();
    const members = openMembers({ database, publicUrl: new URL(url), secretKey: bytes, hashing, onError });
    const app = dashboard({
      database,
      members,
      credentials: openCredentials(database, secretKeys),
      secretKeys,
      checkRepository: () =>
        Promise.resolve({
          steps: [],
          problem: undefined,
          fullName: undefined,
          isPrivate: undefined,
          defaultBranch: undefined,
          sizeBytes: undefined,
        }),
      rerun: () => Promise.resolve({ refused: 'Nothing is queued here.' }),
      cancelReviews: () => Promise.resolve(),
      publicUrl: new URL(url),
      onError,
      ...played,
    });
    return new TeamDashboard({ url, database, members, errors, loseDatabase }, async () => {
      server.close();
      server.closeAllConnections();
      await close();
      if (!isLost) await at.drop();
    });
  }

  /** Signs the first member in, an admin named Ada. */
  async firstAdmin(): Promise<Visitor> {
    const visitor = new Visitor(this.url);
    await visitor.open((await this.members.firstLink()) ?? '');
    await visitor.send({ name: 'Ada', email: 'ada@example.com', password });
    return visitor;
  }

  /** Invites somebody and signs them in. */
  async join(admin: Visitor, name: string, role = 'member'): Promise<Visitor> {
    await admin.open('/members/invite');
    await admin.send({ role, email: '' });
    const [, link = ''] = /id="link">([^<]+)</.exec(admin.html) ?? [];
    const visitor = new Visitor(this.url);
    await visitor.open(link.replace(this.url, ''));
    await visitor.send({ name, email: `${name.toLowerCase()}@example.com`, password });
    return visitor;
  }

  async dispose(): Promise<void> {
    await this.#end();
  }
}
