import { AsyncLocalStorage } from 'node:async_hooks';

/** What is told of a span. Nothing of a path, a query, a header or a repository goes in: those may be private. */
type SpanFacts = Readonly<Record<string, string | number>>;

/** A step that takes time, as part of a trace. */
export interface Span {
  /** Names the span to others, in the form of W3C's `traceparent` header. */
  readonly traceparent: string;
  /** @param name instead of the one that it began with */
  end(facts: SpanFacts, isFailure: boolean, name?: string): void;
}

/** Traces of this process. */
export interface Tracing {
  /** @param parent `traceparent` of the span that this one belongs to; absent for a new trace */
  begin(name: string, kind: 'server' | 'consumer' | 'internal', parent?: string): Span;
  /** Sends what has ended; gives up after a few seconds. */
  close(): Promise<void>;
}

/** Who sends spans. */
export interface TracedProcess {
  /** `api` or `worker`. */
  readonly role: string;
  /** Of the program. */
  readonly version: string;
  readonly onError: (error: unknown) => void;
}

const running = new AsyncLocalStorage<string>();

/** Runs `work` as part of a span, also what it starts. */
export function within<T>(span: Span, work: () => T): T {
  return running.run(span.traceparent, work);
}

/** `traceparent` of the span that the caller runs in. */
export function currentSpan(): string | undefined {
  return running.getStore();
}
