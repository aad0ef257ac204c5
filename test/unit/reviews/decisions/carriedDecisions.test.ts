import assert from 'node:assert/strict';
import type { ReviewComment } from '../../../../src/core/review/review.ts';
import { carriedDecisions, type RenamedFindings } from '../../../../src/reviews/decisions/carriedDecisions.ts';
import { Decisions, type Decision, type StoredDecision } from '../../../../src/reviews/decisions/decisions.ts';
import { keysOf } from '../../../../src/reviews/decisions/fingerprint.ts';
import { knownFindings } from '../../../../src/reviews/decisions/knownFindings.ts';
import { aComment } from '../builders.ts';

const dismissed: Decision = { state: 'dismissed', at: 1, reason: 'checked' };
const open: Decision = { state: 'open' };
const lines = ['one', 'two', 'three', 'eval(input);', 'four', 'five', 'six'];
const editedLines = lines.with(1, 'edited');

/** A comment of one file on the line of the code that tells some findings. */
function comment(path: string, ...members: readonly string[]): ReviewComment {
  const range = { startLine: 4, endLine: 4 };
  return aComment({ path, rule: 'no-eval', quotedCode: 'eval(input);', range, ...(members.length > 0 && { members }) });
}

function stateOf(kept: readonly StoredDecision[], about: ReviewComment, text = lines): Decision['state'] {
  const findings = knownFindings([about], () => text);
  const [decision = open] = new Decisions(kept).of(findings).values();
  return decision.state;
}

function decided(
  kept: readonly StoredDecision[],
  about: ReviewComment,
  decision: Decision,
  text = lines,
): readonly StoredDecision[] {
  const findings = knownFindings([about], () => text);
  const fingerprints = new Set(findings.map(({ fingerprint }) => fingerprint));
  return [...kept, ...new Decisions(kept).deciding(findings, fingerprints, decision)];
}

function carried(
  kept: readonly StoredDecision[],
  from: string,
  to: string,
  ids: RenamedFindings['ids'] = new Map(),
): readonly StoredDecision[] {
  const [now = '', before = ''] = keysOf([comment(to), comment(from)]);
  return [...kept, ...carriedDecisions(kept, { keys: new Map([[now, before]]), ids })];
}

describe('decisions that go on under another name', () => {
  it('take the place of older ones there, which would make them doubtful', () => {
    const there = carried(decided([], comment('a.ts'), open), 'a.ts', 'b.ts');
    const back = carried(decided(there, comment('b.ts'), dismissed, editedLines), 'b.ts', 'a.ts');
    assert.equal(stateOf(back, comment('a.ts'), editedLines), 'dismissed');
  });

  it('say nothing of findings in other files that a comment told with theirs', () => {
    const together = decided([], comment('a.ts', 'in a', 'in x', 'in y'), dismissed);
    const reopened = decided(together, comment('x.ts', 'in x'), open);
    const renamed = carried(reopened, 'a.ts', 'b.ts', new Map([['in b', 'in a']]));
    assert.equal(stateOf(renamed, comment('b.ts', 'in b', 'in y')), 'dismissed');
    assert.equal(stateOf(renamed, comment('x.ts', 'in x', 'in y')), 'open');
  });

  it('are not repeated for a finding of several that is open again since', () => {
    const ids = new Map([['in b', 'in a']]);
    const renamed = carried(decided([], comment('a.ts', 'in a', 'in y'), dismissed), 'a.ts', 'b.ts', ids);
    const reopened = decided(renamed, comment('other.ts', 'in b'), open);
    assert.equal(stateOf(reopened, comment('b.ts', 'in b', 'in y')), 'open');
    assert.deepEqual(carried(reopened, 'a.ts', 'b.ts', ids), reopened);
  });
});
