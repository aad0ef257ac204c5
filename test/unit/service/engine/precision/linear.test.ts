import assert from 'node:assert/strict';
import { buildComments } from '../../../../../src/service/engine/result/buildComments.ts';
import { maskSecrets } from '../../../../../src/service/engine/result/maskSecrets.ts';
import type { AttributedFinding } from '../../../../../src/service/engine/result/locatedFinding.ts';
import type { CompletedResult } from '../../../../../src/service/engine/messages.ts';
import { hygieneReviewer } from '../../../../../src/service/reviewers/hygiene/hygieneReviewer.ts';
import { redactSecrets } from '../../../../../src/service/reviewers/model/code/redactSecrets.ts';
import { isPlaceholder } from '../../../../../src/service/secrets/placeholders.ts';
import { secretPatterns } from '../../../../../src/service/secrets/patterns.ts';
import { presetMatches } from '../../../../../src/service/secrets/presetRules.ts';
import { systemClock } from '../../../../../src/core/base/clock.ts';
import { secretsReviewer } from '../../../../../src/service/reviewers/secrets/secretsReviewer.ts';
import type { DiffFile } from '../../../../../src/service/engine/diff/diffModel.ts';
import { isOfPython2 } from '../../../../../src/service/reviewers/ruff/pythonVersions.ts';
import { isTestFixture } from '../../../../../src/service/reviewers/isTestFixture.ts';
import { ofLastText } from '../../../../../src/core/base/lazy.ts';
import { saysItIsMade } from '../../../../../src/service/engine/diff/excludedFiles.ts';
import { fasterThanLinear } from '../../../../host/threadTime.ts';
import { findingsIn, newFile } from '../newFile.ts';

