import { t } from '../base/l10n.ts';
/**
 * Names the machine on which the extension runs, for use in sentences.
 * @param remoteName VS Code's `env.remoteName`; undefined in a local window
 */
export function machineName(remoteName: string | undefined): string {
  switch (remoteName) {
    case undefined:
      return t('this machine');
    case 'wsl':
      return t('this WSL distribution');
    case 'dev-container':
    case 'attached-container':
      return t('this container');
    case 'codespaces':
      return t('this codespace');
    default:
      return t('the remote machine');
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
        t('This window is a guest of a Live Share session: its folder is on the disk of the host.'),
        t('Ask the host to review the branch, or clone the repository here.'),
      ]
    : [
        t('This workspace is virtual: its folder is not on a disk, so git cannot run in it.'),
        t('Clone the repository, then review its branch.'),
      ];
}
