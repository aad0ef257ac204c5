import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { needs } from '../../../../host/needs.ts';
import { canaryKey } from '../../../../host/keys/canary.ts';
import { hermeticGit } from '../../../../host/git/git.ts';
import { TestRepository } from '../../../../host/git/repository.ts';
import { command, programWith, run, withoutAnalysers, type Ended } from '../runCommand.ts';
import { json, message, serving, type Asked } from '../../reviewers/model/chatServer.ts';

const key = canaryKey('model');
const code = 'export function ratio(a: number, b: number): number {\n  return a / b;\n}\n';
const finding = {
  path: 'a.ts',
  line: 2,
  quote: 'return a / b;',
  category: 'logic',
  severity: 'high',
  title: 'Dividing by zero is not refused.',
  body: 'Refuse it.',
  trigger: 'ratio(1, 0) is Infinity.',
  confidence: 0.9,
};
const isVerify = ({ body }: Asked): boolean => body.response_format?.json_schema.name === 'verdicts';
const findThenKeep = (asked: Asked, response: Parameters<typeof message>[0]): void =>
  message(
    response,
    JSON.stringify(isVerify(asked) ? { verdicts: [{ id: 1, verdict: 'keep', reason: '' }] } : { findings: [finding] }),
  );

/** Finds the word “ratio”, and writes down what it was started with. */
const tool = `
  import { readFileSync, writeFileSync } from 'node:fs';
  const [record, ...files] = process.argv.slice(2);
  writeFileSync(record, JSON.stringify({ files, environment: process.env }));
  for (const file of files) {
    const line = readFileSync(file, 'utf8').split('\\n').findIndex(text => text.includes('ratio')) + 1;
    const range = { start: { line, column: 1 }, end: { line, column: 2 } };
    console.log(JSON.stringify({ message: 'A ratio', code: { value: 'no-ratio' }, location: { path: file, range } }));
  }
`;

