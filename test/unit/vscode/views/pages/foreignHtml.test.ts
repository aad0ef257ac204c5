import assert from 'node:assert/strict';
import fc from 'fast-check';
import { foreignHtml, foreignInline } from '../../../../../src/vscode/views/pages/foreignHtml.ts';
import { timeWithin } from '../../../../host/threadTime.ts';
import { attacks, pieces, slowAttacks } from '../../../security/shown/markdownAttacks.ts';
import { dangers } from '../../../security/shown/rendered.ts';

const harmless =
  /^(?:p|h[1-6]|ul|ol|li|blockquote|pre|code|em|strong|s|a|br|hr|table|thead|tbody|tr|th|td|details|summary|b|i|del|ins|kbd|samp|sub|sup)$/;

const inHtml = [
  '<details>',
  '</details>',
  '<summary>',
  '<b',
  ' href="https://a.b">',
  '<a href="command:x">',
  '-->',
  '<',
];

describe('foreign Markdown on a page', () => {
  it('keeps what a walkthrough is made of: folded parts, tables, headings, links and code', () => {
    const html = foreignHtml(
      [
        '## Walkthrough',
        '<!-- for machines -->',
        '<details open onclick="x">',
        '<summary>Files <b>(2)</b></summary>',
        '',
        '| File | Change |',
        '|---|--:|',
        '| `a.ts` | one<br/>two |',
        '',
        '</details>',
        '',
        'See <a class="x" href="https://a.example/r?a=1&amp;b=2">the rule</a>, `Map<string>` and Array<T>.',
      ].join('\n'),
    );
    assert.match(html, /<h2>Walkthrough<\/h2>/);
    assert.match(
      html,
      /<details>\s*<summary>Files <b>\(2\)<\/b><\/summary>[\s\S]*<table>[\s\S]*<\/table>\s*<\/details>/,
    );
    assert.match(html, /<td>one<br>two<\/td>/);
    assert.match(html, /<a href="https:\/\/a\.example\/r\?a=1&amp;b=2">the rule<\/a>/);
    assert.match(html, /<code>Map&lt;string&gt;<\/code> and Array&lt;T&gt;/);
    assert.doesNotMatch(html, /machines|onclick|style=| open/);
  });

  it('closes what it opened, so that it forms nothing behind it', () => {
    assert.match(foreignHtml('<b>bold\n\n<sub>low'), /<\/sub><\/b>$/);
    assert.doesNotMatch(foreignHtml('</details></article></b>'), /<\//);
    assert.equal(foreignInline('<b>x</summary>'), '<b>x</b>');
  });

  it('shows the words of a picture and loads nothing', () => {
    const html = foreignHtml(
      '[![build](https://evil.example/p.png)](https://a.example) <img src="https://evil.example">',
    );
    assert.match(html, /<a href="https:\/\/a\.example">build<\/a>/);
    assert.doesNotMatch(html, /<img|evil\.example\/p/);
  });

  for (const [attack, body] of Object.entries(attacks)) {
    it(`is shown without ${attack}`, () => {
      for (const text of [body, `before ${body} after`, `\`x\` ${body}`, `<details>\n${body}\n</details>`])
        assert.deepEqual(dangers(foreignHtml(text), harmless), [], foreignHtml(text));
    });
  }

  for (const [attack, body] of Object.entries({
    ...slowAttacks,
    'open comments': '<!--'.repeat(50_000),
    'open tags': '<a '.repeat(50_000),
    'tags in tags': '<b>'.repeat(50_000),
    'folded parts in folded parts': '<details>\n\n'.repeat(20_000),
  })) {
    it(`is rendered in no time, also ${attack}`, async () => {
      assert.ok((await timeWithin(2_000, () => foreignHtml(body))) < 2_000);
      assert.deepEqual(dangers(foreignHtml(body), harmless), []);
    });
  }

  it('is shown without danger whatever it is made of', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces, ...inHtml), { maxLength: 24 }), parts => {
        assert.deepEqual(dangers(foreignHtml(parts.join('')), harmless), []);
      }),
      { numRuns: 2_000 },
    );
  });
});
