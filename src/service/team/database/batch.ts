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
  readonly #most: number;
  #waiting: Waiting<Input, Output>[] = [];
  #isRunning = false;

  /**
   * @param most requests that share a statement
   * @param run answers each request, in their order
   */
  constructor(most: number, run: (inputs: readonly Input[]) => Promise<readonly Output[]>) {
    this.#most = most;
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
      const taken = this.#waiting.splice(0, this.#most);
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
