import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PlainHttpConsent } from '../../../../src/vscode/connection/plainHttp.ts';
import { chatUrl } from '../../../../src/service/reviewers/model/chat/chatUrl.ts';
import { editor, standInForEditor } from '../../security/shown/editor.ts';
import { aMemento } from './memento.ts';

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

  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'plain-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('is asked for once, and remembered for that origin alone', async () => {
    const { mayAskPlainly } = await import('../../../../src/vscode/commands/setup/askPlainHttp.ts');
    const plain = new PlainHttpConsent(aMemento(), folder);
    assert.equal(await mayAskPlainly(plain, ollama, 'Your code'), false, 'dismissed');
    assert.deepEqual(editor.told, ['Ask host.docker.internal:11434 without encryption?']);
    editor.press = 'Use Plain HTTP';
    assert.equal(await mayAskPlainly(plain, ollama, 'Your code'), true);
    const later = new PlainHttpConsent(aMemento(), folder);
    assert.equal(await mayAskPlainly(later, ollama, 'Your code'), true);
    assert.equal(editor.told.length, 2);
    assert.equal(later.isAllowed('http://host.docker.internal:11434'), true);
    for (const other of [
      'http://host.docker.internal',
      'https://host.docker.internal:11434',
      'http://192.168.1.2:11434',
    ])
      assert.equal(later.isAllowed(other), false, other);
  });

  it('is remembered of two windows that agree at once, as is what was agreed to before', async () => {
    const { mayAskPlainly } = await import('../../../../src/vscode/commands/setup/askPlainHttp.ts');
    const shop = 'http://192.168.1.2:8080';
    // Neither window has heard of the other's state.
    const windows = [ollama, shop].map(address => ({ address, plain: new PlainHttpConsent(aMemento(), folder) }));
    for (const { address, plain } of windows) {
      editor.press = 'Use Plain HTTP';
      assert.equal(await mayAskPlainly(plain, address, 'Your code'), true);
    }
    const before = aMemento();
    await before.update('plainHttpOrigins', ['http://192.168.1.9']);
    const later = new PlainHttpConsent(before, folder);
    for (const address of [ollama, shop, 'http://192.168.1.9'])
      assert.equal(later.isAllowed(new URL(address).origin), true, address);
  });

  it('is not used where the agreement cannot be kept, which is told in a sentence for people', async () => {
    const { mayAskPlainly } = await import('../../../../src/vscode/commands/setup/askPlainHttp.ts');
    const file = path.join(folder, 'file');
    await writeFile(file, '');
    editor.press = 'Use Plain HTTP';
    await assert.rejects(mayAskPlainly(new PlainHttpConsent(aMemento(), file), ollama, 'Your code'), {
      message: 'Your consent could not be kept, so nothing was sent.',
    });
  });

  it('is asked for nothing that needs no agreement', async () => {
    const { mayAskPlainly } = await import('../../../../src/vscode/commands/setup/askPlainHttp.ts');
    const plain = new PlainHttpConsent(aMemento(), folder);
    for (const address of ['https://review.example.com', 'http://localhost:11434/v1', 'https://192.168.1.2'])
      assert.equal(await mayAskPlainly(plain, address, 'Your code'), true, address);
    assert.deepEqual(editor.told, []);
  });

  it('reaches a model only where it was agreed to', () => {
    assert.equal(chatUrl(ollama, true).href, 'http://host.docker.internal:11434/v1/chat/completions');
    assert.throws(() => chatUrl(ollama), { advice: /once you agreed to it in Choose Language Model/ });
    assert.throws(() => chatUrl('http://models.example.com', true), /has to begin with https/);
  });
});
