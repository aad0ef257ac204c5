import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { EngineJob, EngineResult } from '../../../../src/service/engine/messages.ts';
import type { Reviewer } from '../../../../src/service/engine/reviewer.ts';
import { reviewRange } from '../../../../src/service/engine/reviewRange.ts';
import { hygieneReviewer } from '../../../../src/service/reviewers/hygiene/hygieneReviewer.ts';
import { ruffReviewer } from '../../../../src/service/reviewers/ruff/ruffReviewer.ts';
import { OnceGit } from '../../../host/git/onceGit.ts';
import { TestRepository, type Files } from '../../../host/git/repository.ts';
import { startAnalysers } from '../startAnalysers.ts';

type Completed = Extract<EngineResult, { status: 'completed' }>;

const git = new OnceGit({ executable: 'git', log: () => undefined });
const names = ['a.ts', 'b.ts', 'src/c.js', 'd.py', 'e.md', 'f.ts'] as const;
/** Lines of which many are worth a comment, and some are long enough to be known again where they were moved to. */
const pool = [
  'if (a.b !== a.b) go();',
  "import { one } from './one.ts';",
  "import { two } from './two.ts';",
  'const unused = computeSomething(1);',
  'const twice = { a: 1, a: 2 }; export { twice };',
  'export const fine = computeSomethingElse(2);',
  'list.forEach(async each => { await save(each); });',
  'import os',
  'print(undefined_name)',
  '<<<<<<< HEAD',
  `token = "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"`,
  'const = ;',
  '',
  '# a heading that says something',
];
const content = fc
  .array(fc.constantFrom(...pool), { maxLength: 8 })
  .map(lines => lines.map(line => `${line}\n`).join(''));
const edit = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('write'), file: fc.constantFrom(...names), content }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete'), file: fc.constantFrom(...names), content }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('merge'), file: fc.constantFrom(...names), content }) },
);

