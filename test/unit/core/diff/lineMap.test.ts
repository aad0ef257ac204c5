import assert from 'node:assert/strict';
import { mapLines } from '../../../../src/core/diff/lineMap.ts';
import { myersDiff } from '../../../../src/core/diff/myersDiff.ts';
import { git } from '../../../host/git/git.ts';
import { TestRepository } from '../../../host/git/repository.ts';
import { randomNumbers } from '../../../bench/random.ts';

function map(before: string, after: string): number[] {
  return [...mapLines(before.split('\n'), after.split('\n')).lines];
}

/** The most lines that both have in order, by the book. */
function longestCommon(before: readonly string[], after: readonly string[]): number {
  let row = new Array<number>(after.length + 1).fill(0);
  for (const line of before) {
    const next = [0];
    for (const [at, other] of after.entries()) {
      next.push(line === other ? (row[at] ?? 0) + 1 : Math.max(row[at + 1] ?? 0, next[at] ?? 0));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

describe('lines followed from one text to another', () => {
  const random = randomNumbers(3);

  it('stay where they are in the same text', () => {
    assert.deepEqual(map('a\nb\n\nb\n', 'a\nb\n\nb\n'), [0, 1, 2, 3, 4]);
    assert.deepEqual(map('', ''), [0]);
  });

  it('are gone where they were edited, and go along elsewhere', () => {
    assert.deepEqual(map('a\nb\nc\nd', 'x\na\nB\nc\ny\nd'), [1, -1, 3, 5]);
    assert.deepEqual(map('a\nb\nc', ''), [-1, -1, -1]);
    assert.deepEqual(map('', 'a\nb'), [-1]);
  });

  it('stay when only their spacing is edited', () => {
    assert.deepEqual(map('if(a){\n  b( );\n}', 'if (a) {\n\tb();\n}\r'), [0, 1, 2]);
  });

  it('keep the last line last, with the line break that ends it or without', () => {
    assert.deepEqual(map('a\n', 'a\nb\n'), [0, 2]);
    assert.deepEqual(map('a\n', 'a'), [0, -1]);
    assert.deepEqual(map('a', 'a\n'), [0]);
  });

  it('stay together as blocks when one like them is added', () => {
    const block = (name: string): string => `  ${name}() {\n    return 1;\n  }\n\n`;
    const before = `class A {\n${block('a')}${block('c')}}\n`;
    const after = `class A {\n${block('a')}${block('b')}${block('c')}}\n`;
    assert.deepEqual(map(before, after), [0, 1, 2, 3, 4, 9, 10, 11, 12, 13, 14]);
    const gone = map(after, before);
    assert.deepEqual(
      gone.flatMap((to, from) => (to < 0 ? [from] : [])),
      [5, 6, 7, 8],
    );
  });

  it('are split between blocks, where a diff could as well do it within one', () => {
    const block = (name: string): string => `/**\n * ${name}\n */\n${name}();\n`;
    const before = `${block('a')}${block('c')}`;
    const after = `${block('a')}${block('b')}${block('c')}`;
    assert.deepEqual(map(before, after), [0, 1, 2, 3, 8, 9, 10, 11, 12]);
  });

  it('count a change of both sides as one edit, not as two', () => {
    assert.deepEqual(map('x\nsame\nend', 'same\nsame\nend'), [-1, 1, 2]);
  });

  it('are not held by odd blank lines within what was written anew', () => {
    const lines = (name: string): string =>
      Array.from({ length: 60 }, (_, at) => (at % 5 === 4 ? '' : `${name} ${at}`)).join('\n');
    const mapped = map(`start\n${lines('old')}\nend`, `start\n${lines('new')}\nend`);
    assert.deepEqual(
      mapped.flatMap((to, from) => (to < 0 ? [] : [from])),
      [0, 60, 61],
    );
  });

  it('are equal but for spacing and in order, whatever the texts, and almost as many as there can be', () => {
    let kept = 0;
    let most = 0;
    for (let round = 0; round < 1_500; round++) {
      const text = (): string[] =>
        Array.from({ length: random(30) }, () => ['}', '', ' }', 'a', 'b', 'c', `d${random(9)}`][random(7)] ?? '');
      const before = text();
      const after =
        random(2) === 0
          ? text()
          : before.filter(() => random(5) > 0).flatMap(line => (random(5) > 0 ? [line] : [line, 'new']));
      const { lines, length } = mapLines(before, after);
      assert.equal(length, after.length);
      assert.equal(lines.length, before.length);
      let last = -1;
      for (const [from, to] of lines.entries()) {
        if (to < 0) continue;
        assert.ok(to > last && to < after.length);
        assert.equal(after[to]?.trim(), before[from]?.trim());
        last = to;
      }
      kept += lines.filter(to => to >= 0).length;
      most += longestCommon(
        before.map(line => line.trim()),
        after.map(line => line.trim()),
      );
    }
    assert.ok(kept > 0.98 * most, `${kept} of ${most}`);
  });

  it('are followed as git follows them', async () => {
    const repository = await TestRepository.create();
    try {
      for (let round = 0; round < 12; round++) {
        const before = Array.from(
          { length: 80 },
          (_, at) => ['', '}', '  });', `line ${at};`, `  call ${at};`][random(5)] ?? '',
        );
        const after = before.flatMap(
          line => [[line], [line], [line], [line], [line], [], [line, '', `added ${round};`, '}']][random(7)] ?? [],
        );
        await repository.write({ before: `${before.join('\n')}\n`, after: `${after.join('\n')}\n` });
        const diff = await git(repository.folder, ['diff', '--no-index', '--numstat', 'before', 'after']).catch(
          (error: unknown) => (error as { stdout: string }).stdout,
        );
        const [added = 0, removed = 0] = diff.split('\t').map(Number);
        const gone = mapLines(before, after).lines.filter(to => to < 0).length;
        assert.ok(Math.abs(gone - removed) <= 2, `${gone} gone, git says ${removed} (and ${added} added)`);
      }
    } finally {
      await repository.dispose();
    }
  });

  describe('in texts that have next to nothing in common', () => {
    const size = 20_000;
    const numbers = (of: number): Int32Array => Int32Array.from({ length: size }, () => random(of));

    /** The same numbers, and how often one of them was looked at. */
    function counted(sequence: Int32Array): { sequence: Int32Array; looks: () => number } {
      let looks = 0;
      const proxy = new Proxy(sequence, {
        get: (target, key) => {
          looks++;
          return Reflect.get(target, key, target) as unknown;
        },
      });
      return { sequence: proxy, looks: () => looks };
    }

    it('cost no more than is allowed', () => {
      for (const alike of [2, 5_000]) {
        for (const effort of [0, 300_000]) {
          const left = counted(numbers(alike));
          const right = counted(numbers(alike));
          myersDiff(left.sequence, right.sequence, () => undefined, effort);
          const looks = left.looks() + right.looks();
          // Beside the search, each line is looked at a few times.
          assert.ok(looks < 4 * effort + 60 * size, `${looks} looks for an effort of ${effort}`);
        }
      }
    });

    it('are still equal and in order when it is cut short', () => {
      const before = Array.from(numbers(3_000), String);
      const after = before.map(line => (random(2) === 0 ? line : String(random(3_000))));
      for (const effort of [0, 1_000, 100_000]) {
        const { lines } = mapLines(before, after, effort);
        let last = -1;
        for (const [from, to] of lines.entries()) {
          if (to < 0) continue;
          assert.ok(to > last);
          assert.equal(after[to], before[from]);
          last = to;
        }
      }
    });
  });
});
