import type * as vscode from 'vscode';
import type { Exchange } from '../../api/client.ts';
import { formatCauses } from '../../core/base/errors.ts';
import { plainLine } from '../../core/base/text.ts';
import type { Redactor } from '../../core/base/redactor.ts';

/** The output channel of the extension. Keys are redacted from every line. */
export class Log {
  readonly #channel: vscode.LogOutputChannel;
  readonly #redactor: Redactor;

  constructor(channel: vscode.LogOutputChannel, redactor: Redactor) {
    this.#channel = channel;
    this.#redactor = redactor;
  }

  info(line: string): void {
    this.#channel.info(this.#clean(line));
  }

  debug(line: string): void {
    this.#channel.debug(this.#clean(line));
  }

  warn(line: string): void {
    this.#channel.warn(this.#clean(line));
  }

  /** Logs an error with its chain of causes. @param what the operation that failed */
  error(what: string, error: unknown): void {
    this.#channel.error(`${this.#clean(what)}\n  ${this.#redactor.redact(formatCauses(error))}`);
  }

  /** Logs a request or its response: method, path, status and milliseconds; never a header or a body. */
  exchange(exchange: Exchange): void {
    this.info(
      exchange.direction === 'out'
        ? `→ ${exchange.method} ${exchange.path}`
        : `← ${exchange.method} ${exchange.path} ${exchange.outcome} ${Math.round(exchange.milliseconds)} ms`,
    );
  }

  show(): void {
    this.#channel.show();
  }

  #clean(line: string): string {
    // Truncate after redacting: half a key would not be found.
    return plainLine(this.#redactor.redact(line), 2_000);
  }
}
