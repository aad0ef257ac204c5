import assert from 'node:assert/strict';
import { cp, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { testDatabase } from '../../../host/postgres/database.ts';
import { TestRepository } from '../../../host/git/repository.ts';
import { TeamProcess } from '../../../host/programs/teamProcess.ts';
import { run, type Ended } from './runCommand.ts';

const root = path.resolve(import.meta.dirname, '../../../..');

describe('the package of the command line', () => {
  let folder: string;
  let repository: TestRepository;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'code-review-cli-'));
    repository = await TestRepository.create({ 'a.ts': 'export const a = 1;\n' });
    await repository.branch('feature');
    // One finding of the compiler, one of ESLint, one of Ruff: what the package keeps compressed.
    await repository.commit({
      'a.ts': 'export const n: number = (;\n',
      'b.ts': 'export const isOdd = (b: string) => b !== b;\n',
      'c.py': 'raise NotImplemented\n',
    });
    const built = await run(root, process.execPath, ['.config/packageCli.ts', path.join(folder, 'package')]);
    assert.equal(built.code, 0, built.stderr);
  });

  after(async () => {
    await repository.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  it('is started by npx from its tarball, without network, and reviews', async () => {
    const packed = await npm(folder, 'pack', '--json', './package');
    const [{ filename = '' } = {}] = JSON.parse(packed.stdout) as { filename?: string }[];
    const tarball = path.join(folder, filename);
    const npx = ['exec', '--yes', '--offline', '--package', tarball, '--'];
    const { code, stdout, stderr } = await npm(repository.folder, ...npx, 'code-review', 'review', '--format', 'json');
    assert.equal(code, 1, stderr);
    const { comments } = JSON.parse(stdout) as { comments: { rule_id: string }[] };
    assert.deepEqual(comments.map(each => each.rule_id).sort(), [
      'eslint/no-self-compare',
      'ruff/F901',
      'typescript/TS1109',
    ]);
  });

  it('says which version it is, needs no other package and is marked private', async () => {
    const manifest = JSON.parse(await readFile(path.join(folder, 'package/package.json'), 'utf8')) as object;
    const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { version: string };
    assert.partialDeepStrictEqual(manifest, { name: 'code-review-service', version, private: true, license: 'MIT' });
    assert.ok(!('dependencies' in manifest) && !('scripts' in manifest));
    const { stdout } = await run(folder, process.execPath, ['package/bin/code-review.js', '--version']);
    assert.equal(stdout, `code-review ${version}\n`);
  });

  it('is a plugin for agents too, with the skill that the extension has', async () => {
    const text = (name: string): Promise<string> => readFile(path.join(folder, 'package', name), 'utf8');
    const skill = 'skills/code-review/SKILL.md';
    assert.equal(await text(skill), await readFile(path.join(root, skill), 'utf8'));
    const { name, mcpServers } = JSON.parse(await text('.claude-plugin/plugin.json')) as {
      readonly name: string;
      readonly mcpServers: Readonly<Record<string, { readonly args: readonly string[] }>>;
    };
    assert.match(await text(skill), new RegExp(`^---\nname: ${name}\ndescription: \\S`));
    const args = mcpServers[name]?.args.map(each =>
      each.replace('${CLAUDE_PLUGIN_ROOT}', path.join(folder, 'package')),
    );
    const { code, stderr } = await run(repository.folder, process.execPath, [...(args ?? [])]);
    // Without a client its standard input has ended.
    assert.deepEqual([code, stderr], [0, '']);
  });

  it('serves a team, which the program of the extension says that it does not', async () => {
    const database = await testDatabase();
    const from = path.join(folder, 'package/bin/code-review.js');
    const service = new TeamProcess(['serve', '--listen', '127.0.0.1:0'], database.url, { from });
    const url = await service.url();
    assert.equal((await fetch(`${url}/readyz`)).status, 200);
    assert.equal((await fetch(`${url}/openapi`)).status, 200);
    assert.match(await (await fetch(`${url}/sign-in`)).text(), /Nobody is a member yet/);
    assert.deepEqual(await service.end(), { code: 0, stderr: '' });
    // The extension has the same program without that bundle.
    const extension = path.join(folder, 'extension');
    await cp(path.join(folder, 'package/dist'), extension, { recursive: true });
    await rm(path.join(extension, 'team.js'));
    const args = ['serve', '--database', database.url];
    const { code, stderr } = await run(folder, process.execPath, [path.join(extension, 'service.js'), ...args]);
    assert.equal(code, 1);
    assert.match(stderr, /^The service for a team is not in this program\. It is in the package of the command line/);
    await database.drop();
  });

  it('tells an old Node in a sentence what it needs', async () => {
    const old = "Object.defineProperty(process.versions, 'node', { value: '20.19.0' });";
    const asked = `${old} require(${JSON.stringify(path.join(folder, 'package/bin/code-review.js'))});`;
    const { code, stderr } = await run(folder, process.execPath, ['--eval', asked]);
    assert.deepEqual([code, stderr], [2, 'code-review needs Node 22.13 or later; this is Node 20.19.0.\n']);
  });

  it('takes less than 12.5 MB, with the licences of all that it holds', async () => {
    const files = await readdir(path.join(folder, 'package'), { recursive: true, withFileTypes: true });
    const sizes = files.map(async file =>
      file.isFile() ? (await stat(path.join(file.parentPath, file.name))).size : 0,
    );
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    assert.ok(bytes < 12_500_000, `${bytes} bytes`);
    const notices = await readFile(path.join(folder, 'package/ThirdPartyNotices.txt'), 'utf8');
    for (const name of [
      'typescript',
      'eslint',
      '@astral-sh/ruff-wasm-nodejs',
      'hono',
      'undici',
      'pg-boss',
      'better-auth',
    ])
      assert.ok(notices.includes(`\n${name} `), name);
  });

  /** Runs npm with a cache of its own, so that it has what it is given and nothing else. */
  function npm(cwd: string, ...args: string[]): Promise<Ended> {
    const { npm_execpath: program, npm_node_execpath: node } = process.env;
    const env = { npm_config_cache: path.join(folder, 'npm') };
    return program === undefined
      ? run(cwd, 'npm', args, env)
      : run(cwd, node ?? process.execPath, [program, ...args], env);
  }
});
