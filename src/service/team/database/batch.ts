/** Most requests that share a statement. */
const most = 500;

interface Waiting<Input, Output> {
  readonly input: Input;
  readonly resolve: (output: Output) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Has requests that arrive while a statement is under way share the next one, so that many at a time cost little more than
 * one. A request on its own waits for nothing.
 */
export class Batch<Input, Output> {
  readonly #run: (inputs: readonly Input[]) => Promise<readonly Output[]>;
  #waiting: Waiting<Input, Output>[] = [];
  #isRunning = false;

  /** @param run answers each request, in their order */
  constructor(run: (inputs: readonly Input[]) => Promise<readonly Output[]>) {
    this.#run = run;
  }

  /** Rejects with the error of the statement, as do all requests that share it. */
  add(input: Input): Promise<Output> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ input, resolve, reject });
      void this.#runAll();
    });
  }

  async #runAll(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    // What arrives with this request joins it.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const taken = this.#waiting.splice(0, most);
      try {
        const outputs = await this.#run(taken.map(({ input }) => input));
        for (const [index, { resolve }] of taken.entries()) resolve(outputs[index] as Output);
      } catch (error) {
        for (const { reject } of taken) reject(error);
      }
    }
    this.#isRunning = false;
  }
}
