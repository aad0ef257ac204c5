import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { WorkQueue } from '../../../../src/service/jobs/workQueue.ts';

interface Item {
  readonly id: string;
  readonly group: string;
}

/** A queue whose work ends when it is told to. */
class Held {
  readonly begun: string[] = [];
  readonly #ends = new Map<string, () => void>();
  readonly queue: WorkQueue<Item, string>;

  constructor(workers: readonly string[]) {
    this.queue = new WorkQueue({
      workers,
      groupOf: ({ group }) => group,
      work: ({ id }) => {
        this.begun.push(id);
        return new Promise(resolve => this.#ends.set(id, resolve));
      },
    });
  }

  async add(...ids: readonly string[]): Promise<void> {
    for (const id of ids) this.queue.add({ id, group: id.slice(0, 1) });
    await turn();
  }

  async end(id: string): Promise<void> {
    const end = this.#ends.get(id) ?? assert.fail(`${id} has not begun`);
    this.#ends.delete(id);
    end();
    await turn();
  }

  get underWay(): string[] {
    return [...this.#ends.keys()];
  }
}

describe('the queue of reviews', () => {
  it('works on as many as there are workers, in the order in which they came', async () => {
    const held = new Held(['x', 'y']);
    await held.add('a1', 'b1', 'c1', 'd1');
    assert.deepEqual(held.begun, ['a1', 'b1']);
    await held.end('b1');
    assert.deepEqual(held.begun, ['a1', 'b1', 'c1']);
  });

  it('lets a slow one hold up its own group only', async () => {
    const held = new Held(['x', 'y']);
    await held.add('a1', 'a2', 'b1', 'c1');
    await held.end('b1');
    await held.end('c1');
    assert.deepEqual([held.begun, held.underWay], [['a1', 'b1', 'c1'], ['a1']]);
    await held.end('a1');
    assert.deepEqual(held.underWay, ['a2']);
  });

  it('takes nothing twice that waits or is worked on, and forgets what waits when it is cleared', async () => {
    const held = new Held(['x']);
    await held.add('a1', 'a1', 'b1');
    await held.add('a1', 'b1');
    held.queue.clear();
    await held.end('a1');
    assert.deepEqual(held.begun, ['a1']);
    await held.add('a1');
    assert.deepEqual(held.begun, ['a1', 'a1']);
  });

  it('works on each once, of a group one at a time and in order, whatever ends when', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.nat(30)), { selector: String }),
        fc.array(fc.nat(100)),
        async (items, order) => {
          const ids = items.map(([group, number]) => `${group}${number}`);
          const held = new Held(['x', 'y']);
          await held.add(...ids);
          for (let step = 0; held.underWay.length > 0; step++) {
            const groups = held.underWay.map(id => id.slice(0, 1));
            assert.ok(groups.length <= 2 && new Set(groups).size === groups.length, groups.join());
            const left = new Set(ids.filter(id => !held.begun.includes(id)).map(id => id.slice(0, 1)));
            for (const group of groups) left.delete(group);
            assert.ok(groups.length === 2 || left.size === 0, 'a worker is idle');
            await held.end(held.underWay[(order[step] ?? 0) % held.underWay.length] ?? '');
          }
          assert.deepEqual([...held.begun].sort(), [...ids].sort());
          for (const group of ['a', 'b', 'c']) {
            const of = (all: readonly string[]): string[] => all.filter(id => id.startsWith(group));
            assert.deepEqual(of(held.begun), of(ids));
          }
        },
      ),
    );
  });
});
