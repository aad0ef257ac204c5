import assert from 'node:assert/strict';
import type { Finding } from '../../../../src/core/review/finding.ts';
import { splitGitLines } from '../../../../src/core/base/splitLines.ts';
import { placeFindings, type PlacementTexts } from '../../../../src/core/placement/placeFindings.ts';
import type { ReviewComment } from '../../../../src/core/review/review.ts';
import { aComment } from '../../reviews/builders.ts';
import { randomNumbers } from '../../../bench/random.ts';

const reviewed = `import { open } from 'store';

export function total(orders) {
  let sum = 0;
  for (const order of orders) {
    sum += order.price * order.count;
  }
  return sum;
}

export function close(store) {
  if (store.isOpen) {
    store.flush();
    store.close();
  }
  return undefined;
}
`;

function place(comment: Partial<ReviewComment>, live: string, texts: Partial<PlacementTexts> = {}): Finding {
  const [finding] = placeFindings([{ id: 'f', comment: aComment(comment) }], {
    reviewed: splitGitLines(reviewed),
    removed: undefined,
    live,
    ...texts,
  });
  assert.ok(finding !== undefined);
  return finding;
}

/** State and text of a finding, with the first line's number from 1. */
function told({ state, range }: Finding, live: string): string {
  if (range === undefined) return state;
  const lines = live.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
  const text = lines.slice(range.startLine, range.endLine + 1);
  text[text.length - 1] = (text.at(-1) ?? '').slice(0, range.endColumn);
  text[0] = (text[0] ?? '').slice(range.startColumn);
  return `${state} ${range.startLine + 1}: ${text.join('|')}`;
}

const price = { range: { startLine: 6, endLine: 6 } };
const flush = { range: { startLine: 13, endLine: 14 } };

