import assert from 'node:assert/strict';
import { Git } from '../../../../src/git/run/git.ts';
import type { Reviewer } from '../../../../src/service/engine/reviewer.ts';
import type { IndexTask } from '../../../../src/service/repositoryIndex/indexTask.ts';
import { reviewJob } from '../../../../src/service/worker/reviewJob.ts';
import { TestRepository } from '../../../host/git/repository.ts';
import { needs } from '../../../host/needs.ts';

// Each start of a process takes 30 to 50 ms on Windows.
describe('how often a review starts git', () => {
  let repository: TestRepository;
  let [base, head] = ['', ''];
  const moved = 'export const moved = 1;\n'.repeat(20);

  before(async () => {
    const settings = '{ "compilerOptions": { "noUnusedLocals": true } }\n';
    const others = { 'src/old.ts': moved, 'src/kept.ts': 'export {};\n', 'tsconfig.json': settings };
    repository = await TestRepository.create(others);
    base = await repository.git('rev-parse', 'HEAD');
    const unused = 'import x from "y";\n';
    const changed = { 'lib/b.ts': unused, 'src/a.ts': unused, 'src/new.ts': `${moved}export const more = 2;\n` };
    head = await repository.commit({ ...changed, 'src/old.ts': undefined });
  });
  after(() => repository.dispose());

  /** Reports a name that nothing uses, of which the reviewer asks what the project's own settings say. */
  const eslint: Reviewer = {
    id: 'eslint',
    review: ({ files }) => {
      const findings = files
        .filter(({ text }) => text.startsWith('import x'))
        .map(file => ({
          file,
          range: { startLine: 1, startColumn: 8, endLine: 1, endColumn: 9 },
          rule: 'eslint/@typescript-eslint/no-unused-vars',
          severity: 'low' as const,
          category: 'maintainability' as const,
          title: '`x` is not used.',
          body: 'Remove it.',
          name: 'x',
        }));
      return Promise.resolve({ status: 'ok', findings, files: files.length });
    },
  };

  async function reviewed(known: object = {}): Promise<{ readonly ran: string[]; readonly tasks: IndexTask[] }> {
    const [ran, tasks]: [string[], IndexTask[]] = [[], []];
    let tell = (): void => undefined;
    const ended = new Promise<void>(resolve => (tell = resolve));
    const log = (line: string): void => {
      const [command = ''] = line.split(' ').slice(1);
      ran.push(command);
      if (command === 'cat-file') tell();
    };
    const git = new Git({ executable: 'git', log });
    const nothing = { isConcerned: true, needed: 0, missing: [], findings: [], failures: [], judged: [] };
    const analysers = {
      reviewers: () => [eslint],
      indexTasks: () => (asked: readonly IndexTask[]) => {
        tasks.push(...asked);
        return Promise.resolve(asked.map(() => ({ status: 'ok' as const, value: nothing })));
      },
    };
    const ask = (): never => assert.fail('no model is asked');
    const result = await reviewJob({ root: repository.folder, base, head, ...known }, { git, analysers, ask });
    assert.ok(result.status === 'completed');
    assert.deepEqual(
      result.comments.map(({ title }) => title),
      ['1 name is not used at 2 places: `x`.'],
    );
    // The process that tells of objects ends a moment later.
    await ended;
    return { ran: ran.sort(), tasks };
  }

  it('is once for what differs, the files of the head and all objects, whichever reviewers ask', async function () {
    needs(this, 'git 2.36');
    const { ran } = await reviewed();
    // Whether one of the two folders was copied from elsewhere.
    const aboutCopies = ['grep', 'ls-tree'];
    assert.deepEqual(ran, [...aboutCopies, 'cat-file', 'diff-tree', 'ls-tree', 'merge-base'].sort());
  });

  it('is once less where the merge base is known', async () => {
    assert.ok(!(await reviewed({ mergeBase: base })).ran.includes('merge-base'));
  });

  it('has the checks across files see a renamed file as gone and new, in the order of paths', async () => {
    const { tasks } = await reviewed();
    const changes = tasks.flatMap(each => (each.task === 'check' ? each.files.changes : []));
    assert.deepEqual(
      changes.map(({ path, base: before, head: after }) => [path, before !== undefined, after !== undefined]),
      [
        ['lib/b.ts', false, true],
        ['src/a.ts', false, true],
        ['src/new.ts', false, true],
        ['src/old.ts', true, false],
      ],
    );
  });
});
