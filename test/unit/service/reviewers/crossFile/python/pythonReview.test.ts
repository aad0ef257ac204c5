import assert from 'node:assert/strict';
import { Git } from '../../../../../../src/git/run/git.ts';
import { crossFileReviewer } from '../../../../../../src/service/reviewers/crossFile/crossFileReviewer.ts';
import { TestRepository } from '../../../../../host/git/repository.ts';
import { reviewWith } from '../../../engine/reviewing.ts';
import { startAnalysers } from '../../../startAnalysers.ts';

describe('a review of Python across files', () => {
  it('says what breaks in files that the branch does not touch', async () => {
    const git = new Git({ executable: 'git', log: () => undefined });
    const repository = await TestRepository.create({
      'app/__init__.py': '',
      'app/pay.py': 'def charge(order):\n    return order\n\n\ndef refund(order):\n    return -order\n',
      'app/shop.py': 'from app.pay import charge, refund\n\ncharge(1)\n',
      'app/notes.py': 'async def send(text):\n    print(text)\n',
    });
    try {
      const base = await repository.git('rev-parse', 'HEAD');
      const head = await repository.commit({
        'app/pay.py': 'def charge(order, currency):\n    return order\n',
        'app/jobs.py': 'from .notes import send\n\n\nasync def run():\n    send("done")\n',
      });
      const job = { root: repository.folder, base, head };
      const reviewer = crossFileReviewer({ git, job, runIndexTasks: startAnalysers().indexTasks() });
      const result = await reviewWith(git, [reviewer], job);
      if (result.status !== 'completed') assert.fail(result.reason);
      const told = result.comments.map(({ path, title }) => `${path}: ${title}`);
      assert.deepEqual(told.sort(), [
        'app/jobs.py: `send` is not awaited, so it does not run',
        'app/pay.py: `charge` now needs `currency`: the call in `app/shop.py` fails',
        'app/pay.py: `refund` is removed from `app/pay.py`, but `app/shop.py` still uses it',
      ]);
    } finally {
      await repository.dispose();
    }
  });
});
