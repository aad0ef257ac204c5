/** How a package manager reads ranges of versions. */
export type RangeDialect = 'npm' | 'cargo' | 'composer' | 'python';

type Version = readonly number[];
type Interval = readonly [from: Version, below: Version | undefined];

const exact = /^v?(\d{1,9}(?:\.\d{1,9}){0,3})(?:\+[\w.-]*)?$/;
const part = /^(\^|~=|~>|~|===?|=|!=|>=?|<=?)?v?(\d{1,9}(?:\.\d{1,9}){0,3})?(\.?[*xX](?:\.[*xX])*)?$/;
const longest = 200;

/** Whether a version is in a range; undefined if either is not understood, as with releases before the final one. */
export function isInRange(version: string, range: string, dialect: RangeDialect): boolean | undefined {
  const [, numbers] = exact.exec(version) ?? [];
  if (numbers === undefined || range.length > longest) return undefined;
  const parsed = parse(numbers);
  const alternatives = dialect === 'npm' || dialect === 'composer' ? range.split(/\s*\|\|?\s*/) : [range];
  const answers = alternatives.map(each => isInAll(parsed, each, dialect));
  return answers.includes(true) ? true : answers.includes(undefined) ? undefined : false;
}

function isInAll(version: Version, range: string, dialect: RangeDialect): boolean | undefined {
  if (/\s-\s/.test(range)) return undefined;
  const parts = range
    .trim()
    .replace(/([<>=~^!])\s+/g, '$1')
    .split(/[\s,]+/);
  const answers = parts.map(each => isInPart(version, each, dialect));
  return answers.includes(undefined) ? undefined : !answers.includes(false);
}

function isInPart(version: Version, text: string, dialect: RangeDialect): boolean | undefined {
  const [all, operator = '', numbers, wildcard] = part.exec(text) ?? [];
  if (all === undefined) return undefined;
  if (numbers === undefined) return wildcard !== undefined && operator === '' ? true : undefined;
  const given = parse(numbers);
  const isPartial = wildcard !== undefined || (dialect === 'npm' && given.length < 3);
  const within = ([from, below]: Interval): boolean =>
    compare(version, from) >= 0 && (below === undefined || compare(version, below) < 0);
  const equal = isPartial ? within([given, bump(given, given.length - 1)]) : compare(version, given) === 0;
  const order = compare(version, given);
  switch (operator === '' && dialect === 'cargo' && wildcard === undefined ? '^' : operator) {
    case '':
    case '=':
    case '==':
    case '===':
      return equal;
    case '!=':
      return !equal;
    case '^':
      return within([given, bump(given, firstFixed(given))]);
    case '~':
    case '~>':
      return within([given, bump(given, dialect === 'composer' ? beforeLast(given) : Math.min(1, given.length - 1))]);
    case '~=':
      return within([given, bump(given, beforeLast(given))]);
    case '>=':
      return order >= 0;
    case '<':
      return order < 0;
    // What these mean of a part of a version differs.
    case '>':
      return given.length < 3 ? undefined : order > 0;
    default:
      return given.length < 3 ? undefined : order <= 0;
  }
}

function parse(numbers: string): Version {
  return numbers.split('.').map(Number);
}

function compare(a: Version, b: Version): number {
  for (let at = 0; at < 4; at++) {
    const order = (a[at] ?? 0) - (b[at] ?? 0);
    if (order !== 0) return order;
  }
  return 0;
}

/** The first version in which the number at `index` is larger. */
function bump(version: Version, index: number): Version {
  return version.slice(0, index + 1).map((number, at) => (at === index ? number + 1 : number));
}

function firstFixed(version: Version): number {
  const first = version.findIndex(number => number > 0);
  return first < 0 ? version.length - 1 : first;
}

function beforeLast(version: Version): number {
  return Math.max(0, version.length - 2);
}
