import assert from 'node:assert/strict';
import { machineName, virtualWorkspaceProblem } from '../../../../src/core/system/machineName.ts';

describe('the machine that sentences mean', () => {
  it('is named where the window is one of a remote', () => {
    assert.deepEqual(
      [undefined, 'wsl', 'dev-container', 'attached-container', 'codespaces', 'ssh-remote', 'tunnel', 'else'].map(
        machineName,
      ),
      [
        'this machine',
        'this WSL distribution',
        'this container',
        'this container',
        'this codespace',
        'the remote machine',
        'the remote machine',
        'the remote machine',
      ],
    );
  });

  it('has no folder of a virtual workspace or of a guest', () => {
    assert.equal(virtualWorkspaceProblem([]), undefined);
    assert.match(
      virtualWorkspaceProblem(['vscode-vfs'])?.join(' ') ?? '',
      /^This workspace is virtual.* Clone the repository/,
    );
    assert.match(virtualWorkspaceProblem(['vsls'])?.join(' ') ?? '', /guest of a Live Share session.* Ask the host/);
  });
});
