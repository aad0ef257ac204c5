import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { Redactor } from '../../../../src/core/base/redactor.ts';
import { builtInOnly, type ReviewerSettings } from '../../../../src/core/protocol/reviewerSettings.ts';
import { EmbeddedService } from '../../../../src/vscode/connection/embeddedService.ts';

/** Says that it listens, and what it is told from then on. */
const script = `
  process.on('message', ({ type, reviewers }) => {
    if (type === 'start') process.send({ type: 'ready', socketPath: '/nowhere' });
    else process.stderr.write(type + ' ' + JSON.stringify(reviewers) + '\\n');
  });
`;

describe('the embedded service of a window', () => {
  let folder: string;
  let service: EmbeddedService;
  const lines: string[] = [];
  let heard: () => void = () => undefined;
  const asked: ((settings: ReviewerSettings | Promise<never>) => void)[] = [];

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'code-review-embedded-'));
    await writeFile(path.join(folder, 'service.cjs'), script);
    lines.length = 0;
    asked.length = 0;
    service = new EmbeddedService({
      script: path.join(folder, 'service.cjs'),
      dataFolder: folder,
      keepDays: () => 30,
      gitExecutable: () => Promise.resolve('git'),
      repositories: () => Promise.resolve([]),
      reviewers: () => new Promise(resolve => asked.push(resolve)),
      ask: () => Promise.reject(new Error('there is no model')),
      redactor: new Redactor(),
      onLine: line => {
        lines.push(line);
        heard();
      },
      onError: error => assert.fail(String(error)),
    });
  });

  afterEach(async () => {
    service.dispose();
    await rm(folder, { recursive: true });
  });

  async function answer(settings: ReviewerSettings | Error): Promise<void> {
    while (asked.length === 0) await turn();
    asked.shift()?.(settings instanceof Error ? Promise.reject(settings) : settings);
  }

  it('is told of changes in the order in which they came, before it is asked for anything more', async () => {
    const started = service.running();
    await answer(builtInOnly);
    await started;
    const told = new Promise<void>(resolve => (heard = () => lines.length === 2 && resolve()));
    const changes = [service.updateReviewers(), service.updateReviewers()];
    const next = service.running();
    let isNext = false;
    void next.then(() => (isNext = true));
    const [first, second] = [
      { ...builtInOnly, name: 'first' },
      { ...builtInOnly, name: 'second' },
    ];
    await answer(first);
    await turn();
    assert.equal(isNext, false);
    await answer(second);
    await Promise.all([...changes, next, told]);
    assert.deepEqual(lines, [`reviewers ${JSON.stringify(first)}`, `reviewers ${JSON.stringify(second)}`]);
  });

  it('goes on where a change cannot be found out', async () => {
    const started = service.running();
    await answer(builtInOnly);
    await started;
    const failing = service.updateReviewers();
    await answer(new Error('the settings cannot be read'));
    await assert.rejects(failing, /the settings cannot be read/);
    const told = new Promise<void>(resolve => (heard = resolve));
    const change = service.updateReviewers();
    await answer(builtInOnly);
    await Promise.all([change, told, service.running()]);
    assert.equal(lines.length, 1);
  });
});
