import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Order, Taken } from './takePermits.ts';

/** A process that takes permits of a ledger. */
export class PermitProcess {
  readonly child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.child = child;
  }

  /** Resolves when it waits for its order. */
  static async start(): Promise<PermitProcess> {
    const program = path.join(import.meta.dirname, 'takePermits.ts');
    const child = fork(program, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
    await once(child, 'message');
    return new PermitProcess(child);
  }

  async take(order: Order): Promise<Taken> {
    this.child.send(order);
    const [taken] = (await once(this.child, 'message')) as [Taken];
    return taken;
  }

  /** Resolves when it halts as its order says. */
  async takeUntilHalt(order: Order): Promise<void> {
    this.child.send(order);
    await once(this.child.stdout!, 'data');
  }
}
