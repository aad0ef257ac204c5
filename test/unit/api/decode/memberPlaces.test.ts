import assert from 'node:assert/strict';
import { decodeReview } from '../../../../src/api/decode/review.ts';
import type { ReviewComment } from '../../../../src/core/review/review.ts';

const place = { path: 'src/b.ts', start_line: 4, end_line: 4 };
const related = { path: 'src/c.ts', start_line: 5, start_column: 1, end_column: 3, message: 'It is called here.' };
const written = {
  ...{ fingerprint: 'one', reviewer: 'eslint', path: 'src/a.ts', start_line: 2, end_line: 2, side: 'RIGHT' },
  ...{ severity: 'high', category: 'bug', rule_id: 'no-bug', title: 'A bug.', body: 'It is one.' },
};

/** Decodes a comment of a review that is otherwise as the embedded service sends it. */
function decoded(given: object, review: object = {}): ReviewComment | undefined {
  const named = { id: 'r', status: 'completed', created_at: '2026-11-01T00:00:00Z', repository: 'acme/app', pr: 7 };
  return decodeReview({ ...named, ...review, comments: [{ ...written, ...given }] }).comments?.[0];
}

describe('the places of the findings that a comment tells', () => {
  it('are read from the embedded service', () => {
    const columns = { ...place, start_line: 7, end_line: 7, start_column: 3, end_column: 9 };
    assert.deepEqual(decoded({ member_locations: [place, columns] })?.memberPlaces, [
      { path: 'src/b.ts', range: { startLine: 4, endLine: 4 } },
      { path: 'src/b.ts', range: { startLine: 7, endLine: 7, startColumn: 3, endColumn: 9 } },
    ]);
  });

  it('are not those that explain it, nor what another service says under that name', () => {
    assert.equal(decoded({ related_locations: [related] })?.memberPlaces, undefined);
    const hosted = decoded({ member_locations: [place] }, { hosted: true });
    assert.deepEqual([hosted?.title, hosted?.memberPlaces], ['A bug.', undefined]);
  });

  it('are in the repository', () => {
    const hostile = ['../../etc/passwd', '.git/config'].map(path => ({ ...place, path }));
    assert.equal(decoded({ member_locations: hostile })?.memberPlaces, undefined);
  });
});
