import assert from 'node:assert/strict';
import fc from 'fast-check';
import { decodeReview } from '../../../../src/api/decode/review.ts';
import { toMarkdown } from '../../../../src/reviews/exports/markdown.ts';
import { decodeComment } from '../../../../src/api/decode/comment.ts';
import { commentsToMarkdown } from '../../../../src/core/render/markdownReport.ts';
import { sanitizeMarkdown } from '../../../../src/core/render/sanitizeMarkdown.ts';
import { timeWithin } from '../../../host/threadTime.ts';
import { attacks, image, pieces, slowAttacks } from './markdownAttacks.ts';
import { dangers, rendered } from './rendered.ts';

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
        summary: `${image} ${image} <b>`,
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

  for (const [attack, body] of Object.entries(slowAttacks)) {
    it(`is rendered in no time, also ${attack}`, async () => {
      assert.ok((await timeWithin(2_000, () => rendered(sanitizeMarkdown(body)))) < 2_000);
      assert.deepEqual(dangers(rendered(sanitizeMarkdown(body))), []);
    });
  }

  it('is rendered without danger whatever it is made of', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 24 }), parts => {
        assert.deepEqual(dangers(rendered(sanitizeMarkdown(parts.join('')))), []);
      }),
      { numRuns: 3_000 },
    );
  });
});
