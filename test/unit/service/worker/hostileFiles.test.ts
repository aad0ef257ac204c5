import assert from 'node:assert/strict';
import type { EngineResult } from '../../../../src/service/engine/messages.ts';
import { engineProcesses } from '../../../../src/service/jobs/engineProcess.ts';
import { reviewGaps } from '../../../../src/service/engine/result/reviewGaps.ts';
import { programOf } from '../../../host/programs/programs.ts';
import { TestRepository, type Files } from '../../../host/git/repository.ts';

const deep = 10_000;
/** Nested so deep, on lines that a person could have written. */
function nested(open: string, middle: string, close: string): string {
  const lines = (text: string): string => `${text.repeat(20)}\n`.repeat(deep / 20);
  return `${lines(open)}${middle}\n${lines(close)}`;
}

const script = (code: string): string => `export const deep = ${code};\n`;
/** Files that an analyser cannot bear, and those that it must not fail for. */
const hostile: Files = {
  'parentheses.ts': script(nested('(', '1', ')')),
  'brackets.ts': script(nested('[', '1', ']')),
  'blocks.js': nested('{', ';', '}'),
  'objects.mjs': script(nested('{a:', '1', '}')),
  'calls.jsx': script(nested('f(', '1', ')')),
  'types.ts': `export type Deep = ${nested('Array<', 'string', '>')};\n`,
  'arrows.cts': script(nested('a=>', '1', '')),
  'templates.js': script(nested('`${', '1', '}`')),
  'ternaries.mts': script(nested('a?b:', '1', '')),
  'elements.tsx': script(nested('<a>', '', '</a>')),
  'parentheses.py': `deep = ${nested('(', '1', ')')}`,
  'brackets.py': `deep = ${nested('[', '1', ']')}`,
  'sum.js': script(Array.from({ length: deep }, (_, index) => `a${index}\n`).join('+ ')),
  'deep.json': nested('[', '1', ']'),
};
const innocent: Files = {
  'innocent.ts': 'export function isOdd(a: number): boolean {\n  return a !== a;\n}\n',
  'zz_innocent.py': 'def odd():\n    return json.dumps(1)\n',
  'zz/innocent.js': 'export function stop() {\n  debugger;\n}\n',
};

describe('files that analysers cannot bear', () => {
  let result: EngineResult;
  before(async () => {
    const repository = await TestRepository.create({ 'a.md': 'a\n' });
    const errors: unknown[] = [];
    const engine = engineProcesses(programOf('engine'))({ gitExecutable: 'git', onError: error => errors.push(error) });
    try {
      const base = await repository.git('rev-parse', 'HEAD');
      const head = await repository.commit({ ...hostile, ...innocent });
      result = await engine.review({ root: repository.folder, base, head });
    } finally {
      engine.dispose();
      await repository.dispose();
    }
    assert.deepEqual(errors, []);
  });

  it('take nothing from what is found in others', () => {
    assert.ok(result.status === 'completed', JSON.stringify(result));
    const found = result.comments.map(comment => `${comment.path}:${comment.start_line} ${comment.rule_id}`);
    for (const expected of [
      'innocent.ts:2 eslint/no-self-compare',
      'zz_innocent.py:2 ruff/F821',
      'zz/innocent.js:2 eslint/review/left-debugger',
    ])
      assert.ok(found.includes(expected), found.join());
  });

  it('are named with what kept them from being read, and no error of our own', () => {
    assert.ok(result.status === 'completed');
    const reasons = reviewGaps(result).flatMap(({ notifications }) => notifications.map(({ reason }) => reason));
    assert.deepEqual(
      reasons.filter(reason => reason.includes('Cannot read')),
      [],
    );
  });

  it('are named, each by the analysers that should have read it', () => {
    assert.ok(result.status === 'completed');
    const named = new Set(reviewGaps(result).flatMap(({ notifications }) => notifications.map(each => each.path)));
    const read = Object.keys(hostile).filter(name => name !== 'deep.json');
    assert.deepEqual(
      read.filter(name => !named.has(name)),
      [],
    );
    assert.deepEqual(
      Object.keys(innocent).filter(name => named.has(name)),
      [],
    );
  });
});
