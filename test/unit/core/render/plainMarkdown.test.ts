import assert from 'node:assert/strict';
import fc from 'fast-check';
import { plainMarkdown } from '../../../../src/core/render/plainMarkdown.ts';
import { tries } from '../../../host/seed.ts';

describe('Markdown as a line of plain text', () => {
  it('has no marks', () => {
    for (const [markdown, plain] of [
      ['`times` is imported and not used.', '‘times’ is imported and not used.'],
      ["Both branches of `reason === 'unwanted'` do the same", "Both branches of ‘reason === 'unwanted'’ do the same"],
      ['**Bug:** the *first* ~~or last~~ __of them all__', 'Bug: the first or last of them all'],
      ['***Both*** at once, **`code` in bold**', 'Both at once, ‘code’ in bold'],
      ['See [the docs](https://example.com/a_b "Docs") and [that][1]', 'See the docs and that'],
      ['![a picture](https://example.com/a.png) <https://example.com>', 'a picture https://example.com'],
      ['### Heading\n> quoted\n- one\n- two', 'Heading quoted one two'],
      ['Text\n```ts\nconst a = 1;\n```', 'Text const a = 1;'],
      ['<b>Bold</b><br/>next <!-- hidden --> &lt;div&gt; &amp;amp;', 'Bold next <div> &amp;'],
      ['1 \\* 2 \\_ \\`x\\`', '1 * 2 _ `x`'],
      ['``a ` b`` ends', '‘a ` b’ ends'],
    ] as const)
      assert.equal(plainMarkdown(markdown), plain);
  });

  it('leaves what only looks like marks', () => {
    for (const text of [
      'a * b * c and a*b*c',
      '__init__ and _private and my_long_name',
      '*args and **kwargs are passed on',
      'A Map<string, number> is not a Set<T>',
      'One ` alone',
      'C:\\work\\orders is missing',
      '#7 is open',
      '2 > 1, 3 - 2',
    ])
      assert.equal(plainMarkdown(text), text);
  });

  it('keeps the marks that are in code', () => {
    assert.equal(plainMarkdown('`**kwargs` and `[a](b)` and `a_b_c`'), '‘**kwargs’ and ‘[a](b)’ and ‘a_b_c’');
  });

  it('is one short line of any text, in no time', () => {
    const marks = fc.constantFrom(
      '`',
      '``',
      '*',
      '**',
      '_',
      '~~',
      '[',
      '](',
      ')',
      '<b>',
      '<!--',
      '\\',
      '\n',
      'a',
      ' ',
      '\0',
    );
    fc.assert(
      fc.property(fc.array(marks, { maxLength: 2_000 }), parts => {
        const line = plainMarkdown(parts.join(''), 60);
        assert.ok(Array.from(line).length <= 60);
        assert.doesNotMatch(line, /[\p{Cc}]/u);
      }),
      { numRuns: tries(200) },
    );
  });
});
