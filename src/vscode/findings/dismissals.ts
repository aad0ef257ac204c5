import * as vscode from 'vscode';
import type { ApiClient } from '../../api/client.ts';
import { getResolution, serviceFingerprint, putDismissal, type Dismissal } from '../../api/embedded/resolutionRate.ts';
import { plainMessage } from '../../core/base/text.ts';
import { t } from '../../core/base/l10n.ts';
import { DismissalQueue } from '../../reviews/decisions/dismissalQueue.ts';
import { decidedCount } from '../../reviews/exports/resolution.ts';
import { mute } from './mute.ts';
import type { Connections } from '../connection/connections.ts';
import type { EmbeddedService } from '../connection/embeddedService.ts';
import type { ScopedLists } from '../platform/changeScopedLists.ts';
import type { Log } from '../platform/log.ts';
import type { WorkItem } from './workItem.ts';

interface Parts {
  readonly connections: Connections;
  readonly embedded: EmbeddedService;
  /** Keeps what the service is still to be told, for this workspace. */
  readonly state: vscode.Memento;
  readonly lists: ScopedLists;
  readonly log: Log;
}

const untoldName = 'untoldDismissals';

/**
 * Reports dismissed findings to the embedded service, which counts them by rule, and offers to mute a rule that is mostly
 * dismissed. Nothing is sent to other services.
 */
export class Dismissals {
  readonly #parts: Parts;
  readonly #queue: DismissalQueue;
  /** Rules that muting was offered for, in this session. */
  readonly #offered = new Set<string>();

  constructor(parts: Parts) {
    const { embedded, state, log } = parts;
    this.#parts = parts;
    this.#queue = new DismissalQueue({
      kept: () => state.get<readonly Dismissal[]>(untoldName, []),
      keep: untold => state.update(untoldName, untold.length === 0 ? undefined : untold),
      isRunning: () => embedded.isRunning,
      tell: async dismissal => putDismissal(await this.#client(), dismissal, new AbortController().signal),
      onError: error => log.error('dismissals', error),
    });
  }

  /**
   * Notes that a finding was dismissed or is open again, in the words of each review of the embedded service that has it.
   * Nobody waits for it, and what goes wrong is only logged.
   */
  note({ sources }: WorkItem, dismissed: boolean): void {
    for (const source of sources) this.#note(source, dismissed);
  }

  #note(item: WorkItem, dismissed: boolean): void {
    const { record, decision } = item;
    const fingerprint = serviceFingerprint(item.finding.comment);
    if (record.subject.service !== 'embedded' || fingerprint === undefined) return;
    if (!dismissed && decision.state !== 'dismissed') return;
    const tell = async (): Promise<void> => {
      await this.#queue.add({ review: record.reviewId, fingerprint, dismissed });
      await this.#queue.flush();
      if (dismissed) await this.#offerMuting(item);
    };
    tell().catch((error: unknown) => this.#parts.log.error('dismissals', error));
  }

  /** Tells a service that has just been started what it has not been told yet. */
  async tell(): Promise<void> {
    await this.#queue.flush();
  }

  async #offerMuting({ finding, uri }: WorkItem): Promise<void> {
    const { rule } = finding.comment;
    if (rule === undefined || this.#offered.has(rule) || !this.#parts.embedded.isRunning) return;
    const { mostlyDismissed } = await getResolution(await this.#client(), new AbortController().signal);
    const counts = mostlyDismissed.find(each => each.rule === rule);
    if (counts === undefined || this.#offered.has(rule)) return;
    this.#offered.add(rule);
    const button = t('Mute Rule');
    const sentence = t('You dismiss most comments of {rule}: {dismissed} of {decided} that you dealt with.', {
      rule,
      dismissed: counts.dismissed,
      decided: decidedCount(counts),
    });
    if ((await vscode.window.showInformationMessage(plainMessage(sentence, 500), button)) === button)
      await mute(this.#parts.lists, { rule }, uri);
  }

  async #client(): Promise<ApiClient> {
    return (await this.#parts.connections.openEmbedded()).client;
  }
}
