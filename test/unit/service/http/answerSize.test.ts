import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseBaseUrl } from '../../../../src/api/baseUrl.ts';
import { ApiClient } from '../../../../src/api/client.ts';
import { createTransport } from '../../../../src/api/transport/undiciTransport.ts';
import { getResolution } from '../../../../src/api/embedded/resolutionRate.ts';
import type { Transport } from '../../../../src/api/transport/transport.ts';
import type { EngineComment } from '../../../../src/service/engine/engineComment.ts';
import { openStore } from '../../../../src/service/store/openStore.ts';
import { startServer, type RunningServer } from '../../../../src/service/http/server.ts';
import type { Store } from '../../../../src/service/store/store.ts';
import { engineProcesses } from '../../../../src/service/jobs/engineProcess.ts';
import { canaryKey } from '../../../host/keys/canary.ts';

const key = canaryKey('development');
const { signal } = new AbortController();

describe('the largest answers of the service', () => {
  let folder: string;
  let store: Store;
  let server: RunningServer;
  let transport: Transport;
  let client: ApiClient;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'code-review-answers-'));
    store = await openStore(folder);
    server = await startServer({
      dataFolder: folder,
      startEngine: engineProcesses(''),
      port: 0,
      plan: { name: 'free', requestsPerHour: 100 },
      ownKey: key,
      repositories: [],
      gitExecutable: 'git',
      onSettled: () => undefined,
      onError: error => assert.fail(String(error)),
    });
    transport = createTransport({ userAgent: 'unit-test' });
    const baseUrl = parseBaseUrl(`http://127.0.0.1:${server.port}`);
    client = new ApiClient({ baseUrl, key: () => Promise.resolve(key), transport, log: () => undefined });
  });

  afterEach(async () => {
    await transport.close();
    server.close();
    await store.close();
    await rm(folder, { recursive: true });
  });

  async function keep(comments: readonly EngineComment[]): Promise<string> {
    const id = 'rev_0123456789abcdef01234567';
    const [base, head] = ['b'.repeat(40), 'a'.repeat(40)];
    await store.putReview({
      ...{ id, repository: 'acme/app', pr: 7, root: '/r', base, head, status: 'completed' },
      ...{ createdAt: 1, completedAt: 2, engine: '1', configuration: '' },
      result: {
        ...{ status: 'completed', comments, reports: [], reviewed: ['a.ts'], addedLines: 1, unreviewed: [] },
        ...{ mergeBase: base, milliseconds: 1 },
      },
    });
    return id;
  }

  for (const [what, count, body] of [
    ['as many comments as a change can have', 60_000, 'x'],
    ['long comments', 1_500, 'x'.repeat(8_000)],
    ['comments that JSON writes six times as long', 1_000, '\u0001'.repeat(2_000)],
    ['comments of three bytes a letter', 1_200, '評'.repeat(3_000)],
  ] as const) {
    it(`can be read by its own client with ${what}, and say what they leave out`, async () => {
      const id = await keep(Array.from({ length: count }, (_, index) => comment(index, { body })));
      const review = await client.getReview(id, signal);
      const shown = review.comments?.length ?? 0;
      assert.ok(shown > 100 && shown < count, `${shown}`);
      assert.equal(review.issuesFound, count);
      assert.deepEqual(review.gaps, [`${count - shown} comments beyond the first ${shown} left out`]);
      assert.equal(review.comments?.[shown - 1]?.range?.startLine, shown);
    });
  }

  it('leave out no comment for the length of the line that it is on', async () => {
    const line = 'x'.repeat(1_000_000);
    const comments = Array.from({ length: 10 }, (_, index) =>
      comment(index, { existing_code: line, suggested_code: line }),
    );
    const review = await client.getReview(await keep(comments), signal);
    assert.deepEqual([review.comments?.length, review.gaps], [10, []]);
  });

  it('tell what became of the comments of any number of rules', async () => {
    const longest = 'r'.repeat(400);
    await store.putOutcomes(
      Array.from({ length: 20_000 }, (_, index) => [
        {
          repository: 'acme/app',
          pr: 7,
          fingerprint: `${index}`,
          reviewer: `tool:x${index}`,
          rule: `${longest}${index}`,
        },
        'changed',
      ]),
      1,
    );
    assert.equal((await getResolution(client, signal)).rules.length, 1_000);
  });
});

function comment(index: number, more: Partial<EngineComment>): EngineComment {
  return {
    fingerprint: `${index}`.padStart(32, '0'),
    reviewer: 'secrets',
    path: 'a.ts',
    start_line: index + 1,
    end_line: index + 1,
    side: 'RIGHT',
    severity: 'high',
    category: 'security',
    rule_id: 'secrets/key',
    title: `A key ${index}`,
    body: '',
    existing_code: 'x',
    ...more,
  };
}
