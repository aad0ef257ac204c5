import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { Decision } from '../../../../../src/reviews/decisions/decisions.ts';
import type { AppliedSuggestions } from '../../../../../src/vscode/findings/suggestions/appliedSuggestions.ts';
import type { WorkItem } from '../../../../../src/vscode/findings/workItem.ts';
import { editor, standInForEditor } from '../../../security/shown/editor.ts';

const fail = (error: unknown): never => assert.fail(String(error));
const item = { fingerprint: 'f1' } as WorkItem;

describe('what becomes of a finding whose suggestion was applied', () => {
  let applied: AppliedSuggestions;
  let text: string;
  let onDisk: string;
  let state: Decision['state'];
  /** Keeps what was decided so far. */
  let keep: () => void;
  let kept: Promise<void>;
  const document = {
    uri: { toString: () => 'file:///a.ts' },
    getText: () => text,
  } as unknown as vscode.TextDocument;

  before(standInForEditor);

  beforeEach(async () => {
    const { AppliedSuggestions: Class } =
      await import('../../../../../src/vscode/findings/suggestions/appliedSuggestions.ts');
    [text, onDisk, state] = ['before', 'before', 'open'];
    kept = new Promise(resolve => (keep = resolve));
    applied = new Class(
      {
        decide: async (items, decision, from) => {
          await kept;
          if (items.length > 0 && (from === undefined || from === state)) ({ state } = decision);
        },
      },
      fail,
      () => Promise.resolve(onDisk),
    );
  });

  /** Gives the document another text, as undo does. */
  function become(other: string): void {
    text = other;
    editor.opened(document);
  }

  function apply(): Promise<void> {
    text = 'after';
    return applied.add([{ document, before: 'before', items: [item] }]);
  }

  /** What is decided once all has been kept. */
  async function decided(): Promise<Decision['state']> {
    keep();
    await applied.add([]);
    return state;
  }

  it('is done', async () => {
    void apply();
    assert.equal(await decided(), 'done');
  });

  it('is open where it is undone before that was kept', async () => {
    void apply();
    become('before');
    assert.equal(await decided(), 'open');
  });

  it('is done where it is done again before that was kept', async () => {
    void apply();
    become('before');
    become('after');
    assert.equal(await decided(), 'done');
  });

  it('is open where the file that was not saved before is reverted', async () => {
    onDisk = 'on disk';
    void apply();
    keep();
    assert.equal(await decided(), 'done');
    become('edited otherwise');
    assert.equal(await decided(), 'done');
    become('on disk');
    assert.equal(await decided(), 'open');
  });

  it('is done where the file was saved with it meanwhile', async () => {
    onDisk = 'after';
    void apply();
    keep();
    become('edited otherwise');
    become('after');
    assert.equal(await decided(), 'done');
  });

  it('stays dismissed where it is applied again before the undo was kept, then dismissed, and undone', async () => {
    void apply();
    become('before');
    const again = apply();
    keep();
    await again;
    state = 'dismissed';
    become('before');
    assert.equal(await decided(), 'dismissed');
  });
});
