import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { asServerUser, findPostgres } from './binaries.ts';

/** What a Postgres needs to start: a folder with its databases, which no server uses, and a program that knows its form. */
export interface PostgresCluster {
  /** Path of the program. */
  readonly postgres: string;
  /** Path of the folder. */
  readonly data: string;
  /** Of the user `postgres`. */
  readonly password: string;
}

/** The cluster that those of this process, and of all below it, are copies of: to make one takes ten times as long. */
const variable = 'CODE_REVIEW_TEST_CLUSTER';

/** Has this process, and all below it, copy a cluster. It must be there for as long as they are. */
export function shareCluster(cluster: PostgresCluster): void {
  process.env[variable] = JSON.stringify(cluster);
}

/** The cluster to copy: the shared one, or else a new one below `folder`. */
export async function findCluster(folder: string): Promise<PostgresCluster> {
  const { [variable]: shared } = process.env;
  if (shared !== undefined) return JSON.parse(shared) as PostgresCluster;
  const { initdb, postgres } = await findPostgres(folder);
  const password = randomBytes(12).toString('hex');
  const data = path.join(folder, 'cluster');
  const passwordFile = path.join(folder, 'password');
  await writeFile(passwordFile, password);
  const args = ['-D', data, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`];
  // One round of hashing: tests connect often, and the password is random.
  args.push('--no-sync', '--no-locale', '-E', 'UTF8', '-c', 'scram_iterations=1');
  await promisify(execFile)(initdb, args, { cwd: folder, ...asServerUser });
  return { postgres, data, password };
}

/** Copies a cluster, for the user of servers. */
export async function copyCluster({ data }: PostgresCluster, to: string): Promise<void> {
  if (asServerUser === undefined) await cp(data, to, { recursive: true });
  else await promisify(execFile)('cp', ['-a', data, to], asServerUser);
}
