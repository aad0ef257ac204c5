import assert from 'node:assert/strict';
import fc from 'fast-check';
import { html } from '../../../../../src/service/team/dashboard/html/html.ts';
import { externalLink, pathWith } from '../../../../../src/service/team/dashboard/html/links.ts';
import { markdown } from '../../../../../src/service/team/dashboard/html/markdown.ts';
import { durationText, timeAgo } from '../../../../../src/service/team/dashboard/html/time.ts';
import { tries } from '../../../../host/seed.ts';

const pieces = fc.constantFrom(
  '<',
  '>',
  '"',
  "'",
  '&',
  '</script>',
  '\u202e',
  '\u2066',
  '\0',
  '\u001b',
  'javascript:alert(1)',
  '](',
  '![x](',
  '<img src=x onerror=',
  '`',
  '\n',
  'https://a.example/',
  'a',
);
const text = fc.array(pieces, { maxLength: 12 }).map(parts => parts.join(''));

describe('the HTML of the dashboard', () => {
  it('lets no text out of its place, and hides no character', () => {
    fc.assert(
      fc.property(text, value => {
        const made = String(html`<p title="${value}">${value}</p>`);
        const [, title, content] = /^<p title="([^"<>]*)">([^<>]*)<\/p>$/.exec(made) ?? [];
        assert.ok(title !== undefined && content !== undefined, made);
        assert.doesNotMatch(made, /[^\P{Cc}\t\n\r]|[\u202a-\u202e\u2066-\u2069]/u);
      }),
      { numRuns: tries(2_000) },
    );
  });

  it('renders Markdown without tags of its own, pictures, and links but https', () => {
    fc.assert(
      fc.property(text, value => {
        const made = String(markdown(value));
        const tags = [...made.matchAll(/<[^>]*>/g)].map(([tag]) => tag);
        for (const tag of tags)
          assert.match(
            tag,
            /^<\/?(?:p|strong|em|ul|ol|li|blockquote|hr|br|code|a|pre tabindex="0"|a href="https:\/\/[^"]*")>$/,
          );
      }),
      { numRuns: tries(2_000) },
    );
  });

  it('links addresses of the web only', () => {
    for (const address of [
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc',
      ' https://a.example',
      'https://',
      undefined,
    ])
      assert.equal(externalLink(address, 'text'), 'text');
    assert.equal(
      String(externalLink('https://a.example/?a=1&b=2', 'x')),
      '<a href="https://a.example/?a=1&amp;b=2">x</a>',
    );
    assert.equal(
      pathWith('/reviews', { repository: 'a/b&c', pr: undefined, state: '' }),
      '/reviews?repository=a%2Fb%26c',
    );
  });

  it('says how long ago and how long in few words', () => {
    const now = Date.UTC(2026, 10, 22, 12);
    const ago = (milliseconds: number): string =>
      String(timeAgo(new Date(now - milliseconds), now)).replace(/<[^>]*>/g, '');
    const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
    assert.deepEqual([0, -5_000, minute, 59 * minute, hour, 23 * hour, day, 3 * day, 31 * day].map(ago), [
      'just now',
      'just now',
      '1 minute ago',
      '59 minutes ago',
      '1 hour ago',
      '23 hours ago',
      'yesterday',
      '3 days ago',
      '22 Oct 2026',
    ]);
    assert.deepEqual([-1, 850, 12_000, 59_700, 200_000, hour, 2 * hour + 5 * minute].map(durationText), [
      '0 ms',
      '850 ms',
      '12 s',
      '1 min',
      '3 min 20 s',
      '1 h',
      '2 h 5 min',
    ]);
  });
});
