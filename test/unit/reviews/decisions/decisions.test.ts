import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ReviewComment } from '../../../../src/core/review/review.ts';
import {
  effectiveDecision,
  Decisions,
  type Decision,
  type StoredDecision,
  type KnownFinding,
} from '../../../../src/reviews/decisions/decisions.ts';
import { knownFindings } from '../../../../src/reviews/decisions/knownFindings.ts';
import { timeWithin } from '../../../host/threadTime.ts';
import { aComment } from '../builders.ts';

const code = 'eval(input);';
const dismissed: Decision = { state: 'dismissed', at: 1, reason: 'Wrong' };

/** What a review of a file says that complains of each line with the code. */
function reviewed(lines: readonly string[]): { findings: KnownFinding[]; comments: ReviewComment[]; at: number[] } {
  const at = lines.flatMap((line, index) => (line.includes(code) ? [index] : []));
  const comments = at.map(index => {
    const range = { startLine: index + 1, endLine: index + 1 };
    return aComment({ rule: 'no-eval', quotedCode: lines[index] ?? '', range });
  });
  return { comments, at, findings: knownFindings(comments, () => lines) };
}

/** Decides about the findings on some lines. */
function decide(
  kept: StoredDecision[],
  lines: readonly string[],
  on: readonly number[],
  decision: Decision,
): StoredDecision[] {
  const { findings, at } = reviewed(lines);
  const decided = new Set(findings.filter((_, index) => on.includes(at[index] ?? -1)).map(each => each.fingerprint));
  return [...kept, ...new Decisions(kept).deciding(findings, decided, decision)];
}

/** The state of the finding on each line that has one. */
function statesIn(kept: readonly StoredDecision[], lines: readonly string[]): Map<number, Decision['state']> {
  const { findings, at } = reviewed(lines);
  const decisions = new Decisions(kept).of(findings);
  return new Map(
    findings.map(({ fingerprint }, index) => [at[index] ?? -1, decisions.get(fingerprint)?.state ?? 'open']),
  );
}

function closedIn(kept: readonly StoredDecision[], lines: readonly string[]): number[] {
  return [...statesIn(kept, lines)].filter(([, state]) => state !== 'open').map(([line]) => line);
}

const file = ['alpha', 'beta', 'gamma', code, 'delta', 'epsilon', 'zeta', 'eta', code, 'theta', 'iota', 'kappa'];

