import { PgBoss } from 'pg-boss';

/** Name of the queue of reviews that wait or are being made. */
export const reviewsQueue = 'reviews';
/** Name of the dead letter queue: reviews that were tried as often as they may be. */
export const failedQueue = 'failed-reviews';

const day = 86_400;

interface QueueOptions {
  /** Address of the database, with user and password. */
  readonly url: string;
  /** Whether this process takes reviews; such a process also finds those of dead ones. */
  readonly isWorker: boolean;
  readonly onError: (error: unknown) => void;
}

/**
 * Starts pg-boss, which creates or migrates its tables in the schema `pgboss`, and creates the queues.
 * @throws the error of the connection
 */
export async function startQueues({ url, isWorker, onError }: QueueOptions): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'code-review queue',
    max: isWorker ? 10 : 2,
    schedule: false,
    supervise: isWorker,
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
    useListenNotify: isWorker,
  });
  boss.on('error', onError);
  try {
    await boss.start();
    await boss.createQueue(failedQueue, { retentionSeconds: 365 * day });
    await boss.createQueue(reviewsQueue, {
      // The reviews of one pull request are made one after another, in the order in which they were asked for.
      policy: 'key_strict_fifo',
      notify: true,
      heartbeatSeconds: 30,
      // Longer than fetching and the engine's own timeout.
      expireInSeconds: 7_200,
      // The row of a review counts its tries: a review that is put back has not failed.
      retryLimit: 1_000,
      retryDelay: 5,
      retryBackoff: true,
      retryDelayMax: 300,
      retentionSeconds: 365 * day,
      deleteAfterSeconds: 600,
    });
  } catch (error) {
    await boss.stop({ graceful: false });
    throw error;
  }
  return boss;
}