describe('a review of a branch that has moved', () => {
  let repository: TestRepository;
  let analysers: readonly Reviewer[];

  before(() => {
    analysers = startAnalysers().reviewers();
  });

  beforeEach(async () => {
    // Lines that are taken away here count as moved wherever else they are added.
    const [compared = '', , , , twice = '', , looped = ''] = pool;
    repository = await TestRepository.create({
      'a.ts': `${compared}\n`,
      'src/c.js': `${looped}\n`,
      'f.ts': `${twice}\n`,
    });
    await repository.branch('change');
  });

  afterEach(async () => {
    await repository.dispose();
  });

  async function review(
    reviewers: readonly Reviewer[],
    earlier?: readonly [string, EngineResult],
  ): Promise<EngineResult> {
    return reviewOf(await commits(), reviewers, earlier);
  }

  async function commits(): Promise<Pick<EngineJob, 'base' | 'head'>> {
    const [base = '', head = ''] = (await repository.git('rev-parse', 'main', 'HEAD')).split('\n');
    return { base, head };
  }

  function reviewOf(
    { base, head }: Pick<EngineJob, 'base' | 'head'>,
    reviewers: readonly Reviewer[],
    earlier?: readonly [string, EngineResult],
  ): Promise<EngineResult> {
    const job: EngineJob = { root: repository.folder, base, head, ...earlierOf(earlier) };
    return reviewRange({ git, reviewers, now: () => performance.now() }, job, new AbortController().signal);
  }

  for (const [what, reviewersOf, runs] of [
    ['the analysers', () => analysers, 3],
    // Any line that is taken for new, or is not, shows.
    ['one who speaks of every file', () => [watching([])], 12],
  ] as const) {
    it(`says what a review of everything says, whatever was edited: ${what}`, async () => {
      const rounds = fc.array(fc.array(edit, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 4 });
      const property = fc.asyncProperty(rounds, async all => {
        const reviewers = reviewersOf();
        await repository.git('switch', '--quiet', '--force-create', 'change', 'main');
        let earlier: readonly [string, EngineResult] | undefined;
        for (const edits of all) {
          for (const each of edits) await apply(repository, each);
          await repository.commit({});
          const now = await commits();
          const full = await reviewOf(now, reviewers);
          const partly = await reviewOf(now, reviewers, earlier);
          assert.deepEqual(told(partly), told(full));
          // Where it failed there is nothing to take over, and the one before it stays.
          if (partly.status === 'completed') earlier = [now.head, partly];
        }
      });
      // A shorter counterexample would take minutes to find.
      await fc.assert(property, { numRuns: runs, endOnFailure: true });
    }).timeout(600_000);
  }

  it('reads only the files that changed, and says how many were as before', async () => {
    const seen: string[][] = [];
    const reader = watching(seen);
    const first = await reviewAfter({ 'b.ts': 'one\n', 'c.ts': 'two\n' }, [reader]);
    await repository.commit({ 'c.ts': 'two\nthree\n' });
    const second = completed(await review([reader], first));
    assert.deepEqual(seen, [['b.ts', 'c.ts'], ['c.ts']]);
    assert.deepEqual(second.asBefore, { head: first[0], files: 1 });
    assert.deepEqual(
      second.comments.map(({ path, title }) => [path, title]),
      [
        ['b.ts', 'Seen.'],
        ['c.ts', 'Seen.'],
      ],
    );
    assert.equal(second.reports[0]?.files, 2);
  });

  it('says again what reviewers say beside their findings', async () => {
    const reviewers = [ruffReviewer, hygieneReviewer];
    const files = {
      'a.py': 'from one import *\n\nprint(two)\n',
      'a.md': 'A conflict:\n\n```\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> other\n```\n',
    };
    const first = await reviewAfter(files, reviewers);
    const reasons = ({ reports }: Completed): unknown => reports.map(({ reason }) => reason);
    await repository.commit({ 'c.txt': 'three\n' });
    const second = completed(await review(reviewers, first));
    assert.match(JSON.stringify(reasons(second)), /star import.*a\.py.*quote: a\.md:4/);
    assert.deepEqual(reasons(second), reasons(completed(first[1])));
  });

  it('reads a file again that has the same text in another encoding', async () => {
    const first = await reviewAfter({ 'a.py': 'name = "é"\n' }, [ruffReviewer]);
    assert.deepEqual(completed(first[1]).comments, []);
    await repository.commit({ 'a.py': Buffer.from('name = "é"\n', 'latin1') });
    const second = completed(await review([ruffReviewer], first));
    assert.deepEqual(
      second.comments.map(({ rule_id }) => rule_id),
      ['ruff/syntax-error'],
    );
  });

  it('reads a file again whose text is the same but whose new lines are others', async () => {
    const seen: string[][] = [];
    const block = [1, 2, 3].map(each => `export const movedFromHere${each} = ${each};\n`).join('');
    await repository.git('switch', '--quiet', 'main');
    await repository.commit({ 'old.ts': `${block}rest\n` });
    await repository.git('switch', '--quiet', '--force-create', 'change');
    const first = await reviewAfter({ 'new.ts': `${block}more\n`, 'b.ts': 'x\n' }, [watching(seen)]);
    await repository.commit({ 'old.ts': 'rest\n' });
    await review([watching(seen)], first);
    assert.deepEqual(seen, [['b.ts', 'new.ts'], ['new.ts']]);
  });

  it('has a reviewer that failed read everything, and one that looks beyond a file as well', async () => {
    const seen: string[][] = [];
    const failing: Reviewer = { id: 'x', review: () => Promise.resolve({ status: 'failed', reason: 'it is broken' }) };
    const whole: Reviewer = {
      id: 'whole',
      review: diff => {
        seen.push(diff.files.map(({ path }) => path));
        return Promise.resolve({ status: 'ok', findings: [], files: diff.files.length });
      },
    };
    const first = await reviewAfter({ 'b.ts': '<<<<<<< HEAD\n', 'c.ts': 'two\n' }, [...analysers, failing, whole]);
    await repository.commit({ 'c.ts': 'three\n' });
    const second = completed(await review([...analysers, watching(seen), whole], first));
    assert.deepEqual(seen, [
      ['b.ts', 'c.ts'],
      ['b.ts', 'c.ts'],
      ['b.ts', 'c.ts'],
    ]);
    assert.equal(second.comments.filter(({ reviewer }) => reviewer === 'x').length, 2);
  });

  it('still says of new files that cannot be read what it said, once one of them is mended', async () => {
    const broken = "import x from 'x';\nconst = x;\n";
    const first = await reviewAfter({ 'new/a.ts': broken, 'new/b.ts': broken, 'new/c.ts': broken }, analysers);
    const unread = (result: EngineResult): string[] =>
      completed(result).reports.flatMap(({ reviewer, notifications = [] }) =>
        reviewer === 'typescript' ? notifications.map(({ path = '' }) => path) : [],
      );
    assert.deepEqual(unread(first[1]), ['new/a.ts', 'new/b.ts', 'new/c.ts']);
    await repository.commit({ 'new/a.ts': "import x from 'x';\nx();\n" });
    assert.deepEqual(unread(await review(analysers, first)), ['new/b.ts', 'new/c.ts']);
  });

  it('has a reviewer that fails at what changed tell so of the whole', async () => {
    const first = await reviewAfter({ 'b.ts': 'one\n', 'c.ts': 'two\n' }, [watching([])]);
    await repository.commit({ 'c.ts': 'three\n' });
    const failing: Reviewer = { id: 'x', review: () => Promise.reject(new Error('it is broken')) };
    const second = await review([failing], first);
    assert.equal(second.status, 'failed');
    assert.match(second.reason, /X failed and found nothing: it is broken/);
  });

  it('holds what still stands and what is new to the limits together, and lets what stands go only for something graver', async () => {
    const rounds: [Files, string[], number | undefined][] = [
      [{ 'b.ts': 'medium 1\nmedium 2\n', 'c.ts': 'medium 3\n' }, ['medium 1', 'medium 2', 'medium 3'], undefined],
      [{ 'a.ts': 'medium 4\n' }, ['medium 1', 'medium 2', 'medium 3'], 1],
      [{ 'd.ts': 'low 5\nhigh 6\n' }, ['high 6', 'medium 1', 'medium 2'], 3],
      // Nothing is read again, and what gave way is back.
      [{ 'd.ts': undefined }, ['medium 1', 'medium 2', 'medium 3'], 1],
      [{ 'b.ts': undefined }, ['medium 4', 'medium 3'], undefined],
    ];
    const reviewer = { ...grading(), limits: { findingsPerFile: 2, findingsPerReview: 3 } };
    let earlier: readonly [string, EngineResult] | undefined;
    for (const [files, said, dropped] of rounds) {
      const head = await repository.commit(files);
      const result = completed(await review([reviewer], earlier));
      assert.deepEqual(
        result.comments.map(({ title }) => title),
        said,
      );
      assert.equal(/dropped (\d+) of all/.exec(result.reports[0]?.reason ?? '')?.[1], dropped?.toString());
      earlier = [head, result];
    }
  });

  async function reviewAfter(files: Files, reviewers: readonly Reviewer[]): Promise<readonly [string, EngineResult]> {
    const head = await repository.commit(files);
    return [head, await review(reviewers)];
  }
});

