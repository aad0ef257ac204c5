import assert from 'node:assert/strict';
import { timeWithin } from '../../../../host/threadTime.ts';
import fc from 'fast-check';
import { toolFormats } from '../../../../../src/core/protocol/toolSetting.ts';
import { ToolFailure } from '../../../../../src/service/reviewers/tools/toolFailure.ts';
import { dataOf, fileOf, findingsIn } from './reading.ts';
import { tries } from '../../../../host/seed.ts';

const file = fileOf('src/cart.js', dataOf('planted/cart.js.txt'));
const outputs = ['eslint.sarif', 'biome.sarif', 'oxlint.sarif', 'biome.rdjson', 'ruff.rdjson'].map(
  name => JSON.parse(dataOf(`${name}.txt`)) as unknown,
);

/** Whatever is found lies in the text and in one line of words; anything else is the one failure. */
function check(format: (typeof toolFormats)[number], output: string): void {
  try {
    for (const { range, fix = [], title, rule } of findingsIn(format, output, [file])) {
      assert.ok(range.startLine >= 1 && range.endLine >= range.startLine && range.endLine <= file.lines.length);
      assert.ok(range.startColumn >= 1 && range.endColumn >= 1);
      assert.ok(range.endColumn <= (file.lines[range.endLine - 1]?.length ?? 0) + 1);
      for (const { start, end } of fix) assert.ok(start >= 0 && start <= end && end <= file.text.length);
      assert.ok(!/[\n\u202e]/.test(title + rule) && title.length <= 201 && rule.length <= 200);
    }
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
  }
}

const odd = fc.oneof(
  fc.constantFrom(
    null,
    -1,
    0,
    1,
    1e9,
    2 ** 60,
    0.5,
    '',
    '..',
    'file:///',
    '%',
    '\u202e',
    'constructor',
    '__proto__',
    true,
  ),
  fc.jsonValue({ maxDepth: 2 }),
);

/** The value with a few of its parts, chosen by the numbers, replaced by something odd. */
function damaged(value: unknown, damage: readonly (readonly [number, unknown])[]): unknown {
  const copy = structuredClone(value);
  const places: [Record<string, unknown>, string][] = [];
  const visit = (each: unknown): void => {
    if (typeof each !== 'object' || each === null) return;
    for (const [key, child] of Object.entries(each)) {
      places.push([each as Record<string, unknown>, key]);
      visit(child);
    }
  };
  visit(copy);
  for (const [number, put] of damage) {
    const [holder, key] = places[number % places.length] ?? [];
    if (holder !== undefined && key !== undefined) holder[key] = put;
  }
  return copy;
}

describe('what a tool writes, however hostile,', () => {
  it('is read or is a failure of the tool: any text', () => {
    fc.assert(fc.property(fc.string(), fc.constantFrom(...toolFormats), (text, format) => check(format, text)));
  });

  it('is read or is a failure of the tool: any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(...toolFormats), (value, format) => {
        check(format, JSON.stringify(value));
        check(format, JSON.stringify({ version: '2.1.0', runs: [value], diagnostics: [value] }));
      }),
    );
  });

  it('is read or is a failure of the tool: real output with damaged parts', () => {
    const damage = fc.array(fc.tuple(fc.nat(), odd), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(fc.constantFrom(...outputs), damage, (output, parts) => {
        const text = JSON.stringify(damaged(output, parts));
        for (const format of toolFormats) check(format, text);
      }),
      { numRuns: tries(600) },
    );
  });

  it('costs no more than it weighs', async () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const text = '['.repeat(50_000) + '{0}'.repeat(10_000);
    const message = { text, arguments: ['{0}'.repeat(1_000)] };
    const region = { startLine: 1, endLine: 1e9 };
    const physicalLocation = { artifactLocation: { uri: `${'%2e/'.repeat(1_000)}src/cart.js` }, region };
    const results = Array.from({ length: 30_000 }, () => ({ message, locations: [{ physicalLocation }] }));
    const sarif = JSON.stringify({ version: '2.1.0', runs: [{ results: results.slice(0, 200) }] });
    const small = results.map(result => ({ ...result, message: { text: 'x' } }));
    const took = await timeWithin(5_000, () => {
      for (const format of toolFormats) check(format, deep);
      check('sarif', sarif);
      assert.ok(findingsIn('sarif', { version: '2.1.0', runs: [{ results: small }] }, [file]).length <= 5_000);
    });
    assert.ok(took < 5_000, `${took} ms`);
  });
});
