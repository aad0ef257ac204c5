import assert from 'node:assert/strict';
import { setDisplayLanguage } from '../../../../src/core/base/l10n.ts';
import { subjectName, subjectTitle, type ReviewSubject } from '../../../../src/reviews/store/reviewRecord.ts';
import { speak } from '../../../host/texts/displayLanguage.ts';

function subjectOf(kind: ReviewSubject['kind'], number: number, title: string | undefined): ReviewSubject {
  return {
    kind,
    service: 'embedded',
    pullRequest: { repository: 'acme/orders', number },
    title,
    root: undefined,
    branch: undefined,
    headCommit: undefined,
  };
}

describe('the name of what is reviewed', () => {
  it('is the number of its pull request, with the title where there is room', () => {
    const subject = subjectOf('pullRequest', 7, 'Pay refunds back');
    assert.equal(subjectName(subject), 'acme/orders #7');
    assert.equal(subjectTitle(subject), 'acme/orders #7 Pay refunds back');
    assert.equal(subjectTitle(subjectOf('pullRequest', 7, undefined)), 'acme/orders #7');
  });

  it('holds no number where there is no pull request', () => {
    const subject = subjectOf('uncommitted', 1_000_001, 'uncommitted work on main');
    assert.equal(subjectName(subject), 'uncommitted work on main in acme/orders');
    assert.equal(subjectTitle(subject), 'uncommitted work on main');
  });

  it('is in the display language, also where an agent or a window of another language has stored it', () => {
    const subject = { ...subjectOf('staged', 1_000_001, 'staged work on main'), branch: 'main' };
    speak('fr');
    assert.equal(subjectName(subject), 'travail indexé sur main dans acme/orders');
    setDisplayLanguage(undefined);
    const stored = { ...subject, title: 'travail indexé sur main' };
    assert.equal(subjectTitle(stored), 'staged work on main');
  });
});
