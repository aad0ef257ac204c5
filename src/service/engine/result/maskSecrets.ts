import { maskSecret } from '../../../core/base/maskSecret.ts';
import { findSecrets } from '../../secrets/findSecrets.ts';
import type { DiffFile } from '../diff/diffModel.ts';
import type { RememberedFinding } from '../incremental.ts';
import type { EngineComment } from '../engineComment.ts';
import type { EngineResult } from '../messages.ts';
import type { ReviewerReport } from '../reviewerReport.ts';

/** Shorter secrets may be parts of words; they are masked only where a pattern finds them. */
const shortestKnown = 8;
const prefix = 4;

/**
 * Masks every secret in a result, whichever reviewer quotes it, so that it can be shown and stored.
 * @param files the files of the findings, whose secrets are masked wherever they occur
 */
export function maskSecrets<T extends EngineResult>(result: T, files: Iterable<DiffFile>): T {
  const mask = masker(files);
  const reports = result.reports.map((report): ReviewerReport => {
    const { reason } = report;
    return reason === undefined ? report : { ...report, reason: mask('', reason) };
  });
  if (result.status === 'failed') return { ...result, reports, reason: mask('', result.reason) };
  const { comments, memory, refuted } = result;
  const findings = memory?.findings.map(finding => ofMemory(finding, mask));
  return {
    ...result,
    reports,
    comments: comments.map(comment => ofComment(comment, mask)),
    ...(refuted && {
      refuted: refuted.map(({ justification, ...comment }) => ({
        ...ofComment(comment, mask),
        justification: mask('', justification),
      })),
    }),
    ...(memory !== undefined && findings !== undefined && { memory: { ...memory, findings } }),
  };
}

/** Masks every secret in comments, see `maskSecrets`. */
export function maskComments(comments: readonly EngineComment[], files: Iterable<DiffFile>): EngineComment[] {
  const mask = masker(files);
  return comments.map(comment => ofComment(comment, mask));
}

type Mask = (path: string, text: string) => string;

function ofComment(found: EngineComment, mask: Mask): EngineComment {
  const { suggested_code: suggested, related_locations: related, ...comment } = found;
  const { path, title, body, existing_code: code } = comment;
  // A suggestion must not write a mask into the file.
  const isSafe = suggested !== undefined && mask(path, suggested) === suggested;
  return {
    ...comment,
    title: mask(path, title),
    body: mask(path, body),
    existing_code: mask(path, code),
    ...(isSafe && { suggested_code: suggested }),
    ...(related && { related_locations: related.map(each => ({ ...each, message: mask(each.path, each.message) })) }),
  };
}

function ofMemory({ fix, related, ...finding }: RememberedFinding, mask: Mask): RememberedFinding {
  const { path, title, body, refuted } = finding;
  const isSafe = fix?.every(({ text }) => mask(path, text) === text) === true;
  return {
    ...finding,
    title: mask(path, title),
    body: mask(path, body),
    ...(refuted !== undefined && { refuted: mask('', refuted) }),
    ...(isSafe && { fix }),
    ...(related && { related: related.map(each => ({ ...each, message: mask(each.path, each.message) })) }),
  };
}

function masker(files: Iterable<DiffFile>): Mask {
  const known = new KnownSecrets();
  for (const { path, text } of files)
    for (const { from, to } of findSecrets(path, text)) known.add(text.slice(from, to));
  const masked = new Map<string, string>();
  return (path, text) => {
    const before = masked.get(text);
    if (before !== undefined) return before;
    const after = withoutPatterns(path, known.mask(text));
    masked.set(text, after);
    return after;
  };
}

function withoutPatterns(path: string, text: string): string {
  let clean = '';
  let at = 0;
  for (const { from, to } of findSecrets(path, text)) {
    clean += text.slice(at, from) + maskSecret(text.slice(from, to));
    at = to;
  }
  return clean + text.slice(at);
}

/** Finds known secrets in a text, all at once. */
class KnownSecrets {
  readonly #all = new Set<string>();
  /** Lengths of the secrets by their beginning, longest first. */
  readonly #lengths = new Map<string, number[]>();

  /** Each line of a private key is secret. */
  add(secret: string): void {
    for (const line of secret.split(/\\[rn]|\s+/)) {
      if (line.length < shortestKnown || this.#all.has(line)) continue;
      this.#all.add(line);
      const lengths = this.#lengths.get(line.slice(0, prefix)) ?? [];
      this.#lengths.set(line.slice(0, prefix), lengths);
      if (!lengths.includes(line.length)) lengths.push(line.length);
      lengths.sort((a, b) => b - a);
    }
  }

  mask(text: string): string {
    if (this.#all.size === 0) return text;
    let clean = '';
    let last = 0;
    for (let at = 0; at + shortestKnown <= text.length; at++) {
      const lengths = this.#lengths.get(text.slice(at, at + prefix));
      const length = lengths?.find(each => this.#all.has(text.slice(at, at + each)));
      if (length === undefined) continue;
      clean += text.slice(last, at) + maskSecret(text.slice(at, at + length));
      last = at + length;
      at = last - 1;
    }
    return clean + text.slice(last);
  }
}
