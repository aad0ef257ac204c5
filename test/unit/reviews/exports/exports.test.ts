import assert from 'node:assert/strict';
import { decodeReview } from '../../../../src/api/decode/review.ts';
import { toJson } from '../../../../src/reviews/exports/json.ts';
import { toMarkdown } from '../../../../src/reviews/exports/markdown.ts';
import { toSarif } from '../../../../src/reviews/exports/sarif.ts';
import { aRecord, aSubject } from '../builders.ts';

describe('an exported review', () => {
  const long = `This ${'very '.repeat(60)}long title ends here`;
  const comments = [
    { path: 'src/a.ts', line: 1, title: long, body: 'Short.' },
    { path: 'src/a.ts', line: 2, body: `That ${'quite '.repeat(60)}long sentence ends there. The next one.` },
    { path: 'src/a.ts', line: 3, title: 'Short', body: 'Short.' },
  ];
  const review = decodeReview({ id: 'r', status: 'completed', comments });
  const record = aRecord({ review, subject: aSubject({ root: '/home/me/work/orders', branch: 'feature' }) });

  it('has its titles whole, however long they are', () => {
    const [first, second, third] = review.comments ?? [];
    assert.ok(first !== undefined && second !== undefined);
    // What a row shows, and what a finding without code is known by.
    assert.deepEqual([first.title.length, second.title.length], [200, 200]);
    assert.equal(third?.wholeTitle, undefined);
    const headings = toMarkdown(record).match(/^### .*$/gm) ?? [];
    assert.deepEqual(
      headings.map(heading => heading.replace(/(?:very |quite )+/, '')),
      ['### This long title ends here', '### That long sentence ends there.', '### Short'],
    );
    const sarif = JSON.stringify(toSarif(record, '1.0.0'));
    assert.ok(sarif.includes(long) && !sarif.includes('…'));
  });

  it('names no folder of this machine, and keeps what it is about', () => {
    const json = toJson(record);
    assert.doesNotMatch(json, /\/home\/me/);
    const { subject, review: told } = JSON.parse(json) as typeof record;
    assert.deepEqual([subject.pullRequest, subject.branch], [record.subject.pullRequest, 'feature']);
    assert.equal(told.comments?.length, 3);
    assert.doesNotMatch(toMarkdown(record) + JSON.stringify(toSarif(record, '1.0.0')), /\/home\/me/);
  });
});
