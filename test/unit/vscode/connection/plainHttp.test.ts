import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { chatUrl } from '../../../../src/service/reviewers/model/chat/chatUrl.ts';
import { editor, standInForEditor } from '../../security/shown/editor.ts';

function aMemento(): vscode.Memento {
  const values = new Map<string, unknown>();
  return {
    keys: () => [...values.keys()],
    get: (name: string, fallback?: unknown) => values.get(name) ?? fallback,
    update: (name: string, value: unknown) => Promise.resolve(void values.set(name, value)),
  } as vscode.Memento;
}

const ollama = 'http://host.docker.internal:11434/v1';

describe('plain http with a host of the own network', () => {
  before(() => standInForEditor());
  beforeEach(() => {
    editor.told = [];
    editor.press = undefined;
  });
  after(() => {
    editor.press = undefined;
  });

  it('is asked for once, and remembered for that origin alone', async () => {
    const { PlainHttpConsent } = await import('../../../../src/vscode/connection/plainHttp.ts');
    const state = aMemento();
    const plain = new PlainHttpConsent(state);
    assert.equal(await plain.mayAsk(ollama, 'Your code'), false, 'dismissed');
    assert.deepEqual(editor.told, ['Ask host.docker.internal:11434 without encryption?']);
    editor.press = 'Use Plain HTTP';
    assert.equal(await plain.mayAsk(ollama, 'Your code'), true);
    const later = new PlainHttpConsent(state);
    assert.equal(await later.mayAsk(ollama, 'Your code'), true);
    assert.equal(editor.told.length, 2);
    assert.equal(later.isAllowed('http://host.docker.internal:11434'), true);
    for (const other of [
      'http://host.docker.internal',
      'https://host.docker.internal:11434',
      'http://192.168.1.2:11434',
    ])
      assert.equal(later.isAllowed(other), false, other);
  });

  it('is asked for nothing that needs no agreement', async () => {
    const { PlainHttpConsent } = await import('../../../../src/vscode/connection/plainHttp.ts');
    const plain = new PlainHttpConsent(aMemento());
    for (const address of ['https://review.example.com', 'http://localhost:11434/v1', 'https://192.168.1.2'])
      assert.equal(await plain.mayAsk(address, 'Your code'), true, address);
    assert.deepEqual(editor.told, []);
  });

  it('reaches a model only where it was agreed to', () => {
    assert.equal(chatUrl(ollama, true).href, 'http://host.docker.internal:11434/v1/chat/completions');
    assert.throws(() => chatUrl(ollama), { advice: /once you agreed to it in Choose Language Model/ });
    assert.throws(() => chatUrl('http://models.example.com', true), /has to begin with https/);
  });
});
