import assert from 'node:assert/strict';
import { isInFull } from '../../../host/seed.ts';
import { chaos } from '../../../bench/service/chaos/chaos.ts';

describe('a team whose processes and database are killed', () => {
  // A program is started for each kill, and five before.

  it('ends every acknowledged review once, and grants no request beyond the limit', async () => {
    const kills = isInFull() ? 30 : 6;
    const left = await chaos({ kills, seed: 17, askers: 4, limit: 80 });
    assert.deepEqual(left.problems, []);
    assert.equal(left.completed + left.givenUp, left.acknowledged);
    assert.ok(left.granted <= left.limit, `${left.granted} of ${left.limit}`);
    assert.equal(left.kills.api + left.kills.worker + left.kills.postgres, kills);
  });
});
