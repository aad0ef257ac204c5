import type { ReviewedFiles } from '../../../src/vscode/findings/placement/reviewedText.ts';

/** What is known of the reviewed files where git cannot be asked: nothing. */
export const noReviewedText: ReviewedFiles = {
  nameOf: file => file,
  lines: () => Promise.resolve(undefined),
  removedLines: () => Promise.resolve(undefined),
  renames: () => Promise.resolve(new Map()),
};
