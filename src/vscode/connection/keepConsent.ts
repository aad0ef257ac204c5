import { CodeReviewError } from '../../core/base/errors.ts';
import { t } from '../../core/base/l10n.ts';

/**
 * Keeps what the user has agreed to.
 * @param folder where it is kept
 * @throws CodeReviewError of kind `input` if it cannot be kept
 */
export async function keepConsent(folder: string, keep: () => void | Promise<void>): Promise<void> {
  try {
    await keep();
  } catch (cause) {
    throw new CodeReviewError(
      'input',
      t('Your consent could not be kept, so nothing was sent.'),
      t('Check that the disk has room and that {folder} can be written, then try again.', { folder }),
      { cause },
    );
  }
}
