/** Hooks into this process from which a run learns what its tests and their children do, without changing what they do. */
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { inspect } from 'node:util';

type Hear = (piece: Uint8Array) => void;

/** Tells of everything that is written to a stream. */
export function onWrite(stream: Writable, hear: Hear): void {
  const write = stream.write.bind(stream) as (...args: unknown[]) => boolean;
  stream.write = (piece: string | Uint8Array, ...rest: unknown[]): boolean => {
    hear(Buffer.from(piece));
    return write(piece, ...rest);
  };
}

/** Tells of each child once it has its arguments; what it then prints goes to `hear`, beside whoever reads it. */
export function onChild(
  tell: (child: ChildProcess) => { stdout: Readable | null | undefined; stderr: Readable | null; hear: Hear },
): void {
  subscribe('child_process', message => {
    const { process: child } = message as { process: ChildProcess };
    // At this moment it is only about to be started.
    process.nextTick(() => {
      const { stdout, stderr, hear } = tell(child);
      for (const stream of [stdout, stderr]) if (stream) onRead(stream, hear);
    });
  });
}

function onRead(stream: Readable, hear: Hear): void {
  const push = stream.push.bind(stream);
  // Listening to it would make it flow.
  stream.push = (piece: Buffer | null, encoding): boolean => {
    if (piece !== null) hear(piece);
    return push(piece, encoding);
  };
}

/** Tells of every file and folder that is about to be removed, of `top` and below it. */
export function onRemoval(top: string, tell: (target: string) => void): void {
  const { rmSync } = fs;
  const { rm } = fs.promises;
  const see = (target: fs.PathLike): void => {
    if (`${String(target)}${path.sep}`.startsWith(path.join(top, path.sep))) tell(String(target));
  };
  fs.rmSync = (target, options) => {
    see(target);
    rmSync(target, options);
  };
  fs.promises.rm = async (target, options) => {
    see(target);
    await rm(target, options);
  };
  syncBuiltinESMExports();
}

/** Tells of every error that a test expects, with all that it carries. */
export function onExpectedError(tell: (text: string) => void): void {
  const { rejects, throws } = assert;
  const see = (error: unknown): never => {
    tell(inspect(error, { depth: 6, maxStringLength: Infinity }));
    throw error;
  };
  const observed = {
    rejects: (act: Promise<unknown> | (() => Promise<unknown>), ...expected: []) =>
      rejects(async () => (typeof act === 'function' ? act() : act).catch(see), ...expected),
    throws: (act: () => unknown, ...expected: []) =>
      throws(
        () => {
          try {
            return act();
          } catch (error) {
            return see(error);
          }
        },
        ...expected,
      ),
  };
  Object.assign(assert, observed);
}
