import type { EngineComment } from '../../engine/engineComment.ts';
import type { ReviewProgress } from '../../engine/reviewProgress.ts';
import { schemaVersion, toFacts, toGap } from '../formats/json.ts';
import type { Output } from '../output/output.ts';
import { programVersion } from '../version.ts';
import type { ReviewReport } from './reviewReport.ts';
import { selectFindings, type Selection } from './selection.ts';

/**
 * Writes a review as NDJSON while it is made, one event a line; `docs/schemas/review-1.schema.json` has their shapes. A
 * finding that is told again with the same fingerprint replaces the one before.
 */
export class ReviewEvents {
  readonly #output: Output;
  /** The findings that stand, as they were told, by fingerprint. */
  readonly #told = new Map<string, string>();
  #stage = '';

  constructor(output: Output) {
    this.#output = output;
    this.#write('start', { schema_version: schemaVersion, version: programVersion() });
  }

  /** Tells what has changed. A stage that only goes on is left out while the reader is behind. */
  progress({ stage, progress, files, comments }: ReviewProgress, selection: Selection): void {
    if (stage !== this.#stage || !this.#output.isBehind) this.#write('stage', { stage, progress });
    this.#stage = stage;
    for (const { path, addedLines } of files?.read ?? []) this.#write('file', { path, added_lines: addedLines });
    for (const { path, why } of files?.unread ?? []) this.#write('file', { path, unread: why });
    if (comments !== undefined) this.#tell(selectFindings(comments, selection).listed);
  }

  /** Tells the rest of a completed review. */
  end(report: ReviewReport, exitCode: number): void {
    for (const { path, why } of report.target.leftOut) this.#write('file', { path, unread: why });
    this.#tell(report.comments);
    for (const gap of report.gaps) this.#write('gap', toGap(gap));
    this.#write('end', { status: 'completed', exit_code: exitCode, review: toFacts(report) });
  }

  /** Tells that there is no review. What was found until then stays told. */
  fail(status: 'failed' | 'cancelled', exitCode: number, message: string): void {
    this.#write('end', { status, exit_code: exitCode, message });
  }

  #tell(findings: readonly EngineComment[]): void {
    const standing = new Set(findings.map(({ fingerprint }) => fingerprint));
    for (const fingerprint of [...this.#told.keys()].filter(each => !standing.has(each))) {
      this.#told.delete(fingerprint);
      this.#write('withdrawn', { fingerprint });
    }
    for (const finding of findings) {
      const text = JSON.stringify(finding);
      if (this.#told.get(finding.fingerprint) === text) continue;
      this.#told.set(finding.fingerprint, text);
      this.#write('finding', { comment: finding });
    }
  }

  #write(event: string, fields: object): void {
    this.#output.write(`${JSON.stringify({ event, ...fields })}\n`);
  }
}
