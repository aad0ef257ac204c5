import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import type { StartEngine } from '../../../../../src/service/jobs/engineProcess.ts';
import { TestRepository } from '../../../../host/git/repository.ts';
import { command, samples } from '../runCommand.ts';
import { resultOf } from './stubEngine.ts';

describe('a review that is interrupted', () => {
  let repository: TestRepository;
  before(async () => {
    repository = await TestRepository.create({ 'a.ts': 'export const a = 1;\n' });
    await repository.branch('bug');
    await repository.commit(samples.bug);
  });
  after(() => repository.dispose());

  for (const [when, isBegun] of [
    ['just before its engine is asked', false],
    ['while its engine makes it', true],
  ] as const)
    it(`${when} ends with the code of the signal, and prints nothing of it`, async () => {
      const interrupted = new AbortController();
      let begun = 0;
      let ended = 0;
      const startEngine: StartEngine = () => {
        if (!isBegun) interrupted.abort('SIGINT');
        return {
          review: async () => {
            begun++;
            await turn();
            if (isBegun) interrupted.abort('SIGINT');
            return resultOf([]);
          },
          dispose: () => void ended++,
        };
      };
      const { code, stdout } = await command(repository.folder, ['review'], { startEngine, stop: interrupted.signal });
      assert.deepEqual([code, stdout, begun], [130, '', isBegun ? 1 : 0]);
      assert.equal(ended > 0, isBegun);
    });
});
