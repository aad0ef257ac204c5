import assert from 'node:assert/strict';
import type { EditorRange, Finding } from '../../../../src/core/review/finding.ts';
import { placeFindings } from '../../../../src/core/placement/placeFindings.ts';
import { shiftFindings, type TextChange } from '../../../../src/core/placement/shiftFindings.ts';
import { randomNumbers } from '../../../bench/random.ts';
import { aComment } from '../../reviews/builders.ts';

const text = ['a();', '  if (b) {', '    c();', '  }', 'd();', ''].join('\n');
/** `if (b) {` to `}`. */
const block: EditorRange = { startLine: 1, startColumn: 2, endLine: 3, endColumn: 3 };

function finding(range: EditorRange, state: Finding['state'] = 'current'): Finding {
  return { id: 'f', comment: aComment({}), state, range };
}

function change(startLine: number, startColumn: number, endLine: number, endColumn: number, by = ''): TextChange {
  return { range: { startLine, startColumn, endLine, endColumn }, text: by };
}

function offset(of: string, line: number, column: number): number {
  const lines = of.split('\n');
  return lines.slice(0, line).reduce((sum, each) => sum + each.length + 1, 0) + column;
}

function edited(before: string, changes: readonly TextChange[]): string {
  let after = before;
  for (const { range, text: by } of changes.toSorted(
    (a, b) => b.range.startLine - a.range.startLine || b.range.startColumn - a.range.startColumn,
  )) {
    after =
      after.slice(0, offset(after, range.startLine, range.startColumn)) +
      by +
      after.slice(offset(after, range.endLine, range.endColumn));
  }
  return after;
}

/** State and text of the block after an edit. */
function after(...changes: TextChange[]): string {
  const [{ state, range } = finding(block)] = shiftFindings([finding(block)], changes);
  assert.ok(range !== undefined);
  const now = edited(text, changes);
  return `${state}: ${now.slice(offset(now, range.startLine, range.startColumn), offset(now, range.endLine, range.endColumn)).replaceAll('\n', '|')}`;
}

const unchanged = 'if (b) {|    c();|  }';

