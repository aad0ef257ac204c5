import type { Call, Signature } from './facts.ts';

/**
 * Why a call does not fit a signature, as the rest of a sentence that begins with the function; undefined if it fits.
 * @param isBound whether the first parameter is given by the call
 */
export function mismatch(signature: Signature, call: Call, isBound: boolean): string | undefined {
  const [, , , , , given, , ...keywords] = call;
  if (given < 0) return undefined;
  const { keywordOnly = [], required = [], anyPositional, anyKeyword } = signature;
  if (isBound && signature.positional.length === 0) return undefined;
  const positional = isBound ? signature.positional.slice(1) : signature.positional;
  const positionalOnly = Math.max(0, (signature.positionalOnly ?? 0) - (isBound ? 1 : 0));
  const byName = new Set([...positional.slice(positionalOnly), ...keywordOnly]);
  const unknown = keywords.find(each => !byName.has(each));
  if (unknown !== undefined && anyKeyword === undefined) return `has no parameter \`${unknown}\``;
  if (given > positional.length && anyPositional === undefined)
    return `takes ${count(positional.length, 'positional argument')}, not ${given}`;
  const twice = keywords.find(each => byName.has(each) && positional.slice(0, given).includes(each));
  if (twice !== undefined) return `gets \`${twice}\` twice`;
  const needed = positional.slice(0, positional.length - Math.min(positional.length, signature.defaults ?? 0));
  const missing = [...needed.slice(given), ...required].filter(each => !keywords.includes(each));
  return missing.length > 0 ? `needs ${missing.map(each => `\`${each}\``).join(', ')}` : undefined;
}

function count(number: number, thing: string): string {
  return number === 1 ? `1 ${thing}` : `${number === 0 ? 'no' : number} ${thing}s`;
}
