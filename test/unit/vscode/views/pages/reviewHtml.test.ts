import assert from 'node:assert/strict';
import { findingHtml, type PageFinding } from '../../../../../src/vscode/views/pages/findingHtml.ts';
import { pageHtml } from '../../../../../src/vscode/views/pages/pageHtml.ts';
import { reviewHtml } from '../../../../../src/vscode/views/pages/reviewHtml.ts';
import { aComment } from '../../../reviews/builders.ts';

const hostile = '"><script>x</script> [run](command:x) <a href="command:codeReview.openFinding?x">';

function aFinding(given: Partial<PageFinding['comment']>, isInEditor = true): PageFinding {
  return { id: 'r/0', comment: aComment(given), facts: [], isInEditor };
}

function commands(html: string): string[] {
  return [...html.matchAll(/href="(command:[^"]*)"/g)].map(([, address = '']) => decodeURIComponent(address));
}

describe('the page of a review', () => {
  it('has each finding with its place as a link, by file, what concerns the whole review first', () => {
    const html = reviewHtml({
      heading: 'Review of acme/orders #7',
      lead: ['Two findings.'],
      findings: [
        aFinding({ path: 'src/file10.ts', title: 'Mild', severity: 'low' }),
        aFinding({ path: 'src/file2.ts', title: 'Mild too', severity: 'low' }),
        aFinding({ path: 'src/file2.ts', title: 'Grave', severity: 'critical' }),
        aFinding({ path: undefined, range: undefined, title: 'Walkthrough' }, false),
      ],
      undecoded: [5],
      summary: 'Adds **accounts**.',
      notes: ['Read by ESLint.'],
      gaps: ['b.py was not read'],
    });
    const headings = [...html.matchAll(/<h[123]>([^<]*)</g)].map(([, text]) => text);
    assert.deepEqual(headings, [
      'Review of acme/orders #7',
      'Not reviewed',
      'Summary',
      'General',
      'Walkthrough',
      'src/file2.ts',
      'Grave',
      'Mild too',
      'src/file10.ts',
      'Mild',
      'Not understood',
      'About this review',
    ]);
    assert.ok(html.includes('Adds <strong>accounts</strong>.'));
    assert.deepEqual(new Set(commands(html)), new Set(['command:codeReview.openFinding?["r/0"]']));
    assert.equal(commands(html).length, 3);
  });

  it('has a finding where it is now, and where it was in the review if that is not known', () => {
    const range = { startLine: 6, startColumn: 0, endLine: 6, endColumn: 9 };
    const reviewed = aFinding({ path: 'src/old.ts', range: { startLine: 3, endLine: 3 } });
    const html = reviewHtml({
      heading: 'Review',
      lead: [],
      findings: [{ ...reviewed, path: 'src/new.ts', range }, reviewed],
      undecoded: [],
      notes: [],
      gaps: [],
    });
    const headings = [...html.matchAll(/<h2[^>]*>([^<]*)</g)].map(([, text]) => text);
    const links = [...html.matchAll(/<a href="command:[^>]*>([^<]*)</g)].map(([, text]) => text);
    assert.deepEqual(
      [headings, links],
      [
        ['src/new.ts', 'src/old.ts'],
        ['src/new.ts:7', 'src/old.ts:3'],
      ],
    );
  });

  it('shows no name of a file, rule or code in another direction than its own', () => {
    const turned = 'src/\u202egpj.exe';
    const html = reviewHtml({
      heading: turned,
      lead: [turned],
      findings: [aFinding({ path: turned, rule: turned, title: turned, quotedCode: turned }, false)],
      undecoded: [turned],
      summary: turned,
      notes: [turned],
      gaps: [turned],
    });
    assert.doesNotMatch(html, /\u202e/);
    assert.equal(html.split('src/\ufffdgpj.exe').length - 1, 11);
  });

  it('marks the finding that it was opened from, and has those before it read after the others', () => {
    const [first, second, third] = ['First', 'Second', 'Third'].map((title, index) => ({
      ...aFinding({ path: index === 0 ? 'a.ts' : 'b.ts', title }),
      id: `r/${index}`,
    }));
    const page = {
      heading: 'Review',
      lead: [],
      findings: [first!, second!, third!],
      undecoded: [],
      notes: [],
      gaps: [],
    };
    const classes = (html: string): string[] =>
      [...html.matchAll(/ class="(finding[^"]*|before)"/g)].map(found => found[1]!);
    const severity = first!.comment.severity;
    const staying = reviewHtml({ ...page, opened: 'r/2' });
    assert.deepEqual(classes(staying), [
      'before',
      'before',
      `finding ${severity}`,
      'before',
      `finding ${severity} before`,
      `finding ${severity} opened`,
    ]);
    assert.match(staying, /opened" aria-current="true">\n<h3>Third/);
    const arriving = reviewHtml({ ...page, opened: 'r/2', arrival: 1 });
    assert.match(arriving, /opened arrival" aria-current="true">\n<h3>Third/);
    assert.notEqual(arriving, reviewHtml({ ...page, opened: 'r/2', arrival: 2 }));
    assert.doesNotMatch(reviewHtml(page), /before|opened|arrival/);
  });

  it('quotes the code where the editor cannot show it', () => {
    const comment = { quotedCode: 'if (a < b) {', suggestion: { text: 'if (a <= b) {' } };
    assert.match(findingHtml(aFinding(comment, false), 'h1'), /<code>if \(a &lt; b\) \{<\/code>[\s\S]*a &lt;= b/);
    assert.doesNotMatch(findingHtml(aFinding(comment), 'h1'), /a &lt; b/);
    assert.match(findingHtml(aFinding({ suggestion: { text: '' } }), 'h1'), /delete these lines/);
  });

  it('has no command, no tag and no address of the text that it shows', () => {
    const comment = {
      title: hostile,
      body: hostile,
      path: hostile,
      rule: hostile,
      severityWord: hostile,
      quotedCode: hostile,
      suggestion: { text: hostile },
      url: 'https://a.example/"><script>',
    };
    const finding: PageFinding = { ...aFinding(comment, false), id: hostile, facts: [hostile] };
    const html = reviewHtml({
      heading: hostile,
      lead: [hostile],
      findings: [finding, { ...finding, isInEditor: true }],
      undecoded: [hostile],
      summary: hostile,
      notes: [hostile],
      gaps: [hostile],
    });
    assert.doesNotMatch(html, /<script/i);
    assert.deepEqual(commands(html), [`command:codeReview.openFinding?${JSON.stringify([hostile])}`]);
    const page = pageHtml(hostile, html, { source: 'https://host', styles: 'https://host/page.css' });
    assert.doesNotMatch(page, /<script/i);
    assert.match(page, /content="default-src 'none'; style-src https:\/\/host"/);
  });
});