describe('a range while text is typed', () => {
  const cases: [name: string, expected: string, ...changes: TextChange[]][] = [
    ['lines above', `current: ${unchanged}`, change(0, 0, 0, 0, 'x\ny\n')],
    ['a line break at the end of the line above', `current: ${unchanged}`, change(0, 4, 0, 4, '\n')],
    ['text in the line above', `current: ${unchanged}`, change(0, 1, 0, 3, 'xyz')],
    ['a line right above', `current: ${unchanged}`, change(1, 0, 1, 0, 'x();\n')],
    ['a line break before it', `current: ${unchanged}`, change(1, 2, 1, 2, '\n  ')],
    ['the line above taken away', `current: ${unchanged}`, change(0, 0, 1, 0)],
    ['text below', `current: ${unchanged}`, change(4, 0, 4, 1, 'x\ny')],
    ['a new line below', `current: ${unchanged}`, change(3, 3, 3, 3, '\n  x();')],
    ['lines below taken away', `current: ${unchanged}`, change(3, 3, 5, 0)],
    ['indentation', `current: if (b) {|      c();|  }`, change(1, 0, 1, 0, '  '), change(2, 0, 2, 0, '  ')],
    ['less indentation', `current: ${unchanged}`, change(1, 0, 1, 2)],
    ['text inside', 'changed: if (b) {|    see();|  }', change(2, 4, 2, 5, 'see')],
    ['lines inside', 'changed: if (b) {|    c();|    e();|    f();|  }', change(2, 8, 2, 8, '\n    e();\n    f();')],
    ['lines inside taken away', 'changed: if (b) {|  }', change(2, 0, 3, 0)],
    ['text right behind it', 'changed: if (b) {|    c();|  } // x', change(3, 3, 3, 3, ' // x')],
    ['text right before it', `changed: ${unchanged}`, change(1, 2, 1, 2, 'else ')],
    ['the line joined to the one above', `changed: ${unchanged}`, change(0, 4, 1, 0)],
    ['its beginning taken away', 'changed: c();|  }', change(0, 0, 2, 4)],
    ['its end taken away', 'changed: if (b) {|', change(2, 0, 4, 0)],
    ['all of it taken away', 'outdated: ', change(1, 0, 4, 0)],
    ['just its text taken away', 'outdated: ', change(1, 2, 3, 3)],
    ['everything written anew', 'changed: x();|y();|', change(0, 0, 5, 0, 'x();\ny();\n')],
    [
      'a line above and its own line at once',
      'changed: if (b) {|    c(x);|  }',
      change(0, 0, 0, 0, 'x\ny\n'),
      change(2, 6, 2, 6, 'x'),
    ],
    [
      'its own end and a line above at once',
      'changed: if (b) {|    c();|  } // x',
      change(3, 3, 3, 3, ' // x'),
      change(0, 0, 0, 0, 'x\ny\n'),
    ],
    [
      'several places at once, the lowest last',
      'changed: if (x) {|    cx();|  }',
      change(0, 0, 0, 0, 'x\n'),
      change(1, 6, 1, 7, 'x'),
      change(2, 5, 2, 5, 'x'),
    ],
    [
      'several places at once, the lowest first',
      'changed: if (x) {|    cx();|  }',
      change(2, 5, 2, 5, 'x'),
      change(1, 6, 1, 7, 'x'),
      change(0, 0, 0, 0, 'x\n'),
    ],
  ];
  for (const [name, expected, ...changes] of cases)
    it(`holds on to its text: ${name}`, () => assert.equal(after(...changes), expected));

  it('counts CRLF and a lone CR as one line break each', () => {
    const [found] = shiftFindings([finding(block)], [change(0, 0, 0, 0, 'x\r\ny\rz\n')]);
    assert.equal(found?.range?.startLine, 4);
  });

  it('leaves findings that stay as they are untouched, the list too', () => {
    const findings = [finding(block), { ...finding(block), range: undefined }];
    assert.equal(shiftFindings(findings, [change(4, 0, 4, 0, 'x\n')]), findings);
    const [shifted, whole] = shiftFindings(findings, [change(0, 0, 0, 0, 'x\n')]);
    assert.notEqual(shifted, findings[0]);
    assert.equal(whole, findings[1]);
  });

  it('says no more than is known of findings without a place', () => {
    assert.equal(shiftFindings([finding(block, 'unplaced')], [change(1, 0, 4, 0)])[0]?.state, 'unplaced');
    assert.equal(shiftFindings([finding(block, 'moved')], [change(2, 4, 2, 5, 'x')])[0]?.state, 'moved');
  });

  it('comes out where a look at the whole text puts untouched findings, after any edits', () => {
    const random = randomNumbers(11);
    for (let session = 0; session < 40; session++) {
      const lines = Array.from({ length: 60 }, (_, at) => `${' '.repeat(random(4) * 2)}line${at}();`);
      const comments = lines.map((_, at) => ({
        id: `${at}`,
        comment: aComment({ range: { startLine: at + 1, endLine: at + 1 } }),
      }));
      let live = lines.join('\n');
      let findings: readonly Finding[] = placeFindings(comments, { reviewed: lines, removed: undefined, live });
      for (let step = 0; step < 25; step++) {
        const changes = [randomChange(live, random, step)];
        live = edited(live, changes);
        findings = shiftFindings(findings, changes);
        const looked = placeFindings(comments, { reviewed: lines, removed: undefined, live });
        for (const [index, { state, range }] of findings.entries()) {
          const found = looked[index];
          if (state === 'current') assert.deepEqual([found?.state, found?.range], [state, range]);
          else assert.notEqual(range, undefined);
        }
      }
    }
  });
});

/** Whole lines added or taken away, a word typed into a line, a line indented. */
function randomChange(live: string, random: (below: number) => number, step: number): TextChange {
  const lines = live.split('\n');
  const line = random(lines.length);
  const column = random((lines[line]?.length ?? 0) + 1);
  const kinds = [
    () => change(line, 0, line, 0, `added${step}a();\nadded${step}b();\n`),
    () => change(line, 0, Math.min(lines.length - 1, line + random(3)), 0),
    () => change(line, column, line, column, `word${step}`),
    () => change(line, 0, line, 0, '  '),
    () => change(line, lines[line]?.length ?? 0, line, lines[line]?.length ?? 0, `\nbelow${step}();`),
  ];
  return (kinds[random(kinds.length)] ?? kinds[0])?.() ?? change(0, 0, 0, 0);
}