describe('reviewers beside the built-in ones on the command line', () => {
  let repository: TestRepository;
  let record: string;
  let program: string;

  before(async () => {
    repository = await TestRepository.create({ 'base.ts': 'export const a = 1;\n' });
    await repository.branch('feature');
    await repository.commit({ 'a.ts': code });
    record = path.join(repository.folder, '.git/record.json');
    await repository.write({ '.git/tool.mjs': tool });
    program = await programWith(withoutAnalysers, path.join(repository.folder, '.git/program'));
  });
  after(() => repository.dispose());

  const review = (...args: string[]): Promise<Ended> =>
    command(repository.folder, ['review', ...args], { env: { CODE_REVIEW_MODEL_KEY: key } });

  /** In processes, where it counts what each of them is told. */
  const reviewApart = (...args: string[]): Promise<Ended> =>
    run(repository.folder, process.execPath, [program, 'review', ...args], { CODE_REVIEW_MODEL_KEY: key });

  async function tools(value: unknown): Promise<string[]> {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    await repository.write({ '.git/tools.json': text });
    return ['--tools', path.join(repository.folder, '.git/tools.json')];
  }

  const ratio = () => ({
    name: 'ratio',
    command: ['node', path.join(repository.folder, '.git/tool.mjs'), record, '{files}'],
    format: 'rdjsonl',
  });

  it('let a model find what only a reader finds, with the key of the environment', async () => {
    await serving(findThenKeep, async ({ baseUrl, asked }) => {
      const { code, stdout, stderr } = await review(
        ...['--model-url', baseUrl, '--model', 'stub-1', '--model-effort', 'low'],
      );
      assert.deepEqual([code, stderr], [1, '']);
      assert.match(stdout, /^a\.ts:2:\d+ {2}high {2}Dividing by zero is not refused\. {2}model\/logic$/m);
      assert.match(stdout, /^The language model read 1 file \(.+\) with stub-1/m);
      assert.deepEqual([asked.length, asked[0]?.body.model], [2, 'stub-1']);
      assert.ok(asked.every(({ headers }) => headers.authorization === `Bearer ${key}`));
    });
  });

  it('run the tools of a file, which are not told the key', async () => {
    const { code, stdout } = await reviewApart(...(await tools([ratio()])), '--fail-on', 'none');
    assert.equal(code, 0);
    assert.match(stdout, /^a\.ts:1:1 .*A ratio\. {2}ratio\/no-ratio$/m);
    assert.match(stdout, /^Checked .*ratio \(a tool of the project\)/m);
    const seen = await readFile(record, 'utf8');
    assert.deepEqual((JSON.parse(seen) as { files: string[] }).files, ['a.ts']);
    assert.ok(!seen.includes(key));
  });

  it('hand the key to no process and write it nowhere, though the model quotes it', async function () {
    needs(this, 'POSIX signals');
    let processes = '';
    await serving(
      (_, response) => {
        const list = spawn('ps', ['-A', 'eww', '-o', 'ppid=,args=']);
        list.stdout.setEncoding('utf8').on('data', (text: string) => (processes += text));
        list.on('close', () => json(response, 500, { error: { message: `wrong key ${key}` } }));
      },
      async ({ baseUrl }) => {
        const { code, stdout, stderr } = await reviewApart('--model-url', baseUrl, '--model', 'stub-1');
        assert.equal(code, 2);
        assert.equal(stdout, '');
        assert.match(stderr, /^The review failed: .*status 500: wrong key \[key\]/);
        assert.ok(!(stdout + stderr).includes(key));
      },
    );
    const ours = processes.split('\n').filter(line => /\b(?:service\.mjs|engine\.js)/.test(line));
    const engine = ours.filter(line => /\bengine\.js/.test(line));
    assert.ok(engine.length > 0, 'the engine was running');
    // The command itself was started with it; what it starts is not.
    assert.ok(engine.every(line => !line.includes(key)));
    assert.ok(ours.every(line => !line.replace(`CODE_REVIEW_MODEL_KEY=${key}`, '').includes(key)));
  });

  it('are no clean review where a model was asked for and did not run, as standard error tells', async () => {
    await serving(
      (_, response) => json(response, 401, { error: { message: 'no' } }),
      async ({ baseUrl }) => {
        const args = ['--model-url', baseUrl, '--model', 'stub-1', '--format', 'json'];
        const { code, stdout, stderr } = await review(...args);
        assert.equal(code, 2);
        assert.match(
          stderr,
          /^No issues, but the language model did not run\.\nChecked .*\nThe language model did not run: .* does not accept the key/,
        );
        const { comments, complete } = JSON.parse(stdout) as { comments: unknown[]; complete: boolean };
        assert.deepEqual([comments, complete], [[], false]);
      },
    );
  });

  it('are no clean review where a tool did not run, unless it had nothing to read', async () => {
    const gone = { name: 'gone', command: ['no-such-tool', '{files}'], format: 'sarif' };
    const missing = await review(...(await tools([gone])));
    assert.equal(missing.code, 2);
    assert.match(
      missing.stdout,
      /did not run\.\nChecked .*\nGone \(a tool of the project\) did not run: no-such-tool was not found\.$/m,
    );
    const other = await review(...(await tools([{ ...gone, files: ['**/*.go'] }])));
    assert.equal(other.code, 0);
    assert.doesNotMatch(other.stdout, /did not run/);
  });

  it('are named where they fail', async () => {
    const broken = { name: 'broken', command: ['node', '--eval', 'process.exit(3)'], format: 'sarif' };
    const { code, stdout, stderr } = await review(...(await tools([broken])));
    assert.deepEqual([code, stdout], [2, '']);
    assert.equal(
      stderr,
      'The review failed: Broken (a tool of the project) failed and found nothing: it ended with code 3. The rest of the review found nothing.\n',
    );
  });

  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    for (const who of ['the command', 'all of its terminal'] as const) {
      it(`are ended with ${who} by ${signal}, and leave nothing behind`, async function () {
        needs(this, 'POSIX signals');
        await repository.write({ 'staged.ts': 'export const staged = 1;\n' });
        await repository.git('add', 'staged.ts');
        await repository.write({ 'staged.ts': 'export const other = 1;\n' });
        const temporary = await mkdtemp(path.join(tmpdir(), 'code-review-signal-'));
        const server = createServer().listen(0, '127.0.0.1');
        await once(server, 'listening');
        const { port } = server.address() as AddressInfo;
        const slow = {
          name: 'slow',
          command: ['node', '--eval', `require('node:net').connect(${port})`],
          format: 'sarif',
        };
        const args = ['review', '--staged', '--format', 'ndjson', ...(await tools([slow]))];
        const child = spawn(process.execPath, [program, ...args], {
          cwd: repository.folder,
          env: { ...process.env, ...hermeticGit, TMPDIR: temporary },
          detached: true,
          stdio: ['ignore', 'pipe', 'pipe'],
        });
        let [stdout, stderr] = ['', ''];
        child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
        child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
        const ended = once(child, 'close');
        try {
          const [tool] = (await once(server, 'connection')) as [Socket];
          const toolEnded = once(tool.on('error', () => undefined).resume(), 'close');
          assert.notDeepEqual(await readdir(temporary), [], 'the tool has a copy of the commit');
          assert.ok(child.pid !== undefined);
          process.kill(who === 'the command' ? child.pid : -child.pid, signal);
          assert.deepEqual(await ended, [code, null]);
          await toolEnded;
          assert.equal(stderr, 'Cancelled.\n');
          const end = { event: 'end', status: 'cancelled', exit_code: code, message: 'Cancelled.' };
          assert.equal(stdout.split('\n').at(-2), JSON.stringify(end));
          assert.deepEqual(await readdir(temporary), []);
        } finally {
          child.kill('SIGKILL');
          await ended;
          server.close();
          await repository.git('reset', '--quiet', '--hard');
          await rm(temporary, { recursive: true, force: true });
        }
      });
    }
  }

  it('count a model that failed as a part that was not reviewed, unless something grave was found', async () => {
    await serving(
      (_, response) => message(response, 'I would rather not.'),
      async ({ baseUrl }) => {
        const model = ['--model-url', baseUrl, '--model', 'stub-1'];
        const args = [...model, ...(await tools([ratio()]))];
        assert.equal((await review(...args, '--fail-on', 'critical')).code, 2);
        const grave = await review(...args, '--fail-on', 'info');
        assert.equal(grave.code, 1);
        assert.match(grave.stdout, /, but the language model failed\./);
      },
    );
  });

  it('hold a model to the budget', async () => {
    await serving(findThenKeep, async ({ baseUrl, asked }) => {
      const files = Array.from({ length: 4 }, (_, file) => [
        `f${file}.ts`,
        Array.from({ length: 150 }, (__, line) => `export const v${file}_${line} = ${line};\n`).join(''),
      ]);
      await repository.branch('large');
      await repository.commit(Object.fromEntries(files) as Record<string, string>);
      const model = ['--model-url', baseUrl, '--model', 'stub-1'];
      const { stdout } = await review(...model, '--model-tokens', '3200', '--model-calls', '2');
      await repository.git('switch', '--quiet', 'feature');
      assert.equal(asked.filter(each => !isVerify(each)).length, 2);
      assert.match(stdout, /^The language model read \d files? \(.+\) with stub-1.*had no room for f2\.ts, f3\.ts/m);
    });
  });

  it('do not ask a model that costs more than a review may, and say so', async () => {
    await serving(findThenKeep, async ({ baseUrl, asked }) => {
      const model = ['--model-url', baseUrl, '--model', 'stub-1', '--model-price', '15'];
      const { code, stdout } = await review(...model, '--model-cost', '0.1', '--fail-on', 'none');
      assert.deepEqual([code, asked.length], [2, 0]);
      assert.match(
        stdout,
        /^The language model did not run: .+codeReview\.model\.costPerReview or --model-cost: 0\.1\).+codeReview\.model\.price or --model-price: 15\)\.$/m,
      );
    });
  });

  for (const [what, text, reason] of [
    ['is no JSON', '[', /tools\.json cannot be used: it is not JSON\.$/],
    ['is no array', '{}', /tools\.json cannot be used: it is no array\.$/],
    ['has a wrong entry', '[{"name":"x","command":"x","format":"sarif"}]', /Tool “x”: “command” has to be an array/],
  ] as const) {
    it(`end with 2 and one sentence where the file of tools ${what}`, async () => {
      for (const name of ['review', 'serve']) {
        const { code, stdout, stderr } = await command(repository.folder, [name, ...(await tools(text))]);
        assert.deepEqual([code, stdout], [2, '']);
        assert.match(stderr.trimEnd(), reason);
        assert.equal(stderr.trimEnd().includes('\n'), false);
      }
    });
  }

  for (const [args, reason] of [
    [['--tools', 'gone.json'], /^The tools of gone\.json cannot be used: the file cannot be read\.\n$/],
    [['--model-url', 'http://model.example/v1', '--model', 'x'], /has to begin with https/],
    [
      ['--model-url', 'http://localhost:1'],
      /^A language model needs both --model-url and --model\. See code-review review --help\.\n$/,
    ],
    [['--model', 'x'], /^A language model needs both/],
    [['--model-url', 'http://localhost:1', '--model', 'x', '--model-calls', '0'], /whole number from 1 to 20/],
    [['--model-url', 'http://localhost:1', '--model', 'x', '--model-effort', 'max'], /is one of low, medium, high\./],
    [['--model-url', 'http://localhost:1', '--model', 'x', '--model-price', '-1'], /--model-price needs a value/],
    [['--model-url', 'http://localhost:1', '--model', 'x', '--model-price', '1,5'], /a number of 0 or more, such as/],
    [['--model-url', 'http://localhost:1', '--model', 'x', '--model-cost', '1'], /--model-cost needs --model-price\./],
    [
      ['--model-url', 'http://localhost:1', '--model', 'x', '--model-price', '1', '--model-cost', '0'],
      /--model-cost takes more than 0/,
    ],
    [['--model-effort', 'low'], /^A language model needs both/],
  ] as const) {
    it(`end with 2 for “${args.join(' ')}”`, async () => {
      const { code, stdout, stderr } = await review(...args);
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, reason);
    });
  }

  it('review as well in what the service answers', async () => {
    await serving(findThenKeep, async ({ baseUrl }) => {
      const data = path.join(repository.folder, '.git/data');
      const made = await run(repository.folder, process.execPath, [program, 'keys', 'create', '--data', data]);
      const args = [
        'serve',
        '--data',
        data,
        '--plan',
        'enterprise',
        '--requests-per-hour',
        '1000000',
        '--model-url',
        baseUrl,
        '--model',
        'stub-1',
        ...(await tools([ratio()])),
      ];
      const child = spawn(process.execPath, [program, ...args], {
        cwd: repository.folder,
        env: { ...process.env, ...hermeticGit, CODE_REVIEW_MODEL_KEY: key },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      try {
        const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
        const line = String((await lines.next()).value);
        const address = /http:\S+/.exec(line)?.[0] ?? assert.fail(line);
        const headers = { authorization: `Bearer ${made.stdout.trim()}`, 'content-type': 'application/json' };
        const ask = async (way: string, method = 'GET', body?: object): Promise<Record<string, unknown>> => {
          const answer = await fetch(address + way, { method, headers, ...(body && { body: JSON.stringify(body) }) });
          return (await answer.json()) as Record<string, unknown>;
        };
        const [served] = (await ask('/v1/repositories'))['data'] as [{ full_name: string }];
        const pull = await ask('/v1/local/pulls', 'PUT', {
          repository: served.full_name,
          head: 'feature',
          head_commit: await repository.git('rev-parse', 'feature'),
          base: 'main',
          base_commit: await repository.git('rev-parse', 'main'),
        });
        const { id } = await ask('/v1/reviews', 'POST', { repository: served.full_name, pr: pull['number'] });
        assert.equal((await lines.next()).value, `Review ${String(id)} has ended`);
        const seen = await ask(`/v1/reviews/${String(id)}`);
        const comments = seen['comments'] as { rule_id: string }[];
        assert.deepEqual(comments.map(({ rule_id }) => rule_id).sort(), ['model/logic', 'ratio/no-ratio']);
        assert.ok(!JSON.stringify(seen).includes(key));
      } finally {
        child.kill();
        await once(child, 'exit');
      }
    });
  });
});
