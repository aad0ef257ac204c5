import { parse } from 'smol-toml';
import { isListed } from './pathPatterns.ts';
import { asObject, asTexts, saysNothing, type IsUnchecked } from './verdict.ts';

/** The codes of unused imports and variables, by which a rule may be named as a whole: `F`, `F401`, `ALL`. */
const unusedCode = /^(?:ALL|F|F4|F40|F401|F8|F84|F841)$/;

/** What `pyproject.toml` says of Ruff. */
export function pyprojectSettings(text: string): IsUnchecked {
  return ruffSettings(asObject(asObject(tomlOf(text)['tool'])['ruff']));
}

/** What `ruff.toml` says. */
export function ruffTomlSettings(text: string): IsUnchecked {
  return ruffSettings(tomlOf(text));
}

function tomlOf(text: string): Readonly<Record<string, unknown>> {
  try {
    return asObject(parse(text));
  } catch {
    return {};
  }
}

function ruffSettings(ruff: Readonly<Record<string, unknown>>): IsUnchecked {
  const tables = [ruff, asObject(ruff['lint'])];
  const lists = (...names: readonly string[]): string[] =>
    tables.flatMap(table => names.flatMap(name => asTexts(table[name])));
  const perFile = tables.flatMap(table =>
    ['per-file-ignores', 'extend-per-file-ignores'].flatMap(name => Object.entries(asObject(table[name]))),
  );
  return settingsOf({
    excluded: lists('exclude', 'extend-exclude'),
    ignored: lists('ignore', 'extend-ignore'),
    perFile: perFile.map(([pattern, codes]) => [pattern, asTexts(codes)]),
  });
}

/** What the section of Flake8 in `.flake8`, `setup.cfg` or `tox.ini` says. */
export function flake8Settings(text: string): IsUnchecked {
  const [, section] = /^\[flake8\][ \t]*\r?$([^]*?)(?=^\[|(?![^]))/m.exec(text) ?? [];
  if (section === undefined) return saysNothing;
  const values = new Map<string, string>();
  let name = '';
  for (const line of section.split(/\r?\n/)) {
    const plain = line.replace(/(?:^|\s)[#;].*/, '');
    const [, key, value = ''] = /^([\w-]+)[ \t]*[=:](.*)$/.exec(plain) ?? [];
    if (key !== undefined) name = key.replaceAll('_', '-');
    values.set(name, `${values.get(name) ?? ''}\n${key === undefined ? plain : value}`);
  }
  const listOf = (...names: readonly string[]): string[] =>
    names.flatMap(each => (values.get(each) ?? '').split(/[\s,]+/).filter(Boolean));
  const perFile = (values.get('per-file-ignores') ?? '').split('\n').flatMap((line): [string, string[]][] => {
    const [, pattern, codes = ''] = /^\s*([^:\s]+)\s*:\s*(.+)$/.exec(line) ?? [];
    return pattern === undefined ? [] : [[pattern, codes.split(/[\s,]+/)]];
  });
  return settingsOf({
    excluded: listOf('exclude', 'extend-exclude'),
    ignored: listOf('ignore', 'extend-ignore'),
    perFile,
  });
}

interface Lists {
  /** Patterns of the files that are left out. */
  readonly excluded: readonly string[];
  /** Codes of rules that are off. */
  readonly ignored: readonly string[];
  readonly perFile: readonly (readonly [pattern: string, codes: readonly string[]])[];
}

function settingsOf({ excluded, ignored, perFile }: Lists): IsUnchecked {
  const isOff = ignored.some(each => unusedCode.test(each));
  const listing = [...excluded, ...perFile.flatMap(([pattern, codes]) => (codes.some(isUnused) ? [pattern] : []))];
  return path => isOff || isListed({ patterns: listing, isAnywhere: true }, path) || undefined;
}

function isUnused(code: string): boolean {
  return unusedCode.test(code);
}
