/**
 * What "this machine" is where the extension runs, for sentences.
 * @param remoteName of the window's remote as the editor names it; undefined where there is none
 */
export function machineOf(remoteName: string | undefined): string {
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
 * Why no branch can be reviewed in a window whose folders are on no disk here, and what to do; undefined for none at all.
 * @param schemes of the folders' URIs
 */
export function notOnDisk(schemes: readonly string[]): readonly [sentence: string, advice: string] | undefined {
  if (schemes.length === 0) return undefined;
  return schemes.includes('vsls')
    ? [
        'This window is a guest of a Live Share session: its folder is on the disk of the host.',
        'Ask the host to review the branch, or clone the repository here.',
      ]
    : [
        'This workspace is virtual: its folder is on no disk, so git cannot be run in it.',
        'Clone the repository, then review its branch.',
      ];
}
