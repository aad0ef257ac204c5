import assert from 'node:assert/strict';
import fc from 'fast-check';
import { decodeReview } from '../../../src/api/decode/review.ts';
import { toMarkdown } from '../../../src/reviews/exports/markdown.ts';
import { decodeComment } from '../../../src/api/decode/comment/comment.ts';
import { commentsToMarkdown } from '../../../src/core/render/markdownReport.ts';
import { sanitizeMarkdown } from '../../../src/core/render/sanitizeMarkdown.ts';
import { processorTime } from '../../host/processorTime.ts';
import { dangers, rendered } from './rendered.ts';

const image = '![x](https://evil.example/p.png)';

/** Comment bodies that are known to get something past a filter; each is dangerous where it is rendered as it is. */
const attacks: Readonly<Record<string, string>> = {
  'an image': image,
  'an image behind two exclamation marks': `!${image}`,
  'an image behind many exclamation marks': `${'!'.repeat(9)}${image}`,
  'an image by reference': '![x][y]\n\n[y]: https://evil.example/p.png',
  'an image by its own name': '![y]\n\n[y]: https://evil.example/p.png',
  'an image in a link': `[${image}](https://a.example)`,
  'an image in a heading': `# ${image}`,
  'an image in a quote in a list': `- > ${image}`,
  'an image in a table': `| a |\n|---|\n| ${image} |`,
  'an image in code that a table cuts': `| a | b |\n|---|---|\n| \`x | ${image} \` |`,
  'an image in code that an earlier line ends': `\`\nx \` ${image} \``,
  'an image in code that an escaped mark begins': `\\\`\`x\` ${image} \`\`y\``,
  'an image in code whose mark belongs to an address': `<https://a.example/\`> ${image} \``,
  'an image in code whose mark belongs to a link': `[a](https://a.example/\`)\n\` ${image} \` z`,
  'an image behind a block that was never one': `~~~\u2028\n~~~\n${image}`,
  'an image behind a block in a list': `- a\n  \`\`\`\n${image}`,
  'an image behind a formula': `$$\n\`\`\`\n$$\n\n\`\`\`\n${image}\n`,
  'an image of HTML': '<img src="https://evil.example/p.png">',
  'an image of HTML over several lines': '<img\nsrc="https://evil.example/p.png"\n>',
  'an image of HTML with a slash': '<img/src=https://evil.example/p.png>',
  'a picture, a video and a frame': '<picture><source srcset=x></picture><video src=x></video><iframe src=x></iframe>',
  'a script': '<script>alert(1)</script>',
  'a style sheet': '<style>@import "https://evil.example"</style>',
  'an event': '<b onclick="alert(1)">x</b>',
  'a comment of HTML': `<!-- \` -->${image}`,
  'a command link': '[run](command:workbench.action.terminal.new)',
  'a command link in other letters': '[run](COMMAND:x)',
  'a command link by reference': '[run][r]\n\n[r]: command:x',
  'a command link by an escaped reference': '[y\\\\]\n\n[y\\]: command:x',
  'a command link behind an escaped bracket': '[x\\](command:foo)',
  'a command link over two lines': '[run](\ncommand:x)',
  'a command link with a title': '[run](command:x "title")',
  'a command link in angle brackets': '[run](<command:x>)',
  'a command link in entities': '[x](&#99;ommand:foo)',
  'a command link by itself': '<command:x>',
  'a javascript link': '[x](javascript:alert(1))',
  'a data link': '[x](data:text/html;base64,PHNjcmlwdD4=)',
  'a file link': '[x](file:///etc/passwd)',
  'a link to a share': '[x](//evil.example/share)',
  'an address without a scheme': 'see //evil.example/x',
  'a link to the editor': '[x](vscode://evil.extension/install)',
  'an http link': '[x](http://evil.example)',
  'an http link by itself': 'http://evil.example',
  'an http link behind a mark': '_http://evil.example_ ~~http://evil.example~~',
  'a web address': 'www.evil.example',
  'a mail address': 'mail robin@evil.example or mailto:robin@evil.example',
  'a relative link': '[x](../../../etc/passwd)',
  'a link to a heading': '[x](#y)',
  'a link with an https label': '[https://a.example](http://evil.example)',
  'a link in a link': '[a [b](command:x)](command:y)',
  'a link definition in a quote': '> [r]: command:x\n\n[r]',
  'a link definition over two lines': '[r]:\ncommand:x\n\n[r]',
  'a footnote': '[^1]\n\n[^1]: command:x',
};