/** Literal beginnings of a pattern and what its classes take, as somebody would put together who wants it to be slow. */
function attacksOn(source: string): string[] {
  const plain = source.replace(/\(\?<\w+>|\(\?:/g, '').replace(/\\b|\(\?<?[=!][^)]*\)|[\^$]/g, '');
  const words = [...plain.matchAll(/(?:[A-Za-z0-9_:=@ -]|\\[./-]|\/){2,}/g)].map(([word]) => word.replaceAll('\\', ''));
  const fillers = ['a', 'A', '0', '-', '_', ' ', '.', ':', '/', '=', '<', '\\n', '\t'];
  const starts = [...words, words.join('')];
  return [
    ...starts,
    ...starts.flatMap(word => ['-', ' ', '.', '"', '\n'].map(mark => `${mark}${word}`)),
    ...words.flatMap(word => fillers.map(filler => `${word}${filler.repeat(40)}`)),
    ...fillers,
  ].filter(attack => attack !== '');
}

describe('time grows with the length of the input and no faster', () => {
  for (const { name, pattern } of secretPatterns) {
    it(`of what looks for: ${name}, ${pattern.source.slice(0, 20)}`, async () => {
      for (const attack of attacksOn(pattern.source)) {
        const slow = await fasterThanLinear(
          size => {
            const text = `${attacksOn(pattern.source)[0] ?? ''}${attack.repeat(size / attack.length)}`;
            return () => [...text.matchAll(pattern)].length;
          },
          2_000,
          32_000,
        );
        assert.equal(slow, undefined, JSON.stringify(attack));
      }
    });
  }

  for (const start of [
    'sk-proj-',
    'xoxb-',
    'ghs_1_',
    'SG.a.',
    'glc_',
    'ops_ey',
    'mongodb://a:',
    'https://a:b',
    'glpat-',
    'hvb.',
    'tskey-api-',
    'shpat_',
    '_authToken=',
    '-----BEGIN PRIVATE KEY-----\n',
    'secretlint-disable ',
  ])
    it(`of secretlint’s rules on repeated ${JSON.stringify(start)}`, async () => {
      const path = start.startsWith('_auth') ? '.npmrc' : 'package.json';
      for (const filler of ['', 'a', 'a.', '-', '@', '\n'])
        assert.equal(
          await fasterThanLinear(
            size => {
              const text = `${start}${filler}`.repeat(size / (start.length + filler.length));
              return () => presetMatches(path, text);
            },
            4_000,
            64_000,
          ),
          undefined,
          filler,
        );
    });

  for (const part of ['../', './', 'a/', '.ts'])
    it(`of what tells a bundle by the paths of its modules, on repeated ${part}`, async () =>
      assert.equal(await fasterThanLinear(size => () => saysItIsMade(`// a/${part.repeat(size)}`)), undefined));

  for (const [what, line] of [
    ['marks', '<'],
    ['stars', '*a'],
    ['words', 'example-'],
    ['variables', '${a'],
    ['addresses', 'a://b:c@'],
  ] as const)
    it(`of what tells a placeholder, on ${what}`, async () =>
      assert.equal(await fasterThanLinear(size => () => isPlaceholder(line.repeat(size))), undefined));

  for (const [what, text] of [
    ['spaces behind a word', (size: number) => `from${' '.repeat(size)}`],
    ['words', (size: number) => 'it  \t '.repeat(size)],
    ['lines', (size: number) => '   export'.repeat(size)],
  ] as const)
    it(`of what tells data of tests, on ${what}`, async () =>
      assert.equal(await fasterThanLinear(size => () => isTestFixture(newFile('test/a.ts', text(size)))), undefined));

  it('of looking into a text where an equal one was looked into before', async () => {
    const slow = await fasterThanLinear(size => {
      const [before, text] = [Buffer.alloc(size, 'a\n'), Buffer.alloc(size, 'a\n')].map(String);
      const length = ofLastText(each => each.length);
      length(before ?? '');
      return () => Array.from({ length: size }, () => length(text ?? ''));
    });
    assert.equal(slow, undefined);
  });

  for (const word of ['raise ', 'print(', 'def '])
    it(`of what tells the version of Python, on ${word}`, async () => {
      const file = (size: number): DiffFile => newFile('a.py', `# ${word.repeat(size)}`);
      assert.equal(await fasterThanLinear(size => () => isOfPython2(file(size), 'unicode')), undefined);
    });

  const token = ['ghp', 'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'].join('_');
  const keys = (count: number, line: (index: number) => string): string =>
    Array.from({ length: count }, (_, index) => line(index)).join('');
  const varied = (index: number): string => token.slice(0, -6) + String(index).padStart(6, '0');

  for (const [what, path, text] of [
    ['keys on lines', 'a.ini', (size: number) => keys(size, index => `k=${varied(index)}\n`)],
    ['keys on one line', 'a.ini', (size: number) => keys(size, index => `k=${varied(index)} `)],
    ['keys with a fix', 'a.py', (size: number) => keys(size, index => `K${index} = "${varied(index)}"\n`)],
    ['beginnings of tokens', 'a.txt', (size: number) => '"-eyJ"'.repeat(size * 4)],
    ['beginnings of tokens in a run', 'a.txt', (size: number) => `${'-eyJ'.repeat(size)}.eyJ${'a'.repeat(size)}!`],
  ] as const)
    it(`of what is said, masked and redacted of ${what}`, async () => {
      const slow = await fasterThanLinear(
        size => async () => {
          const file = newFile(path, text(size));
          const findings = (await findingsIn(secretsReviewer(systemClock), file)).map(each => ({
            ...each,
            reviewer: 'secrets',
          }));
          const comments = buildComments(findings);
          maskSecrets(resultOf(comments), [file]);
          redactSecrets(path, file.text);
        },
        250,
        16_000,
      );
      assert.equal(slow, undefined);
    });

  for (const [what, path, line] of [
    ['ends of conflicts', 'a.txt', '>>>>>>> x\n'],
    ['conflicts in a document', 'a.md', '<<<<<<< x\n'],
    ['conflicts in code blocks', 'a.md', '```\n<<<<<<< x\n```\n'],
    ['conflicts in texts of Python', 'a.py', '"""\n<<<<<<< x\n"""\n'],
    ['conflicts in comments', 'a.ts', '/*\n<<<<<<< x\n*/\n'],
    ['letters that look Latin', 'a.ts', '\u0430b();\n'],
    ['characters that end a comment', 'a.ts', '// a\u2028b();\n'],
    ['hidden characters on lines', 'a.go', 'a\u200b\n'],
    ['hidden characters on one line', 'a.go', 'a\u200b'],
    ['tags', 'a.go', '\u{e0041}'],
    ['selectors', 'a.go', '\ufe00'],
  ] as const)
    it(`of the search for ${what}`, async () =>
      assert.equal(
        await fasterThanLinear(
          size => {
            const file = newFile(path, line.repeat(size));
            return () => findingsIn(hygieneReviewer, file);
          },
          1_000,
          64_000,
        ),
        undefined,
      ));

  for (const [what, finding] of [
    ['on lines of their own', (index: number) => ({ line: index + 1, rule: 'x/a', title: 'The same' })],
    [
      'on one line',
      (index: number) => ({
        line: 1,
        rule: `x/${index % 50}`,
        title: `${inLetters(index)} is wrong`,
      }),
    ],
    [
      'each of its own rule',
      (index: number) => ({ line: index + 1, rule: `x/${index}`, title: `Something near ${index}` }),
    ],
  ] as const)
    it(`of putting together findings ${what}`, async () =>
      assert.equal(
        await fasterThanLinear(
          size => {
            const file = newFile('a.ts', 'line\n'.repeat(size));
            const findings = Array.from({ length: size }, (_, index): AttributedFinding => {
              const { line, rule, title } = finding(index);
              const category = index % 2 === 0 ? 'maintainability' : 'bug';
              const range = { startLine: line, startColumn: index + 1, endLine: line, endColumn: index + 2 };
              const fix = [{ start: (line - 1) * 5, end: (line - 1) * 5 + 1, text: 'X' }];
              return { file, reviewer: `r${index % 3}`, range, rule, title, body: '', severity: 'low', category, fix };
            });
            return () => buildComments(findings);
          },
          250,
          16_000,
        ),
        undefined,
      ));
});

/** A word of its own for each number. */
function inLetters(index: number): string {
  return String(index)
    .padStart(5, '0')
    .replace(/\d/g, digit => 'abcdefghij'.charAt(Number(digit)));
}

function resultOf(comments: CompletedResult['comments']): CompletedResult {
  return {
    status: 'completed',
    comments,
    reports: [],
    reviewed: [],
    addedLines: 0,
    unreviewed: [],
    mergeBase: '',
    milliseconds: 0,
  };
}
