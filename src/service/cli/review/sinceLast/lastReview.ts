import { createHash } from 'node:crypto';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { writeFileAtomic } from '../../../../files/writeFileAtomic.ts';
import { commentSeverities, type EngineComment } from '../../../engine/engineComment.ts';

/** What is kept of a comment, to know it again and to name it when it is gone. */
export type KeptFinding = Pick<
  EngineComment,
  'fingerprint' | 'member_fingerprints' | 'reviewer' | 'path' | 'start_line' | 'severity' | 'rule_id' | 'title'
>;

/** The findings of the last review of a scope. */
export interface LastReview {
  /** ISO 8601. */
  readonly reviewed_at: string;
  readonly commit_sha: string;
  readonly findings: readonly KeptFinding[];
}

const schema = v.object({
  reviewed_at: v.pipe(v.string(), v.isoTimestamp()),
  commit_sha: v.string(),
  findings: v.array(
    v.object({
      fingerprint: v.string(),
      member_fingerprints: v.exactOptional(v.array(v.string())),
      reviewer: v.string(),
      path: v.string(),
      start_line: v.number(),
      severity: v.picklist(commentSeverities),
      rule_id: v.string(),
      title: v.string(),
    }),
  ),
});

/** Scopes that nobody has reviewed for so long, in milliseconds, are forgotten. */
const keptFor = 90 * 86_400_000;

/** Keeps the last review of each scope of a repository in its git directory, which all its worktrees share. */
export class LastReviews {
  readonly #folder: string;

  /** @param commonDir absolute path of the git directory that worktrees share */
  constructor(commonDir: string) {
    this.#folder = path.join(commonDir, 'code-review', 'last');
  }

  /** Undefined if the scope was not reviewed, or what is kept cannot be read. */
  async read(scope: string): Promise<LastReview | undefined> {
    try {
      const { success, output } = v.safeParse(schema, JSON.parse(await readFile(this.#fileOf(scope), 'utf8')));
      return success ? output : undefined;
    } catch {
      return undefined;
    }
  }

  /** Replaces what is kept of a scope; of two at once, the later stays. @throws if the folder cannot be written */
  async write(scope: string, review: LastReview, now: number): Promise<void> {
    await writeFileAtomic(this.#fileOf(scope), `${JSON.stringify(review)}\n`);
    for (const name of await readdir(this.#folder)) {
      const file = path.join(this.#folder, name);
      const age = await stat(file).then(
        ({ mtimeMs }) => now - mtimeMs,
        () => 0,
      );
      if (age > keptFor) await rm(file, { force: true });
    }
  }

  #fileOf(scope: string): string {
    return path.join(this.#folder, `${createHash('sha256').update(scope).digest('hex').slice(0, 32)}.json`);
  }
}

/** What is kept of a comment. */
export function keptFinding(comment: KeptFinding): KeptFinding {
  const { fingerprint, member_fingerprints, reviewer, path: file, start_line, severity, rule_id, title } = comment;
  const members = member_fingerprints === undefined ? {} : { member_fingerprints };
  return { fingerprint, ...members, reviewer, path: file, start_line, severity, rule_id, title };
}