describe('the body of a comment', () => {
  it('is rendered as it is only where nothing is dangerous', () => {
    const harmless =
      'Use **`===`** here, as [the rule](https://a.example/r) says: https://a.example/s.\n\n- `Map<string, T>`\n- `a || b`';
    assert.deepEqual(dangers(rendered(harmless)), []);
    assert.equal(sanitizeMarkdown(harmless), harmless);
    const [known] = Object.entries(attacks).filter(([, body]) => dangers(rendered(body)).length > 0);
    assert.ok(known, 'the renderer shows attacks');
  });

  for (const [attack, body] of Object.entries(attacks)) {
    it(`is rendered without ${attack}`, () => {
      for (const text of [body, `before ${body} after`, `\`x\` ${body}`, `${body}\n\n${body}`]) {
        const html = rendered(sanitizeMarkdown(text));
        assert.deepEqual(dangers(html), [], `${text}\n=> ${sanitizeMarkdown(text)}`);
      }
    });
  }

  it('turns no direction and hides no control character, in code and outside', () => {
    const body = 'a\u202eb\u2066c\u0000d\u001b[2J\u009be\n\n```\nif (admin\u202e) {\n```\n\n`x\u2069`';
    assert.doesNotMatch(sanitizeMarkdown(body), /[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/u);
    assert.match(sanitizeMarkdown(body), /a\ufffdb\ufffdc\ufffdd/);
  });

  it('cannot end the block of code or the table that it is put into', () => {
    for (const body of ['```\nx', '~~~~\nx\n~~~', '- ```\nx', '| a |\n|-|\n| `x', '`', '``', '$$', '<!--', '['])
      assert.match(rendered(`${sanitizeMarkdown(body)}\n\n# Next\n`), /<h1>Next<\/h1>/, body);
  });

  it('cannot take in what comes behind it in a report, nor let out what is code there', () => {
    for (const mark of ['~~~', '```', '~~~ x', '$$', '<!--', '\\', '`', '|'])
      for (const body of [`${mark}\n${image}\n${mark}`, `~~~\n${image}\n~~~`, image]) {
        const raw = {
          path: 'a.ts',
          line: 1,
          title: mark,
          body,
          rule: mark,
          severity: mark,
          suggested_code: `${mark}\n${image}`,
        };
        const comment = decodeComment(raw) ?? assert.fail();
        const html = rendered([...commentsToMarkdown([comment]), '# Next'].join('\n\n'));
        assert.deepEqual(dangers(html), [], html);
        assert.match(html, /<h1>Next<\/h1>/);
        const thread = rendered(
          `**${sanitizeMarkdown(comment.title)}**\n\n${sanitizeMarkdown(comment.body)}\n\n# Next`,
        );
        assert.deepEqual(dangers(thread), [], thread);
        assert.match(thread, /<h1>Next<\/h1>/);
      }
  });

  it('is safe in a report, whatever the service says of the review', () => {
    for (const status of ['failed', 'skipped', `x ${image}`, 'completed']) {
      const answer = {
        id: image,
        status,
        reason: `${image} <b>`,
        stage: image,
        notes: [image],
        comments: [{ body: image }, 5],
      };
      const review = decodeReview(answer);
      const pullRequest = { repository: image, number: 7 };
      const subject = {
        kind: 'pullRequest',
        service: image,
        pullRequest,
        title: image,
        root: '/r',
        branch: image,
        headCommit: undefined,
      } as const;
      const state = review.state === 'running' ? 'gaveUp' : review.state;
      const html = rendered(toMarkdown({ state, subject, triggeredAt: 1, reviewId: review.id, settledAt: 2, review }));
      assert.deepEqual(dangers(html), [], html);
    }
  });

  for (const [attack, body] of Object.entries({
    'one that is huge': `${'x'.repeat(500)}\n`.repeat(20_000),
    'quotes in quotes': '> '.repeat(100_000),
    'lists in lists': '1. '.repeat(100_000),
    'lists in lists over many lines': Array.from({ length: 500 }, (_, level) => `${' '.repeat(level)}- a`).join('\n'),
    'open brackets': '['.repeat(100_000),
    'open links': '[a](https://'.repeat(10_000),
    'open emphasis': '*a_ '.repeat(10_000),
    'marks of code of every length': Array.from({ length: 300 }, (_, count) => '`'.repeat(count + 1)).join(' '),
    'a wide table': `${'|a'.repeat(5_000)}\n${'|-'.repeat(5_000)}\n${'|a\n'.repeat(5_000)}`,
    'points in addresses': `https://${'a.'.repeat(50_000)}`,
    'signs of mail': 'a@'.repeat(50_000),
    backslashes: '\\'.repeat(100_000),
    'signs of tags': '<'.repeat(100_000),
  })) {
    it(`is rendered in no time, also ${attack}`, () => {
      const started = processorTime();
      const html = rendered(sanitizeMarkdown(body));
      assert.ok(processorTime() - started < 2_000, `${processorTime() - started} ms`);
      assert.deepEqual(dangers(html), []);
    });
  }

  it('is rendered without danger whatever it is made of', () => {
    const pieces = fc.constantFrom(
      ...Object.values(attacks),
      ...[
        '`',
        '``',
        '```',
        '~~~',
        '\n',
        '\n\n',
        '![',
        '](',
        '[',
        ']',
        '(',
        ')',
        '<b>',
        'command:x',
        'https://a.b/',
        '//e.x',
      ],
      ...[
        'www.e.x',
        '~~',
        ' ',
        '    ',
        'x',
        '\\',
        '|',
        '\n|-|-|\n',
        '> ',
        '- ',
        '1. ',
        '$',
        '$$',
        '\t',
        '*',
        '_',
        '&#96;',
        '"',
      ],
      ...['\u2028', '\u202e', '\0', '#', '\r', ':', '!', '&lt;', 'a@b.c'],
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 24 }), parts => {
        assert.deepEqual(dangers(rendered(sanitizeMarkdown(parts.join('')))), []);
      }),
      { numRuns: 3_000 },
    );
  });
});