/** Says something of the first new line of each file, and notes which files it was given. */
function watching(seen: string[][]): Reviewer {
  return {
    id: 'x',
    review: diff => {
      const read = diff.files.map(({ path }) => path);
      seen.push(read);
      const findings = diff.files.map(file => {
        const [startLine = 1] = file.added;
        const range = { startLine, startColumn: 1, endLine: startLine, endColumn: 2 };
        return { file, range, rule: 'x/seen', severity: 'medium', category: 'bug', title: 'Seen.', body: '' } as const;
      });
      return Promise.resolve({ status: 'ok', findings, files: read.length, read });
    },
  };
}

/** Says each line of a file, as grave as its first word. */
function grading(): Reviewer {
  return {
    id: 'x',
    review: diff => {
      const findings = diff.files.flatMap(file =>
        [...file.added].map(startLine => {
          const title = file.lines[startLine - 1] ?? '';
          const [word = ''] = title.split(' ');
          const severity = word === 'high' || word === 'low' ? word : 'medium';
          const range = { startLine, startColumn: 1, endLine: startLine, endColumn: 2 };
          return { file, range, rule: 'x/line', severity, category: 'bug', title, body: '' } as const;
        }),
      );
      const read = diff.files.map(({ path }) => path);
      return Promise.resolve({ status: 'ok', findings, files: read.length, read });
    },
  };
}

function completed(result: EngineResult): Completed {
  assert.ok(result.status === 'completed', result.status === 'failed' ? result.reason : '');
  return result;
}

/** As the store hands it on: plain data. */
function earlierOf(earlier: readonly [string, EngineResult] | undefined): Pick<EngineJob, 'earlier'> {
  if (earlier === undefined) return {};
  const { reports, memory } = completed(JSON.parse(JSON.stringify(earlier[1])) as EngineResult);
  return memory === undefined ? {} : { earlier: { head: earlier[0], reports, memory } };
}

/** All that is answered of a review but how long it took and what it took over. */
function told(result: EngineResult): unknown {
  const reports = result.reports.map(({ reviewer, status, reason, files }) => ({ reviewer, status, reason, files }));
  if (result.status === 'failed') return { ...result, reports };
  const { comments, reviewed, addedLines, unreviewed, notes } = result;
  return { comments, reviewed, addedLines, unreviewed, notes, reports };
}

/** Edits files, and commits only what a merge needs to be committed. */
async function apply(
  repository: TestRepository,
  { kind, file, content: text }: { readonly kind: string; readonly file: string; readonly content: string },
): Promise<void> {
  if (kind === 'merge') {
    await repository.commit({});
    await repository.git('switch', '--quiet', 'main');
    await repository.commit({ [file]: text });
    await repository.git('switch', '--quiet', 'change');
    await repository.git('merge', '--quiet', '--no-edit', '--strategy-option=ours', 'main').catch(() =>
      // Both changed what cannot be merged: the branch goes on without it.
      repository.git('merge', '--abort'),
    );
  } else await repository.write({ [file]: kind === 'delete' ? undefined : text });
}
