interface WorkQueueOptions<Item, Worker> {
  /** Each worker takes one item at a time. */
  readonly workers: readonly Worker[];
  /** Items of one group run one after another, in the order in which they were added. */
  readonly groupOf: (item: Item) => string;
  /** Must not reject. */
  readonly work: (item: Item, worker: Worker) => Promise<void>;
}

/** A queue with several workers. A slow item delays its own group only. */
export class WorkQueue<Item extends { readonly id: string }, Worker> {
  readonly #options: WorkQueueOptions<Item, Worker>;
  readonly #idle: Worker[];
  readonly #waiting: Item[] = [];
  readonly #current = new Set<Item>();

  constructor(options: WorkQueueOptions<Item, Worker>) {
    this.#options = options;
    this.#idle = [...options.workers];
  }

  /** Adds an item unless it is queued or running. It starts after the caller has returned to the event loop. */
  add(item: Item): void {
    if ([...this.#current, ...this.#waiting].some(({ id }) => id === item.id)) return;
    this.#waiting.push(item);
    setImmediate(() => this.#start());
  }

  /** Whether an item is queued and not running yet. */
  isWaiting(id: string): boolean {
    return this.#waiting.some(item => item.id === id);
  }

  /** Removes an item that is not running yet. */
  remove(id: string): void {
    const at = this.#waiting.findIndex(item => item.id === id);
    if (at >= 0) this.#waiting.splice(at, 1);
  }

  /** Removes all queued items; running ones continue. */
  clear(): void {
    this.#waiting.length = 0;
  }

  #start(): void {
    for (let item = this.#next(); item !== undefined; item = this.#next()) {
      const worker = this.#idle.pop();
      if (worker === undefined) return;
      this.#waiting.splice(this.#waiting.indexOf(item), 1);
      void this.#run(item, worker);
    }
  }

  /** The first item of a group that none is worked on of. */
  #next(): Item | undefined {
    const { groupOf } = this.#options;
    const busy = new Set([...this.#current].map(groupOf));
    return this.#waiting.find(item => !busy.has(groupOf(item)));
  }

  async #run(item: Item, worker: Worker): Promise<void> {
    this.#current.add(item);
    try {
      await this.#options.work(item, worker);
    } finally {
      this.#current.delete(item);
      this.#idle.push(worker);
      this.#start();
    }
  }
}
