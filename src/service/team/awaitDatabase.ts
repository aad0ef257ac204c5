import { setTimeout as wait } from 'node:timers/promises';
import { CodeReviewError, cancelledError } from '../../core/base/errors.ts';
import { databaseFailure } from './database/databaseFailure.ts';
import { migrate } from './database/migrate.ts';
import type { TeamDatabase } from './database/openDatabase.ts';
import type { Log } from './network/log.ts';

/** In milliseconds. */
const patience = 30_000;
const pause = 1_000;

/**
 * Brings the schema up to date, as soon as the database can be reached: it may start later than this process.
 * @param signal ends the wait
 * @throws CodeReviewError of kind `service` if it cannot be reached for 30 seconds, `input` if it cannot be used
 */
export async function awaitDatabase({ database, address }: TeamDatabase, log: Log, signal: AbortSignal): Promise<void> {
  const latest = performance.now() + patience;
  for (let tries = 1; ; tries++) {
    try {
      await migrate(database);
      return;
    } catch (error) {
      const failure = CodeReviewError.is(error) ? error : databaseFailure(error, address);
      if (!CodeReviewError.is(failure, 'service') || performance.now() + pause > latest) throw failure ?? error;
      if (tries === 1) log.info('waiting for the database', { address });
    }
    await wait(pause, undefined, { signal }).catch(() => {
      throw cancelledError(signal);
    });
  }
}
