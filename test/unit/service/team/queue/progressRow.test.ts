import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { ProgressRow } from '../../../../../src/service/team/queue/progressRow.ts';

/** A database that answers each write when it is told to, and a clock that goes on when it is told to. */
class SlowDatabase {
  readonly writes: { readonly answer: (isMine: boolean) => void; readonly fail: () => void }[] = [];
  /** What is stored. */
  stage = '';
  /** How often it was told that the review is no longer the try's. */
  gone = 0;
  #pass: () => void = () => undefined;

  readonly row = new ProgressRow({
    store: ({ stage }) =>
      new Promise((resolve, reject) => {
        const answer = (isMine: boolean): void => {
          if (isMine) this.stage = stage;
          resolve(isMine);
        };
        this.writes.push({ answer, fail: () => reject(new Error('gone')) });
      }),
    onGone: () => void this.gone++,
    pause: signal =>
      new Promise(resolve => {
        this.#pass = resolve;
        signal.addEventListener('abort', () => resolve());
      }),
  });

  tell(stage: string): void {
    this.row.tell({ stage, progress: 0 });
  }

  /** Lets the pause be over, and all that goes on then. */
  async passPause(): Promise<void> {
    await turn();
    this.#pass();
    await turn();
  }
}

describe('the progress of a review in the database', () => {
  let database: SlowDatabase;

  beforeEach(() => (database = new SlowDatabase()));
  afterEach(() => database.row.end());

  it('never goes back where an earlier write takes longer than the pause, or fails late', async () => {
    for (const end of ['answer', 'fail'] as const) {
      database = new SlowDatabase();
      database.tell('reading');
      database.tell('asking a model');
      await database.passPause();
      for (const { answer } of database.writes.slice(1)) answer(true);
      await turn();
      database.writes[0]?.[end](true);
      await turn();
      for (const { answer } of database.writes.slice(1)) answer(true);
      await database.passPause();
      for (const { answer } of database.writes.slice(1)) answer(true);
      assert.equal(database.stage, 'asking a model', end);
      await database.row.end();
    }
  });

  it('is written again where the write fails, also if nothing else is told', async () => {
    database.tell('reading');
    database.writes[0]?.fail();
    await database.passPause();
    database.writes[1]?.answer(true);
    await database.passPause();
    assert.deepEqual([database.stage, database.writes.length], ['reading', 2]);
    database.tell('asking a model');
    database.writes[2]?.answer(true);
    assert.equal(database.stage, 'asking a model');
  });

  it('is over once the last write has ended, so that nothing comes after what is stored then', async () => {
    database.tell('reading');
    database.tell('asking a model');
    let hasEnded = false;
    const ended = database.row.end().then(() => (hasEnded = true));
    await turn();
    assert.equal(hasEnded, false);
    database.writes[0]?.answer(true);
    await ended;
    database.tell('too late');
    await database.passPause();
    assert.deepEqual([database.stage, database.writes.length], ['reading', 1]);
  });

  it('tells once that the review is no longer this try’s, and not after its end', async () => {
    database.tell('reading');
    database.writes[0]?.answer(false);
    await database.passPause();
    database.tell('asking a model');
    await database.passPause();
    assert.deepEqual([database.gone, database.writes.length], [1, 1]);
    database = new SlowDatabase();
    database.tell('reading');
    const ended = database.row.end();
    database.writes[0]?.answer(false);
    await ended;
    assert.equal(database.gone, 0);
  });
});
