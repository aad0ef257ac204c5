import assert from 'node:assert/strict';
import { rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { Git } from '../../../../../../src/git/run/git.ts';
import { readGuidance } from '../../../../../../src/service/reviewers/model/guidance/guidance.ts';
import { instructionsFor } from '../../../../../../src/service/reviewers/model/guidance/pathInstructions.ts';
import { needs } from '../../../../../host/needs.ts';
import { TestRepository } from '../../../../../host/git/repository.ts';

const git = new Git({ executable: 'git', log: () => undefined });

describe('the repository’s instructions', () => {
  let repository: TestRepository;
  before(
    async () => (repository = await TestRepository.create({ 'docs/rules.md': 'Follow me.\n', 'REVIEW.md': 'Read.\n' })),
  );
  after(async () => repository.dispose());

  const read = (commit: string, paths: readonly string[] = ['a.ts'], longest = 100) =>
    readGuidance(git, repository.folder, commit, paths, longest, new AbortController().signal);
  const link = async (target: string): Promise<string> => {
    const file = path.join(repository.folder, 'AGENTS.md');
    await rm(file, { force: true });
    await symlink(target, file);
    return repository.commit({});
  };

  it('may be a link to another file of the repository', async function () {
    needs(this, 'symbolic links');
    assert.deepEqual(await read(await link('docs/rules.md')), [
      { path: 'AGENTS.md', text: 'Follow me.', isCut: false },
      { path: 'REVIEW.md', text: 'Read.', isCut: false },
    ]);
  });

  it('are not read through a link that leads out of it or nowhere', async function () {
    needs(this, 'symbolic links');
    for (const target of ['docs/gone.md', '/etc/hostname', '../../../../etc/hostname', 'AGENTS.md', 'docs']) {
      assert.deepEqual(await read(await link(target)), [{ path: 'REVIEW.md', text: 'Read.', isCut: false }], target);
    }
  });

  it('may be missing, and are none where they are binary', async () => {
    await rm(path.join(repository.folder, 'AGENTS.md'), { force: true });
    const binary = await repository.commit({ 'AGENTS.md': Buffer.from([65, 0, 66]), 'REVIEW.md': undefined });
    assert.deepEqual(await read(binary), []);
  });

  describe('in several files', () => {
    const long = 'Keep it simple. '.repeat(60);

    async function commit(files: Readonly<Record<string, string>>): Promise<string> {
      await repository.git('rm', '-r', '--quiet', '--ignore-unmatch', '.');
      return repository.commit(files);
    }
    const told = async (...args: Parameters<typeof read>) =>
      (await read(...args)).map(({ path, folder }) => (folder === undefined ? path : `${path} for ${folder}`));

    it('follow what a short file names and what a long one imports, twice at most, and nothing outside', async () => {
      const head = await commit({
        'AGENTS.md': 'Read `CLAUDE.md` and ../secret.md.',
        'CLAUDE.md': `${long}\n@docs/style.md\nSee README.md.`,
        'docs/style.md': 'Two spaces. @more.md',
        'docs/more.md': 'Too far.',
        'README.md': 'Not guidance.',
      });
      assert.deepEqual(await told(head, ['a.ts'], 9_000), ['AGENTS.md', 'CLAUDE.md', 'docs/style.md']);
    });

    it('are those of the folders that changed, the nearest first, and for the paths that changed', async () => {
      const head = await commit({
        '.cursorrules': 'Root.',
        'app/AGENTS.md': 'App.',
        'app/api/CLAUDE.md': 'Api.',
        'web/AGENTS.md': 'Web.',
        '.github/instructions/ts.instructions.md': '---\napplyTo: "**/*.ts,**/*.tsx"\n---\nTypes.',
        '.github/instructions/py.instructions.md': "---\napplyTo: '**/*.py'\n---\nPython.",
        '.github/instructions/none.instructions.md': 'No front matter.',
      });
      assert.deepEqual(await told(head, ['app/api/v1/a.ts', 'b.ts'], 9_000), [
        '.cursorrules',
        'app/api/CLAUDE.md for app/api',
        'app/AGENTS.md for app',
        '.github/instructions/ts.instructions.md',
      ]);
    });

    it('are all files of the repository that say something else, the first before all others', async () => {
      const head = await commit({
        'AGENTS.md': `First. ${long}`,
        'CLAUDE.md': 'Second.',
        'GEMINI.md': 'Second.',
        '.cursorrules': 'Last.',
        'app/AGENTS.md': 'App.',
        '.github/instructions/web/ts.instructions.md': '---\napplyTo: "**/*.ts"\n---\nTypes.',
      });
      const paths = ['AGENTS.md', 'app/AGENTS.md', '.github/instructions/web/ts.instructions.md', 'CLAUDE.md'];
      const found = await read(head, ['app/a.ts'], 9_000);
      assert.deepEqual(
        found.map(({ path }) => path),
        [...paths, '.cursorrules'],
      );
      // They take nothing from what comes before.
      const short = await read(await commit({ 'AGENTS.md': long, 'CLAUDE.md': 'Second.' }), ['a.ts'], 900);
      assert.deepEqual(
        short.map(({ path, text }) => `${path} ${text.length}`),
        ['AGENTS.md 900'],
      );
    });

    it('have room for all of them, and say which are cut', async () => {
      const head = await commit({ 'AGENTS.md': long, 'app/AGENTS.md': long, 'app/x/AGENTS.md': 'Short.' });
      const found = await read(head, ['app/x/a.ts'], 200);
      assert.deepEqual(
        found.map(({ text, isCut }) => [text.length, isCut]),
        [
          [100, true],
          [6, false],
          [94, true],
        ],
      );
    });
  });

  for (const [applyTo, path, applies] of [
    ['applyTo: "**"', 'a/b.ts', true],
    ['applyTo: "*.ts"', 'a/b.ts', true],
    ['applyTo: src/**/*.ts', 'src/b.ts', true],
    ['applyTo: src/**/*.ts', 'lib/b.ts', false],
    ["applyTo:\n  - '**/*.py'\n  - '**/*.ts'", 'b.ts', true],
    ['applyTo: ["**/*.py", "**/*.ts"]', 'b.ts', true],
    ['description: x', 'b.ts', false],
    [`applyTo: ${'*'.repeat(100_000)}`, 'b.ts', false],
  ] as const) {
    it(`for paths: ${applyTo.slice(0, 40)} ${applies ? 'holds' : 'does not hold'} for ${path}`, () => {
      const text = `---\r\n${applyTo}\r\n---\r\nRules.`;
      assert.equal(instructionsFor(text, [path]), applies ? 'Rules.' : undefined);
    });
  }
});
