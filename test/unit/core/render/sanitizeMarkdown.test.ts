import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sanitizeMarkdown } from '../../../../src/core/render/sanitizeMarkdown.ts';

describe('foreign Markdown', () => {
  it('keeps text, emphasis, lists, code and https links', () => {
    const body =
      'Use **`===`** here.\n\n- one\n- [the rule](https://example.com/rules/eqeqeq)\n\n```ts\nif (a < b) <b>x</b> ![i](http://x)\n```\n';
    assert.equal(sanitizeMarkdown(body), body);
  });

  const attacks = {
    'an image': '![x](https://evil.example/p.png)',
    'an image by reference': '![x][y]\n\n[y]: https://evil.example/p.png',
    'an HTML image': '<img src="https://evil.example/p.png">',
    'a script': '<script>alert(1)</script>',
    'a command link': '[run](command:workbench.action.terminal.new)',
    'a command link by reference': '[run][r]\n\n[r]: command:x',
    'a javascript link': '[x](javascript:alert(1))',
    'a file link': '[x](file:///etc/passwd)',
    'a data link': '[x](data:text/html,x)',
    'an http link': '[x](http://evil.example)',
    'a link in angle brackets': '[x](<command:foo>)',
    'an automatic link': '<command:foo> http://evil.example file://x www.evil.example me@evil.example',
    'a link inside a link': '[a [b](command:x)](command:y)',
    'a nested image link': '[![i](https://evil.example/i.png)](command:x)',
    'an entity': '[x](&#99;ommand:foo)',
    'an image behind an escaped code mark': '\\`![x](https://evil.example/p.png)\\`',
    'an escaped bracket': '[x\\](https://a.example)](command:foo)',
  };
  for (const [name, body] of Object.entries(attacks)) {
    it(`loses ${name}`, () => {
      const safe = sanitizeMarkdown(body);
      assert.doesNotMatch(safe, /!\[/);
      assert.doesNotMatch(safe, /<[a-z/!]/i);
      const links = [...safe.matchAll(/(?<!\\)\]\(\s*([^)]*)/g)].map(match => match[1] ?? '');
      for (const link of links) assert.match(link, /^https:\/\//, safe);
      assert.doesNotMatch(safe, /(?<!\\)\]:/);
      assert.doesNotMatch(safe, /\b(?:http|file):\/\/|www\.|\w@\w/);
    });
  }

  it('closes a code block that the service left open', () => {
    assert.equal(sanitizeMarkdown('```js\nx'), '```js\nx\n```');
  });

  it('never lets an HTML tag or an image out of code, whatever comes in', () => {
    const pieces = fc.constantFrom(
      '`',
      '``',
      '```',
      '\n',
      '![',
      '](',
      '[',
      ']',
      ')',
      '<b>',
      'command:x',
      'https://a.b',
      '~~~',
      ' ',
      'x',
      '\\',
      '\u0000',
      '1',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), parts => {
        const safe = sanitizeMarkdown(parts.join(''));
        const outside = safe
          .replace(/^ {0,3}(`{3,}|~{3,})[^\n]*\n(?:[^\n]*\n)*? {0,3}\1`*~* *$/gm, '')
          .replace(/`[^\n]*`/g, '');
        assert.doesNotMatch(outside, /<b>|!\[/);
      }),
    );
  });

  it('is bounded', () => {
    assert.ok(sanitizeMarkdown('x'.repeat(1_000_000)).length < 21_000);
  });
});