describe('a decision about one of two equal findings', () => {
  const kept = decide([], file, [3], dismissed);

  it('is about that one, whatever was fixed, added or moved', () => {
    assert.deepEqual(closedIn(kept, file), [3]);
    assert.deepEqual(closedIn(kept, file.toSpliced(3, 1)), [], 'the first is fixed');
    assert.deepEqual(closedIn(kept, file.toSpliced(3, 1, 'parse(input);')), [], 'the first is rewritten');
    assert.deepEqual(closedIn(kept, file.toSpliced(8, 1)), [3], 'the second is fixed');
    assert.deepEqual(closedIn(kept, ['new', 'lines', code, 'and', 'more', ...file]), [8], 'another one above');
    assert.deepEqual(closedIn(kept, file.toSpliced(1, 1, 'beta2')), [3], 'a line nearby is edited');
  });

  it('stays with it through one edit around it after the other, where it is confirmed again', () => {
    let lines = file;
    let decisions = kept;
    for (const [at, text] of ['one', 'two', 'three'].entries()) {
      lines = lines.with(at, text);
      assert.deepEqual(closedIn(decisions, lines), [3]);
      decisions = decide(decisions, lines, [8], dismissed);
      decisions = decide(decisions, lines, [8], { state: 'open' });
    }
    assert.deepEqual(closedIn(decisions, lines.toSpliced(3, 1)), []);
  });

  it('leaves the one that is left open where nobody can tell which of two neighbours it is', () => {
    const neighbours = ['alpha', 'beta', code, code, 'gamma', 'delta'];
    const decided = decide([], neighbours, [2], dismissed);
    assert.deepEqual(closedIn(decided, neighbours), [2]);
    assert.deepEqual(closedIn(decided, neighbours.toSpliced(2, 1)), []);
  });

  it('goes by the turn where nothing is known of what surrounds them', () => {
    const comments = [1, 2].map(() => aComment({ rule: 'no-eval', quotedCode: code }));
    const findings = knownFindings(comments, () => undefined);
    const decided = new Set([findings[1]?.fingerprint ?? '']);
    const states = (among: readonly KnownFinding[]): unknown => {
      const decisions = new Decisions(new Decisions([]).deciding(findings, decided, dismissed)).of(among);
      return among.map(({ fingerprint }) => decisions.get(fingerprint)?.state ?? 'open');
    };
    assert.deepEqual(states(findings), ['open', 'dismissed']);
    assert.deepEqual(states(knownFindings(comments.slice(1), () => undefined)), ['open']);
  });

  it('is that of the line wherever equal findings are fixed, added or shifted', () => {
    // Each finding stands between lines of its own, so that which is which is beyond doubt.
    const around = (name: number, has: boolean): string[] => [
      ...[1, 2, 3].map(at => `above ${name}.${at}`),
      ...(has ? [code] : []),
      ...[1, 2, 3].map(at => `below ${name}.${at}`),
    ];
    const text = (places: readonly { name: number; has: boolean }[]): string[] =>
      places.flatMap(({ name, has }) => around(name, has));
    const place = fc.record({ name: fc.nat(30), has: fc.boolean(), isClosed: fc.boolean() });
    const places = fc.uniqueArray(place, { selector: ({ name }) => name, maxLength: 8 });
    const step = fc.record({ at: fc.nat(8), toggles: fc.boolean(), name: fc.integer({ min: 31, max: 60 }) });
    fc.assert(
      fc.property(places, fc.array(step, { maxLength: 6 }), (before, steps) => {
        const lineOf = (all: readonly { name: number; has: boolean }[], name: number): number =>
          text(
            all.slice(
              0,
              all.findIndex(each => each.name === name),
            ),
          ).length + 3;
        const closed = before.filter(({ has, isClosed }) => has && isClosed).map(({ name }) => name);
        const decisions = decide(
          [],
          text(before),
          closed.map(name => lineOf(before, name)),
          dismissed,
        );
        let now: { name: number; has: boolean }[] = before;
        for (const { at, toggles, name } of steps) {
          const there = now[at];
          // Fixed, and where it was fixed it comes back as it was; else a new one between lines that were never there.
          if (toggles && there !== undefined) now = now.with(at, { ...there, has: !there.has });
          else if (!now.some(each => each.name === name)) now = now.toSpliced(at, 0, { name, has: true });
          const expected = now
            .filter(each => each.has && closed.includes(each.name))
            .map(each => lineOf(now, each.name));
          assert.deepEqual(closedIn(decisions, text(now)), expected);
        }
      }),
    );
  });

  it('never closes more findings than were decided and are there still, among lines that are alike', () => {
    const lines = fc.array(fc.constantFrom(code, code, 'alpha', 'beta', 'gamma', '}', ''), { maxLength: 14 });
    fc.assert(
      fc.property(
        lines,
        fc.array(fc.boolean(), { maxLength: 14 }),
        fc.array(fc.nat(13), { maxLength: 6 }),
        (before, on, fixed) => {
          const closed = before.flatMap((line, at) => (line === code && on[at] === true ? [at] : []));
          const decisions = decide([], before, closed, dismissed);
          assert.deepEqual(closedIn(decisions, before), closed);
          const left = [...before.keys()].filter(at => before[at] !== code || !fixed.includes(at));
          const stillThere = left.filter(at => closed.includes(at)).length;
          assert.ok(
            closedIn(
              decisions,
              left.map(at => before[at] ?? ''),
            ).length <= stillThere,
          );
        },
      ),
    );
  });

  it('is found quickly among thousands of equal ones', async () => {
    const many = Array.from({ length: 3_000 }, () => code);
    const decided = (): StoredDecision[] => decide([], many, [1_500], dismissed);
    assert.ok((await timeWithin(5_000, () => closedIn(decided(), many))) < 5_000);
    assert.deepEqual(closedIn(decided(), many), [1_500]);
  });
});

