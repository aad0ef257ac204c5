import type { ReviewedFiles, ReviewedText } from '../../../../src/vscode/findings/placement/reviewedText.ts';

/** What is known of the reviewed files where git cannot be asked: nothing. */
const noFiles: ReviewedFiles = {
  nameOf: file => file,
  lines: () => Promise.resolve(undefined),
  removedLines: () => Promise.resolve(undefined),
  sizeOf: () => undefined,
  renames: () => Promise.resolve(new Map()),
  deleted: () => Promise.resolve(new Set()),
};

/** The same for all reviews. */
export const noReviewedText: Pick<ReviewedText, 'of' | 'blobsOf' | 'expect'> = {
  of: () => Promise.resolve(noFiles),
  blobsOf: () => Promise.resolve(new Map<string, string>()),
  expect: () => undefined,
};
