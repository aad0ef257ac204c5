import type { Readable } from 'node:stream';

/** Limits and input of one run of git. */
export interface GitBounds {
  readonly signal: AbortSignal;
  /** Longest output in bytes; more is an error. */
  readonly maxBytes?: number;
  /** Longest run, in milliseconds. */
  readonly timeoutMs?: number;
  /** Written to git's standard input. */
  readonly input?: string;
  /** In place of `input`: what git is asked while it runs. */
  readonly questions?: Readable;
  /** Whether to kill git and its helpers when it is stopped, which leaves locks and half packs. */
  readonly isKilled?: boolean;
}

/** Longest output and run where they are not given. */
export const defaultBytes = 64 << 20;
export const defaultTimeout = 30_000;
