import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { decodeReview } from '../../../../src/api/decode/review.ts';
import { defaultNetwork } from '../../../../src/core/protocol/networkSettings.ts';
import type { ReviewerSettings } from '../../../../src/core/protocol/reviewerSettings.ts';
import { engineProcesses } from '../../../../src/service/jobs/engineProcess.ts';
import { defaultLimits } from '../../../../src/service/reviewers/model/limits.ts';
import { programOf } from '../../../host/programs/programs.ts';
import { message, serving } from '../reviewers/model/chatServer.ts';
import { TestService } from '../serving.ts';
import { HeldEngines, nothingFound } from './heldEngine.ts';

function reviewersAt(url: string): ReviewerSettings {
  return {
    model: {
      source: { kind: 'address', url, name: 'sample-1', key: undefined, network: defaultNetwork },
      limits: { ...defaultLimits, effort: 'low', calls: 4 },
    },
    tools: [],
  };
}

describe('a review that is under way', () => {
  it('answers its stage and what the analysers have found before a model has answered, from the real engine', async () => {
    const hints = new EventEmitter();
    const questions = new EventEmitter();
    const answer = (_: unknown, response: ServerResponse): boolean => questions.emit('put', response);
    await serving(answer, async ({ baseUrl }) => {
      const service = await TestService.start({
        startEngine: engineProcesses(programOf('engine')),
        reviewers: () => reviewersAt(baseUrl),
        onProgress: id => hints.emit(id),
      });
      try {
        const asked = once(questions, 'put') as Promise<[ServerResponse]>;
        const id = await service.trigger(7);
        await once(hints, id);
        const [question] = await asked;
        const running = await service.answer(id);
        const { state, comments, stage, progress } = decodeReview(running);
        assert.equal(running['status'], 'running');
        assert.deepEqual(
          [state, comments?.map(({ rule }) => rule), stage],
          ['running', ['eslint/no-self-compare'], 'asking sample-1 about 1 of 1 file'],
        );
        assert.ok(progress !== undefined && progress > 0.1 && progress < 0.9, `${progress}`);
        assert.deepEqual(
          ['issues_found', 'gaps', 'completed_at'].filter(name => name in running),
          [],
        );
        message(question, JSON.stringify({ findings: [] }));
        const ended = await service.ended(id);
        assert.deepEqual([ended['status'], ended['stage']], ['completed', undefined]);
        // The same comment, by the same way.
        assert.deepEqual(ended['comments'], running['comments']);

        const again = once(questions, 'put') as Promise<[ServerResponse]>;
        const other = await service.trigger(7, { incremental: false });
        const [hanging] = await again;
        const closed = once(hanging, 'close');
        assert.equal((await service.cancel(other))['status'], 'cancelled');
        await closed;
        assert.equal((await service.answer(other))['status'], 'cancelled');
        assert.deepEqual(service.errors, []);
      } finally {
        await service.dispose();
      }
    });
  });

  it('tells of new comments and slow steps once each time, and answers the comments that it had while only the stage goes on', async () => {
    const engines = new HeldEngines();
    const hints: string[] = [];
    const service = await TestService.start({ startEngine: engines.start, onProgress: id => hints.push(id) });
    try {
      const id = await service.trigger(7);
      const { observer, end } = await engines.begun(1);
      const { status, stage } = await service.answer(id);
      assert.deepEqual([status, stage], ['running', 'starting']);
      observer.onProgress({ stage: 'one', progress: 0.123, comments: [] });
      observer.onProgress({ stage: 'two', progress: 0.5 });
      const running = await service.answer(id);
      assert.deepEqual([running['stage'], running['progress'], running['comments']], ['two', 0.5, []]);
      assert.deepEqual(hints, [id]);
      observer.onProgress({ stage: 'three', progress: 0.6, isSlowStep: true });
      assert.deepEqual(hints, [id, id]);
      end(nothingFound);
      assert.equal((await service.ended(id))['stage'], undefined);
    } finally {
      await service.dispose();
    }
  });

  it('is made from scratch where that is asked for, also after a restart, and is taken over from later', async () => {
    const engines = new HeldEngines();
    const service = await TestService.start({ startEngine: engines.start });
    try {
      const reviews = async (more: object): Promise<boolean> => {
        const count = engines.reviews.length;
        const id = await service.trigger(7, more);
        if (count > 0 && !('incremental' in more)) await service.ended(id);
        else (await engines.begun(count + 1)).end(nothingFound);
        assert.equal((await service.ended(id))['status'], 'completed');
        return engines.reviews.length > count;
      };
      assert.equal(await reviews({}), true);
      assert.equal(await reviews({}), false);
      assert.equal(await reviews({ incremental: false }), true);
      assert.equal(engines.reviews.at(-1)?.job.earlier, undefined);
      assert.equal(await reviews({}), false);
      await service.push({ 'b.ts': 'export {};\n' });
      const id = await service.trigger(7);
      const { job, end } = await engines.begun(3);
      assert.ok(job.earlier !== undefined);
      end(nothingFound);
      await service.ended(id);
      const stored = await service.store.review(await service.trigger(7, { incremental: false }));
      assert.equal(stored?.fromScratch, true);
      const refused = await service.request('POST', '/v1/reviews', {
        body: { repository: 'acme/app', pr: 7, incremental: 'no' },
      });
      assert.equal(refused.status, 422);
    } finally {
      await service.dispose();
    }
  });
});
