import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { TestRepository } from '../../host/git/repository.ts';
import { git } from '../../host/git/git.ts';
import { scoreOf } from '../../bench/model/score.ts';
import { run } from '../service/cli/runCommand.ts';
import { message, serving, type Asked } from '../service/reviewers/model/chatServer.ts';

const program = path.resolve(import.meta.dirname, '../../bench/model/run.ts');
const guarded =
  'export function first(items: string[]): string {\n  if (items.length === 0) return "";\n  return items[0];\n}\n';
const unguarded = guarded.replace('  if (items.length === 0) return "";\n', '');
const finding = {
  path: 'first.ts',
  line: 2,
  quote: 'if (items.length === 0) return "";',
  category: 'crash',
  severity: 'high',
  title: 'An empty list has no first item.',
  body: 'It is not refused any more.',
  trigger: 'first([]) is undefined.',
  confidence: 0.9,
  old_code: '',
  new_code: '',
};
const other = { ...finding, title: 'The name of this function misleads callers.', category: 'compatibility' };

describe('the bench for language models', () => {
  let repository: TestRepository;
  let args: string[];

  before(async () => {
    repository = await TestRepository.create({ 'first.ts': unguarded });
    const commit = await repository.commit({ 'first.ts': guarded }, 'Fix an empty list');
    const mirrors = path.join(repository.folder, '.git/mirrors');
    await mkdir(mirrors);
    await git(repository.folder, ['clone', '--quiet', '--bare', '.', path.join(mirrors, 'acme+lists.git')]);
    const fixes = path.join(repository.folder, '.git/fixes.json');
    const fix = { repository: 'https://git.example/acme/lists', commit, defect: 'An empty list is not refused.' };
    await writeFile(fixes, JSON.stringify([fix, { ...fix, repository: 'https://git.example/acme/gone' }]));
    args = [program, '--mirrors', mirrors, '--fixes', fixes];
  });
  after(() => repository.dispose());

  it('has the defect found and judged, and says what that takes', async () => {
    const answer = ({ body }: Asked): object => {
      const [, { content } = { content: '' }] = body.messages;
      if (body.response_format?.json_schema.name === 'findings') return { findings: [finding, other] };
      if (body.response_format?.json_schema.name === 'judgement')
        return { same: content.includes(finding.title), reason: 'Read.' };
      return { verdicts: [1, 2].map(id => ({ id, verdict: 'keep' })) };
    };
    await serving(
      (asked, response) => message(response, JSON.stringify(answer(asked))),
      async ({ baseUrl, asked }) => {
        const options = ['--url', baseUrl, '--model', 'stub-1', '--effort', 'low', '--limit', '1', '--price-in', '2'];
        const { code, stdout, stderr } = await run(repository.folder, process.execPath, [...args, ...options], {});
        assert.deepEqual([code, stderr], [0, '']);
        assert.match(stdout, /^ {2}right acme\/lists \w{8} first\.ts:2 An empty list has no first item\.$/m);
        assert.match(stdout, /^ {2}wrong acme\/lists \w{8} first\.ts:2 The name of this function misleads callers\.$/m);
        assert.match(stdout, /^found {2}acme\/lists \w{8}: 1 of 2 comments, 2 calls, \d+ tokens, \d+ ms$/m);
        assert.match(stdout, /^Precision 50\.0 %, recall 100\.0 %, F1 66\.7 %\.$/m);
        assert.match(stdout, /^2 calls, \d+ tokens of prompts, about \$0\.0\d, \d+ s\.$/m);
        // The judge sees the fix, the reviewer its reverse and no word of the fix.
        const [review = assert.fail()] = asked;
        assert.match(review.body.messages[1]?.content ?? '', /^ {4}2 - {3}if \(items\.length === 0\) return "";$/m);
        assert.doesNotMatch(JSON.stringify(review.body), /Fix an empty/);
        assert.match(
          asked.at(-1)?.body.messages[1]?.content ?? '',
          /^\| \+ {2}if \(items\.length === 0\) return "";$/m,
        );
      },
    );
  });

  it('tells what the analysers alone say, and which fix could not be had', async () => {
    const { code, stdout } = await run(repository.folder, process.execPath, [...args, '--model', 'none'], {});
    assert.equal(code, 1);
    assert.match(stdout, /^missed acme\/lists \w{8}: 0 of 0 comments, \d+ ms$/m);
    assert.match(stdout, /^FAILED acme\/gone \w{8}: .* has no bare repository acme\+gone/m);
    assert.match(stdout, /^1 defects, 1 failed; .*nobody judged/m);
  });

  it('has no precision where nothing was said', () => {
    const silent = { comments: 0, right: 0, calls: 0, tokens: 0, milliseconds: 0 };
    assert.deepEqual(scoreOf([silent]), { precision: undefined, recall: 0, f1: 0 });
    assert.deepEqual(scoreOf([]), { precision: undefined, recall: 0, f1: 0 });
  });
});
