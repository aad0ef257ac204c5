/**
 * Names the machine on which the extension runs, for use in sentences.
 * @param remoteName VS Code's `env.remoteName`; undefined in a local window
 */
export function machineName(remoteName: string | undefined): string {
  switch (remoteName) {
    case undefined:
      return 'this machine';
    case 'wsl':
      return 'this WSL distribution';
    case 'dev-container':
    case 'attached-container':
      return 'this container';
    case 'codespaces':
      return 'this codespace';
    default:
      return 'the remote machine';
  }
}

/**
 * Explains why a window whose folders are not on disk cannot review a branch; undefined if it has no folders.
 * @param schemes URI schemes of the folders
 */
export function virtualWorkspaceProblem(
  schemes: readonly string[],
): readonly [sentence: string, advice: string] | undefined {
  if (schemes.length === 0) return undefined;
  return schemes.includes('vsls')
    ? [
        'This window is a guest of a Live Share session: its folder is on the disk of the host.',
        'Ask the host to review the branch, or clone the repository here.',
      ]
    : [
        'This workspace is virtual: its folder is not on a disk, so git cannot run in it.',
        'Clone the repository, then review its branch.',
      ];
}