describe('where a finding is now', () => {
  const cases: [name: string, comment: Partial<ReviewComment>, edit: (text: string) => string, expected: string][] = [
    ['nothing was edited', price, text => text, 'current 6: sum += order.price * order.count;'],
    [
      'lines were added above',
      price,
      text => `// one\n// two\n${text}`,
      'current 8: sum += order.price * order.count;',
    ],
    [
      'lines were added right above',
      price,
      text => text.replace('    sum +=', '    check();\n    sum +='),
      'current 7: sum += order.price * order.count;',
    ],
    [
      'lines were added right below',
      price,
      text => text.replace('count;\n', 'count;\n    check();\n'),
      'current 6: sum += order.price * order.count;',
    ],
    [
      'its line was edited',
      price,
      text => text.replace('order.count', 'order.amount'),
      'changed 6: sum += order.price * order.amount;',
    ],
    [
      'its line was rewritten in place',
      price,
      text => text.replace('sum += order.price * order.count', 'add(it)'),
      'changed 6: add(it);',
    ],
    [
      'one of its lines was edited',
      flush,
      text => text.replace('store.flush()', 'await store.flush()'),
      'changed 13: await store.flush();|    store.close();',
    ],
    [
      'a line was added between its lines',
      flush,
      text => text.replace('    store.close', '    wait();\n    store.close'),
      'changed 13: store.flush();|    wait();|    store.close();',
    ],
    [
      'its first two lines were swapped',
      { range: { startLine: 13, endLine: 15 } },
      text => text.replace(/(.*flush.*\n)(.*store\.close.*\n)/, '$2$1'),
      'changed 13: store.close();|    store.flush();|  }',
    ],
    [
      'its line was edited among others that are new',
      price,
      text =>
        text.replace(
          /(.*)order\.price \* order\.count;/,
          '    check();\n    log();\n$1order.price * order.amount;\n    next();',
        ),
      'changed 8: sum += order.price * order.amount;',
    ],
    [
      'its line was wrapped',
      price,
      text => text.replace('sum += order.price * order.count', 'sum +=\n      order.price *\n      order.count'),
      'changed 6: sum +=|      order.price *|      order.count;',
    ],
    [
      'its line was wrapped with one word more',
      { range: { startLine: 1, endLine: 1 } },
      text => text.replace("{ open } from 'store'", "{\n  open,\n  shut,\n} from 'store'"),
      "changed 1: import {|  open,|  shut,|} from 'store';",
    ],
    [
      'the first and the last of its lines were wrapped',
      { range: { startLine: 4, endLine: 6 } },
      text =>
        text
          .replace('let sum = 0', 'let sum =\n    0')
          .replace('sum += order.price * order.count', 'sum +=\n      order.price *\n      order.count'),
      'changed 4: let sum =|    0;|  for (const order of orders) {|    sum +=|      order.price *|      order.count;',
    ],
    [
      'its line was joined with the one above',
      price,
      text => text.replace('{\n    sum +=', '{ sum +='),
      'changed 5: for (const order of orders) { sum += order.price * order.count;',
    ],
    ['its line was deleted', price, text => text.replace(/.*order\.count.*\n/, ''), 'outdated 6: }'],
    ['all was deleted', price, () => '', 'outdated 1: '],
    [
      'its lines were replaced by something else',
      flush,
      text => text.replace(/ {2}if[^]*close\(\);\n {2}}\n/, '  // nobody\n'),
      'outdated 12: // nobody',
    ],
    [
      'its lines were replaced by as many others',
      flush,
      text => text.replace(/ {2}if[^]*undefined;\n/, '  // a\n  // b\n  // c\n  // d\n  // e\n'),
      'outdated 13: // b|  // c',
    ],
    [
      'its line was moved',
      price,
      text => `${text.replace(/.*order\.count.*\n/, '')}sum += order.price * order.count;\n`,
      'moved 17: sum += order.price * order.count;',
    ],
    [
      'the file was indented anew',
      flush,
      text => text.replace(/^ +/gm, found => found.replaceAll('  ', '\t')),
      'current 13: store.flush();|\t\tstore.close();',
    ],
    [
      'its block was wrapped',
      flush,
      text =>
        text.replace(
          /( {2}if [^]*?\n {2}}\n)/,
          found => `  try {\n${found.replace(/^/gm, '  ').trimEnd()}\n  } finally {}\n`,
        ),
      'current 14: store.flush();|      store.close();',
    ],
    [
      'it was spaced anew',
      price,
      text => text.replace('sum += order.price * order.count', 'sum+=order.price*order.count'),
      'current 6: sum+=order.price*order.count;',
    ],
    [
      'line ends became CRLF',
      flush,
      text => text.replaceAll('\n', '\r\n'),
      'current 13: store.flush();|    store.close();',
    ],
    [
      'line ends became lone CRs',
      flush,
      text => text.replaceAll('\n', '\r'),
      'current 13: store.flush();|    store.close();',
    ],
    [
      'a byte order mark was put before it',
      { range: { startLine: 1, endLine: 1 } },
      text => `\ufeff${text}`,
      "current 1: import { open } from 'store';",
    ],
    [
      'the last line break was taken away',
      { range: { startLine: 17, endLine: 17 } },
      text => text.trimEnd(),
      'current 17: }',
    ],
  ];
  for (const [name, comment, edit, expected] of cases) {
    it(`when ${name}`, () => {
      const live = edit(reviewed);
      assert.equal(told(place(comment, live), live), expected);
    });
  }

  it('when its function was moved, a line that others have too', () => {
    const functions = ['total', 'close', 'wait'].map(
      name => `function ${name}() {\n  ${name}Once();\n  ${name}Twice();\n  return undefined;\n}\n`,
    );
    const [total = '', close = '', wait = ''] = functions;
    const comment = { range: { startLine: 4, endLine: 4 } };
    const live = close + wait + total;
    const found = place(comment, live, { reviewed: splitGitLines(total + close + wait) });
    assert.equal(told(found, live), 'moved 14: return undefined;');
  });

  it('takes a line for moved only where it is new', () => {
    const text = 'function a() {\n  return answerOfAll;\n}\nfunction b() {\n  return answerOfAll;\n}\n';
    const live = text.replace('  return answerOfAll;', '  return 1;');
    const found = place({ range: { startLine: 2, endLine: 2 } }, live, { reviewed: splitGitLines(text) });
    assert.equal(told(found, live), 'changed 2: return 1;');
  });

  it('takes for moved no line that stayed where it was', () => {
    const [first = '', second = '', third = ''] = ['first', 'second', 'third'].map(
      name => `function ${name}Step() {\n  run(${name});\n}\n\n`,
    );
    const live = first + third;
    const found = place({ range: { startLine: 7, endLine: 7 } }, live, {
      reviewed: splitGitLines(first + second + third),
    });
    assert.equal(found.state, 'outdated', 'the brace of the first function is not that of the second');
  });

  it('follows a line through a formatter, though others have the same words', () => {
    const cases = ['one', 'two', 'three', 'four', 'five'].map(name => `case '${name}': {\n  log('seen');\n`);
    const live = cases.slice(1).join('').replaceAll("'", '"');
    for (const at of [1, 2, 3, 4]) {
      const range = { startLine: 2 * at + 2, endLine: 2 * at + 2 };
      const found = place({ range }, live, { reviewed: splitGitLines(cases.join('')) });
      assert.equal(told(found, live), `changed ${2 * at}: log("seen");`);
    }
  });

  it('follows a list that is wrapped and joined, each short word of it, past braces that are alike', () => {
    const names = ['red', 'green', 'blue'];
    const wrapped = names.map(name => `add('${name}', [\n  '${name}1',\n  '${name}2',\n]);\n`).join('');
    const joined = names.map(name => `add("${name}", ["${name}1", "${name}2"]);\n`).join('');
    const oneWrapped = joined.replace(/\["green1", "green2"\]/, "[\n  'green1',\n  'green2',\n]");
    const lineOf = (at: number, reviewedText: string, live: string): string => {
      const range = { startLine: at, endLine: at };
      return told(place({ range }, live, { reviewed: splitGitLines(reviewedText) }), live);
    };
    for (const [index, name] of names.entries())
      for (const part of [1, 2, 3])
        assert.equal(
          lineOf(4 * index + part, wrapped, joined),
          `changed ${index + 1}: add("${name}", ["${name}1", "${name}2"]);`,
        );
    assert.equal(lineOf(10, wrapped, oneWrapped), 'changed 6: add("blue", ["blue1", "blue2"]);');
    assert.equal(lineOf(2, joined, wrapped), "changed 5: add('green', [|  'green1',|  'green2',");
  });

  it('is not in a line that another one was formatted into', () => {
    const first = 'type A = {\n  readonly path?: string;\n};\n';
    const second = 'type B = {\n  readonly path: string;\n  readonly more: number;\n};\n';
    const live = first.replaceAll(';', '');
    const found = place({ range: { startLine: 5, endLine: 5 } }, live, { reviewed: splitGitLines(first + second) });
    assert.equal(found.state, 'outdated');
  });

  it('is the nearest of lines that are equally similar', () => {
    const lines = Array.from({ length: 8 }, (_, at) => `send(message, ${at % 2});`);
    const live = lines.map(line => line.replace('message', 'message, now')).join('\n');
    const found = place({ range: { startLine: 6, endLine: 6 } }, live, { reviewed: lines });
    assert.equal(told(found, live), 'changed 6: send(message, now, 1);');
  });

  it('knows a very long line by the words that it begins with', () => {
    const numbered = (name: string, count: number): string =>
      Array.from({ length: count }, (_, at) => `${name}${at}`).join(' ');
    const before = `${numbered('same', 400)} ${numbered('old', 2_000)}`;
    const live = `first();\nsecond();\n${before.replaceAll(' old', ' new')}\nlast();`;
    const range = { startLine: 1, endLine: 1 };
    const { state, range: found } = place({ range }, live, { reviewed: [before] });
    assert.deepEqual([state, found?.startLine], ['changed', 2]);
  });

  describe('by columns', () => {
    const columns = { startLine: 6, endLine: 6, startColumn: 12, endColumn: 23 };

    it('marks just the part that is meant', () => {
      assert.equal(told(place({ range: columns }, reviewed), reviewed), 'current 6: order.price');
    });

    it('follows the part through new indentation', () => {
      const live = reviewed.replace(/^/gm, '      ');
      assert.equal(told(place({ range: columns }, live), live), 'current 6: order.price');
    });

    it('marks the line where the part can no longer be told', () => {
      const live = reviewed.replace('order.count', 'order.amount');
      assert.equal(told(place({ range: columns }, live), live), 'changed 6: sum += order.price * order.amount;');
    });

    it('counts in UTF-16 units', () => {
      const text = `const 😀 = "naïve 👩‍👩‍👧"; run(text);\n`;
      const start = text.indexOf('run') + 1;
      const range = { startLine: 1, endLine: 1, startColumn: start, endColumn: start + 9 };
      assert.equal(told(place({ range }, text, { reviewed: splitGitLines(text) }), text), 'current 1: run(text)');
    });

    it('spans lines', () => {
      const range = { startLine: 13, endLine: 14, startColumn: 11, endColumn: 16 };
      const live = reviewed.replace(/^ {4}/gm, '      ');
      assert.equal(told(place({ range }, live), live), 'current 13: flush();|      store.close');
    });

    it('bears columns from nowhere', () => {
      for (const [startColumn, endColumn] of [
        [0, 0],
        [900, 901],
        [9, 3],
        [-5, Number.MAX_SAFE_INTEGER],
      ]) {
        const { range } = place(
          { range: { startLine: 6, endLine: 6, startColumn: startColumn ?? 0, endColumn: endColumn ?? 0 } },
          reviewed,
        );
        assert.ok(range !== undefined && range.startColumn >= 0 && range.endColumn >= range.startColumn);
        assert.ok(range.endColumn <= 37);
      }
    });
  });

  describe('by quoted code', () => {
    it('wins over a wrong number', () => {
      const comment = { range: { startLine: 3, endLine: 3 }, quotedCode: 'sum += order.price * order.count;\n' };
      assert.equal(told(place(comment, reviewed), reviewed), 'current 6: sum += order.price * order.count;');
    });

    it('is found without regard to spacing, and followed from there', () => {
      const comment = { range: { startLine: 3, endLine: 3 }, quotedCode: '\n\tstore.flush( );\r\n\tstore.close();\n' };
      const live = `// one\n${reviewed}`;
      assert.equal(told(place(comment, live), live), 'current 14: store.flush();|    store.close();');
    });

    it('is taken at its nearest', () => {
      const text = 'run(all);\na\nb\nc\nrun(all);\nd\ne\nf\ng\nh\nrun(all);\n';
      const comment = { range: { startLine: 7, endLine: 7 }, quotedCode: 'run(all);' };
      assert.equal(told(place(comment, text, { reviewed: splitGitLines(text) }), text), 'current 5: run(all);');
    });

    it('may be a part of a line', () => {
      const there = { ...price, quotedCode: 'order.price * order.count' };
      assert.equal(told(place(there, reviewed), reviewed), 'current 6: sum += order.price * order.count;');
      const elsewhere = { range: { startLine: 12, endLine: 12 }, quotedCode: 'order.price * order.count' };
      assert.equal(told(place(elsewhere, reviewed), reviewed), 'current 6: sum += order.price * order.count;');
    });

    it('leaves the number alone where it is not in the file', () => {
      const comment = { ...price, quotedCode: 'nobody.wrote(this)' };
      assert.equal(told(place(comment, reviewed), reviewed), 'current 6: sum += order.price * order.count;');
    });

    it('keeps the wider lines that the number names', () => {
      const comment = { range: { startLine: 12, endLine: 15 }, quotedCode: 'store.flush();' };
      assert.match(told(place(comment, reviewed), reviewed), /^current 12: if/);
    });
  });

  describe('without the reviewed text', () => {
    const texts = { reviewed: undefined };

    it('is where the quoted code is', () => {
      const comment = { ...price, quotedCode: 'store.flush();\nstore.close();' };
      assert.equal(told(place(comment, reviewed, texts), reviewed), 'current 13: store.flush();|    store.close();');
    });

    it('is at its line, and does not claim to be', () => {
      assert.equal(told(place(price, reviewed, texts), reviewed), 'unplaced 6: sum += order.price * order.count;');
      assert.equal(
        told(place({ range: { startLine: 17, endLine: 99 } }, reviewed, texts), reviewed),
        'unplaced 17: }|',
      );
    });

    it('is in the file where it has no such line', () => {
      for (const startLine of [99, 0, -1]) {
        assert.equal(told(place({ range: { startLine, endLine: startLine } }, reviewed, texts), reviewed), 'unplaced');
      }
      assert.equal(told(place({ ...price, side: 'left' }, reviewed, texts), reviewed), 'unplaced');
    });
  });

  describe('on removed lines', () => {
    const removed = splitGitLines(
      reviewed.replace('  let sum = 0;\n', '  let sum = 0;\n  let count = 0;\n  count++;\n'),
    );
    const onRemoved = { side: 'left', range: { startLine: 5, endLine: 6 } } as const;

    it('is where they were', () => {
      assert.equal(told(place(onRemoved, reviewed, { removed }), reviewed), 'current 5: for (const order of orders) {');
    });

    it('goes along with what is around', () => {
      const live = `// one\n${reviewed}`;
      assert.equal(told(place(onRemoved, live, { removed }), live), 'current 6: for (const order of orders) {');
    });

    it('is at what took their place', () => {
      const before = splitGitLines(reviewed.replace('sum += order.price * order.count', 'sum += order.total()'));
      const comment = { side: 'left', range: { startLine: 6, endLine: 6 } } as const;
      assert.equal(
        told(place(comment, reviewed, { removed: before }), reviewed),
        'current 6: sum += order.price * order.count;',
      );
    });

    it('says so when they are back', () => {
      const live = removed.join('\n');
      assert.equal(told(place(onRemoved, live, { removed }), live), 'changed 5: let count = 0;|  count++;');
    });

    it('follows lines that were not removed', () => {
      const comment = { side: 'left', range: { startLine: 8, endLine: 8 } } as const;
      assert.equal(
        told(place(comment, reviewed, { removed }), reviewed),
        'current 6: sum += order.price * order.count;',
      );
    });
  });

  it('counts lines as git does where the reviewed text has lone CRs', () => {
    const text = 'one\rtwo\nthree\r\nfour\rfive\r\r\nsix\n';
    const lines = { reviewed: splitGitLines(text) };
    const at = (startLine: number): string =>
      told(place({ range: { startLine, endLine: startLine } }, text, lines), text);
    assert.deepEqual([1, 2, 3, 4].map(at), [
      'current 1: one|two',
      'current 3: three',
      'current 4: four|five|',
      'current 7: six',
    ]);
  });

  it('is the whole file where the comment names no line', () => {
    assert.equal(told(place({ range: undefined }, reviewed), reviewed), 'unplaced');
  });

  it('bears any number', () => {
    for (const startLine of [-9, 0, 0.5, 18, 19, 1e9, Number.NaN, Infinity]) {
      for (const endLine of [startLine, 1, 1e9, -1]) {
        for (const live of ['', '\n', reviewed, '\ufeff', '\r']) place({ range: { startLine, endLine } }, live);
      }
    }
  });

  describe('for any text', () => {
    const random = randomNumbers(7);
    const texts = Array.from({ length: 60 }, () =>
      Array.from(
        { length: 1 + random(60) },
        () => ['', '}', '  x();', 'if (y) {', `line ${random(30)}`][random(5)] ?? '',
      ).join('\n'),
    );

    it('is current and on its line while nothing is edited', () => {
      for (const text of texts) {
        const lines = text.split('\n');
        const comments = lines.map((_, at) => ({
          id: `${at}`,
          comment: aComment({ range: { startLine: at + 1, endLine: at + 1 } }),
        }));
        const found = placeFindings(comments, { reviewed: lines, removed: undefined, live: text });
        assert.deepEqual(
          found.map(({ state, range }) => [state, range?.startLine]),
          lines.map((_, at) => ['current', at]),
        );
      }
    });

    it('is the same whether the text is known to be the reviewed one or is compared with it', () => {
      for (const text of texts) {
        const lines = text.split('\n');
        const comments = Array.from({ length: 20 }, (_, at) => {
          const startLine = random(lines.length + 2);
          const endLine = startLine + random(4);
          const range = random(2) === 0 ? { startLine, endLine } : { startLine, endLine, startColumn: 3, endColumn: 5 };
          const quotedCode = random(2) === 0 ? undefined : lines[random(lines.length)];
          const side = random(4) === 0 ? 'left' : 'right';
          return { id: `${at}`, comment: aComment({ range: random(9) === 0 ? undefined : range, quotedCode, side }) };
        });
        const removed = random(2) === 0 ? undefined : lines.filter(() => random(5) > 0);
        const known = placeFindings(comments, { reviewed: lines, removed, live: lines });
        assert.deepEqual(known, placeFindings(comments, { reviewed: lines, removed, live: text }));
      }
    });

    it('is current only where its lines are what they were, whatever is added, removed and swapped', () => {
      for (const text of texts) {
        const lines = text.split('\n');
        const live = [...lines];
        for (let edits = 1 + random(4); edits > 0; edits--) {
          const [from, to] = [random(live.length), random(live.length)];
          if (random(2) === 0) live.splice(to, 0, ...live.splice(from, 1 + random(3)));
          else live.splice(from, random(2), `added ${edits}`);
        }
        const comments = Array.from({ length: 20 }, (_, at) => {
          const startLine = 1 + random(lines.length);
          return { id: `${at}`, comment: aComment({ range: { startLine, endLine: startLine + random(4) } }) };
        });
        for (const found of placeFindings(comments, { reviewed: lines, removed: undefined, live: live.join('\n') })) {
          if (found.state !== 'current' && found.state !== 'moved') continue;
          const { startLine = 0, endLine = 0 } = found.comment.range ?? {};
          const { range } = found;
          assert.deepEqual(
            live.slice(range?.startLine, (range?.endLine ?? 0) + 1).map(line => line.trim()),
            lines.slice(startLine - 1, endLine).map(line => line.trim()),
          );
        }
      }
    });

    it('goes down by as many lines as are added above', () => {
      for (const text of texts) {
        const lines = text.split('\n');
        const added = Array.from({ length: 1 + random(9) }, (_, at) => `// added ${at}\n`).join('');
        const comments = lines.map((_, at) => ({
          id: `${at}`,
          comment: aComment({ range: { startLine: at + 1, endLine: at + 1 } }),
        }));
        const found = placeFindings(comments, { reviewed: lines, removed: undefined, live: added + text });
        assert.deepEqual(
          found.map(({ state, range }) => [state, range?.startLine]),
          lines.map((_, at) => ['current', at + added.split('\n').length - 1]),
        );
      }
    });
  });
});
