import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type * as vscode from 'vscode';
import type { Decision } from '../../../../../src/reviews/decisions/decisions.ts';
import type { AppliedSuggestions } from '../../../../../src/vscode/findings/suggestions/appliedSuggestions.ts';
import type { WorkItem } from '../../../../../src/vscode/findings/workItem.ts';
import { editor, standInForEditor } from '../../../security/shown/editor.ts';

const fail = (error: unknown): never => assert.fail(String(error));
const item = { fingerprint: 'f1', finding: { id: 'r/0' } } as WorkItem;

describe('what becomes of a finding whose suggestion was applied', () => {
  let applied: AppliedSuggestions;
  let text: string;
  let onDisk: string;
  /** Whether the editor is read-only in the window. */
  let isReadOnly: boolean;
  let state: Decision['state'];
  /** Keeps what was decided so far. */
  let keep: () => void;
  let kept: Promise<void>;
  /** What the workspace keeps. */
  let memory: Map<string, unknown>;
  const document = {
    uri: { toString: () => 'file:///a.ts' },
    getText: () => text,
    get isDirty() {
      return !isReadOnly && text !== onDisk;
    },
  } as unknown as vscode.TextDocument;

  before(standInForEditor);

  beforeEach(() => {
    [text, onDisk, state] = ['before', 'before', 'open'];
    kept = new Promise(resolve => (keep = resolve));
    memory = new Map();
    isReadOnly = false;
    return open();
  });

  afterEach(() => mock.restoreAll());

  /** Opens a window. */
  async function open(): Promise<void> {
    const { AppliedSuggestions: Class } =
      await import('../../../../../src/vscode/findings/suggestions/appliedSuggestions.ts');
    const { workspace } = await import('vscode');
    mock.method(workspace, 'openTextDocument', () => {
      editor.opened(document);
      return Promise.resolve(document);
    });
    applied = new Class(
      {
        decide: async (items, decision, from) => {
          await kept;
          if (items.length > 0 && (from === undefined || from === state)) ({ state } = decision);
        },
        byId: id => (id === item.finding.id ? item : undefined),
        informed: () => Promise.resolve(),
      },
      {
        get: (name: string, none: unknown) => memory.get(name) ?? none,
        update: (name: string, value: unknown) => Promise.resolve(memory.set(name, structuredClone(value))),
      } as never,
      fail,
      () => Promise.resolve(onDisk),
    );
  }

  /** Loads the window again. @param found the text of the file then */
  async function reload(found: string): Promise<void> {
    await decided();
    applied.dispose();
    text = found;
    await open();
    await applied.restore();
  }

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

  describe('and whose window was loaded again before the file was saved', () => {
    it('is open where the text is lost, and done where it is there once more', async () => {
      void apply();
      await reload('before');
      assert.equal(await decided(), 'open');
      become('after');
      assert.equal(await decided(), 'done');
    });

    it('is done where the text was kept, and open where it is reverted then, also in the next window', async () => {
      void apply();
      await reload('after');
      assert.equal(await decided(), 'done');
      await reload('after');
      become('before');
      assert.equal(await decided(), 'open');
    });

    it('is open where what was on disk then is back', async () => {
      onDisk = 'on disk';
      void apply();
      await reload('on disk');
      assert.equal(await decided(), 'open');
    });

    it('is open where the editor was read-only, which cannot be saved', async () => {
      isReadOnly = true;
      void apply();
      await reload('before');
      assert.equal(await decided(), 'open');
      assert.deepEqual([...memory.values()].filter(Boolean), []);
    });

    it('stays done once it was saved, whatever becomes of the text later', async () => {
      void apply();
      await decided();
      onDisk = 'after';
      editor.saved(document);
      await reload('before');
      assert.equal(await decided(), 'done');
      assert.deepEqual([...memory.values()].filter(Boolean), []);
    });

    it('is done again where its undo was lost', async () => {
      void apply();
      await decided();
      onDisk = 'after';
      editor.saved(document);
      become('before');
      assert.equal(await decided(), 'open');
      await reload('after');
      assert.equal(await decided(), 'done');
      assert.deepEqual([...memory.values()].filter(Boolean), []);
    });
  });
});
