import assert from 'node:assert/strict';
import { currentReviews } from '../../../../src/reviews/current/currentReviews.ts';
import { aComment, aRecord, aReview } from '../../reviews/builders.ts';
import { editor, standInForEditor } from '../../security/shown/editor.ts';
import { itemsOf, overviewWith } from '../views/workItems.ts';

const record = aRecord({ review: aReview({ comments: [aComment({ title: 'Found before' })] }) });
const root = { root: '/work/orders', repository: 'acme/orders', branch: 'feature', head: 'a'.repeat(40) };
const facts = { distance: () => ({ unread: 0, ahead: 0 }), holds: () => false };
const reviews = currentReviews({ roots: [root], records: [record], chosen: new Map(), now: 3, ...facts });
const items = itemsOf(record);

/** A window that has just been opened, and knows of its review once it has read it. */
class JustOpened {
  overview = overviewWith([]);
  open: typeof items = [];
  readonly hidden = 0;
  readonly done: unknown[] = [];

  byId(id: string): (typeof items)[number] | undefined {
    return this.open.find(({ finding }) => finding.id === id);
  }

  decide(decided: typeof items): Promise<void> {
    this.done.push(...decided);
    return Promise.resolve();
  }

  settled(): Promise<void> {
    [this.overview, this.open] = [overviewWith(reviews), items];
    return Promise.resolve();
  }
}

describe('a tool that a language model uses in a window that was just opened', () => {
  before(standInForEditor);

  for (const [name, answer] of [
    ['codeReview_listFindings', /Found before/],
    ['codeReview_readFinding', /Found before/],
    ['codeReview_markDone', /Marked as done: Found before/],
  ] as const)
    it(`answers by the reviews that are kept: ${name}`, async () => {
      const { languageModelTools } = await import('../../../../src/vscode/chat/languageModelTools.ts');
      const { registerTools } = await import('../../../../src/vscode/chat/registerTools.ts');
      const worklist = new JustOpened();
      const tools = languageModelTools({ worklist: worklist as never, review: () => assert.fail('reviewed') });
      const registered = registerTools(() => Promise.resolve(tools), assert.ifError);
      const options = { input: { id: items[0]?.finding.id ?? '' }, toolInvocationToken: undefined };
      const told = await editor.tools.get(name)?.invoke(options, new AbortController().signal as never);
      registered.dispose();
      assert.match(JSON.stringify(told), answer);
      assert.equal(worklist.done.length, name === 'codeReview_markDone' ? 1 : 0);
    });

  it('is told where a file is now that was renamed since', async () => {
    const { languageModelTools } = await import('../../../../src/vscode/chat/languageModelTools.ts');
    const renamed = itemsOf(record, () => ({ path: 'src/now.ts' }));
    const worklist = { settled: () => Promise.resolve(), overview: overviewWith(reviews), open: renamed, hidden: 0 };
    const byId = (): unknown => renamed[0];
    const parts = { worklist: { ...worklist, byId } as never, review: () => assert.fail('reviewed') };
    const { codeReview_listFindings: list, codeReview_readFinding: read } = languageModelTools(parts);
    for (const tool of [list, read]) {
      const told = await tool.invoke({ input: { id: '' } } as never, undefined as never);
      assert.match(JSON.stringify(told), /src\/now\.ts/);
    }
  });

  it('is told that a review without issues has read another commit than what is checked out', async () => {
    const { languageModelTools } = await import('../../../../src/vscode/chat/languageModelTools.ts');
    const clean = aRecord({ review: aReview({}) });
    const roots = [{ ...root, head: 'b'.repeat(40) }];
    const now = currentReviews({ roots, records: [clean], chosen: new Map(), now: 3, ...facts });
    const worklist = { settled: () => Promise.resolve(), overview: overviewWith(now), open: [], hidden: 0 };
    const tools = languageModelTools({ worklist: worklist as never, review: () => assert.fail('reviewed') });
    const told = await tools.codeReview_listFindings.invoke({ input: {} } as never, undefined as never);
    assert.match(JSON.stringify(told), /completed: no issues\. It has read aaaaaaaa, which is not what is checked out/);
  });
});
