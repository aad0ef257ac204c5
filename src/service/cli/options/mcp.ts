import { reviewersOptions } from './reviewers.ts';

/** The options of `mcp`. */
export const mcpOptions = {
  root: {
    type: 'string',
    value: 'PATH',
    multiple: true,
    about:
      'A folder that agents may use; may be given several times (default: the roots that the client names, or the current folder)',
  },
  ...reviewersOptions,
} as const;
