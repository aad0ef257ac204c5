import assert from 'node:assert/strict';
import { aSubject } from '../../reviews/builders.ts';
import { editor, standInForEditor } from '../../security/shown/editor.ts';

describe('opening the page of a pull request', () => {
  before(() => standInForEditor());
  beforeEach(() => editor.external.splice(0));

  async function open(url: string | undefined): Promise<readonly string[]> {
    const { openReviewOnWeb } = await import('../../../../src/vscode/commands/repositories.ts');
    const subject = aSubject(url === undefined ? {} : { url });
    await openReviewOnWeb({ record: { state: 'triggered', subject, triggeredAt: 1 } } as never);
    return editor.external;
  }

  it('opens the address that the host gave', async () => {
    const address = 'https://github.com/acme/orders/pull/7';
    assert.deepEqual(await open(address), [address]);
  });

  it('opens nothing but https', async () => {
    for (const address of [undefined, 'http://github.com/acme', 'file:///etc/passwd', 'vscode://x', 'command:x', ''])
      assert.deepEqual(await open(address), []);
  });
});
