import { commentSeverities } from '../../engine/engineComment.ts';
import { reviewersOptions } from './reviewers.ts';

/** The options of `review`. */
export const reviewOptions = {
  repo: {
    type: 'string',
    value: 'PATH',
    about: 'The repository or a folder in it, or a bare repository (default: the current folder)',
  },
  base: {
    type: 'string',
    value: 'REF',
    about: 'Compare with where the changes left this (default: the default branch)',
  },
  head: { type: 'string', value: 'REF', about: 'Review this commit or branch (default: what is checked out)' },
  staged: { type: 'boolean', about: 'Review what is staged instead' },
  uncommitted: { type: 'boolean', about: 'Review all that is not committed instead, new files too' },
  trust: {
    type: 'boolean',
    about:
      "Run the filters (such as LFS) that the repository's own git configuration names; without it, uncommitted files with such a filter are not read, and are named",
  },
  format: {
    type: 'string',
    choices: ['text', 'json', 'ndjson', 'sarif', 'rdjson', 'markdown', 'gitlab'],
    default: 'text',
    about:
      'How the review is written; ndjson tells stages, files and findings while they come, gitlab is for Code Quality',
  },
  'fail-on': {
    type: 'string',
    choices: [...commentSeverities, 'none'],
    default: 'medium',
    about: 'The least severe issue that makes the exit code 1; medium is bugs and security, cleanups are low',
  },
  'since-last': {
    type: 'boolean',
    about: 'Say of each issue whether it is new since the last review of the same changes, and which are gone',
  },
  only: { type: 'string', choices: ['new'], about: 'List and count only what is new since the last review' },
  'max-findings': {
    type: 'string',
    value: 'N',
    about: 'List the most severe N issues; the exit code and the numbers are those of all',
  },
  output: { type: 'string', value: 'FILE', about: 'Write to this file instead of standard output' },
  ...reviewersOptions,
} as const;