describe('a decision about findings that are told together', () => {
  const lines = ['one', 'two', 'three', 'four', 'five', 'six'];
  /** A comment of one rule on some lines of the file, at the first of them. */
  const together = (...at: readonly number[]): ReviewComment =>
    aComment({
      rule: 'no-self-compare',
      quotedCode: lines[at[0] ?? 0] ?? '',
      range: { startLine: (at[0] ?? 0) + 1, endLine: (at[0] ?? 0) + 1 },
      members: at.map(line => `id of ${line}`),
    });
  const known = (...comments: readonly ReviewComment[]): KnownFinding[] => knownFindings(comments, () => lines);
  const states = (kept: readonly StoredDecision[], ...comments: readonly ReviewComment[]): unknown[] => {
    const findings = known(...comments);
    const decisions = new Decisions(kept).of(findings);
    return findings.map(({ fingerprint }) => decisions.get(fingerprint)?.state ?? 'open');
  };
  const deciding = (
    kept: readonly StoredDecision[],
    comment: ReviewComment,
    decision: Decision,
  ): readonly StoredDecision[] => {
    const findings = known(comment);
    const decided = new Set(findings.map(({ fingerprint }) => fingerprint));
    return [...kept, ...new Decisions(kept).deciding(findings, decided, decision)];
  };
  const kept = deciding([], together(0, 1, 2, 3), dismissed);

  it('is about those, and not about one that is told with them later', () => {
    assert.deepEqual(states(kept, together(0, 1, 2, 3)), ['dismissed']);
    assert.deepEqual(states(kept, together(0, 1, 2, 3, 4)), ['open']);
    assert.deepEqual(states(kept, together(5, 4, 3, 2)), ['open']);
    const all = deciding(kept, together(0, 1, 2, 3, 4), { ...dismissed, at: 2 });
    assert.deepEqual(states(all, together(0, 1, 2, 3, 4)), ['dismissed']);
  });

  it('stays when some of them are fixed, and where the others stand alone', () => {
    assert.deepEqual(states(kept, together(0, 2, 3)), ['dismissed']);
    assert.deepEqual(states(kept, together(1, 2, 3)), ['dismissed']);
    assert.deepEqual(states(kept, together(1), together(3), together(4)), ['dismissed', 'dismissed', 'open']);
  });

  it('is taken back for all of them, and made by several', () => {
    const reopened = deciding(kept, together(0, 1, 2, 3), { state: 'open' });
    assert.deepEqual(states(reopened, together(0, 1, 2, 3), together(2)), ['open', 'open']);
    const both = deciding(kept, together(4), { state: 'done', at: 5 });
    assert.deepEqual(states(both, together(0, 1, 4)), ['done'], 'so that it is open where it is reported again');
  });

  it('that does not say what it was about is about its comment', () => {
    const old = kept.map(({ finding, ...rest }) => ({
      ...rest,
      finding: finding && { ...finding, members: undefined },
    }));
    assert.deepEqual(states(old, together(0, 1, 2, 3, 4)), ['dismissed']);
  });
});

describe('a finding that was done', () => {
  const done: Decision = { state: 'done', at: 10 };

  it('is open again where a later review reports it for the code as it was, and says so', () => {
    for (const state of ['current', 'moved', 'unplaced'] as const)
      assert.deepEqual(effectiveDecision(done, 11, state), { state: 'open', reportedAgain: true });
  });

  it('stays done in the review it was done in, and where that code was changed since', () => {
    assert.deepEqual(effectiveDecision(done, 9, 'current'), done);
    for (const state of ['changed', 'outdated'] as const) assert.deepEqual(effectiveDecision(done, 11, state), done);
  });

  it('is not taken for one that was dismissed, which stays so', () => {
    assert.deepEqual(effectiveDecision(dismissed, 11, 'current'), dismissed);
  });
});
