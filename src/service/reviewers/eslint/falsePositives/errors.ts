import { closestAncestor, type FalsePositiveCheck } from './expressions.ts';

/** A jump out of `finally` that discards nothing: all errors are caught before, and nothing is returned. */
export const discardsNothing: FalsePositiveCheck = (node, source) => {
  const tried = closestAncestor(node, 'TryStatement');
  if (tried?.type !== 'TryStatement' || !tried.handler) return false;
  return ![tried.block, tried.handler].some(each => /\b(?:throw|return)\b/.test(source.getText(each)));
};
