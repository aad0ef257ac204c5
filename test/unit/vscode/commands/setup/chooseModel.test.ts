import assert from 'node:assert/strict';
import type { HttpRequest } from '../../../../../src/api/transport/transport.ts';
import { editor, standInForEditor } from '../../../security/shown/editor.ts';

const answered = '{"choices":[]}';

describe('setting up a model by its address', () => {
  before(async () => {
    standInForEditor();
    const { lm } = await import('vscode');
    Object.assign(lm, { selectChatModels: () => Promise.resolve([]) });
  });

  afterEach(() => {
    [editor.pick, editor.press, editor.told] = [undefined, undefined, []];
    editor.settings = { user: {}, workspace: {}, folder: {} };
    editor.type = () => undefined;
  });

  /** Chooses a model, with these answers to what is asked for, of a service that answers with these statuses. */
  async function chosen(typed: readonly string[], ...statuses: readonly number[]): Promise<readonly HttpRequest[]> {
    const { chooseModel } = await import('../../../../../src/vscode/commands/setup/chooseModel.ts');
    const [asked, left, keys]: [HttpRequest[], string[], string[]] = [[], [...typed], []];
    editor.pick = items => items.find(({ label }) => label.includes('by its address'));
    editor.type = () => left.shift();
    const parts = {
      reviewers: {
        model: undefined,
        choose: () => Promise.resolve(),
        storeKey: (_: string, key: string) => Promise.resolve(keys.push(key)),
        sentence: 'stub-1 reviews as well.',
      },
      plain: { mayAsk: () => Promise.resolve(true) },
      transport: {
        send: (request: HttpRequest) => {
          asked.push(request);
          return Promise.resolve({ status: statuses[asked.length - 1] ?? 200, headers: {}, body: answered });
        },
      },
    };
    await chooseModel(parts as never);
    // Nobody waits for what a button does.
    while (asked.length < statuses.length) await new Promise(setImmediate);
    await new Promise(setImmediate);
    assert.deepEqual(left, []);
    return asked;
  }

  it('says that it is chosen once it has answered', async () => {
    const [request] = await chosen(['https://models.example.com', 'stub-1', 'one'], 200);
    assert.equal(request?.url, 'https://models.example.com/v1/chat/completions');
    assert.deepEqual(editor.told, ['From the next review on: stub-1 reviews as well.']);
  });

  it('leads back to what is wrong, and tries again', async () => {
    editor.press = 'Correct Key…';
    const asked = await chosen(['https://models.example.com', 'stub-1', 'one', 'two'], 401, 200);
    assert.deepEqual(
      asked.map(({ headers }) => headers['authorization']),
      ['Bearer one', 'Bearer two'],
    );
    assert.deepEqual(editor.told, [
      'models.example.com does not accept the key (status 401). stub-1 is kept, and asked again at the next review.',
      'From the next review on: stub-1 reviews as well.',
    ]);
  });
});
