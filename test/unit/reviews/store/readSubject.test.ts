import assert from 'node:assert/strict';
import { readSubject } from '../../../../src/reviews/store/reviewRecord.ts';
import { aSubject } from '../builders.ts';

/** The pull request 7, as it was stored. */
const { kind, ...stored } = aSubject({});

function kindOf(given: Partial<Parameters<typeof readSubject>[0]>): string {
  return readSubject({ ...stored, ...given }).kind;
}

describe('a subject that was stored before subjects had a kind', () => {
  const local = { service: 'embedded', pullRequest: { repository: 'acme/orders', number: 1_000_001 } };

  it('is what its number and title say', () => {
    assert.equal(kindOf({}), 'pullRequest');
    assert.equal(kindOf({ pullRequest: { repository: 'acme/orders', number: 1_000_001 } }), 'pullRequest');
    assert.equal(kindOf({ service: 'embedded', isOfBranch: false }), 'pullRequest');
    assert.equal(kindOf({ ...local, title: 'feature' }), 'branch');
    assert.equal(kindOf({ ...local, title: 'uncommitted work on feature', isOfBranch: false }), 'uncommitted');
    assert.equal(kindOf({ ...local, title: 'staged work on feature', isOfBranch: false }), 'staged');
  });

  it('goes on being of no branch where it was requested by number only', () => {
    assert.deepEqual(readSubject({ ...stored, isOfBranch: false }), { ...stored, kind, isOfBranch: false });
    const title = 'uncommitted work on feature';
    assert.equal('isOfBranch' in readSubject({ ...stored, ...local, title, isOfBranch: false }), false);
  });
});
