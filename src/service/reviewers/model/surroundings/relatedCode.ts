import { posix } from 'node:path';
import { isTestPath } from '../../../engine/reviewer.ts';
import { toPromptFile, type PromptFile } from '../code/promptFile.ts';
import { namesOfChange, type ChangeNames } from './namesOfChange.ts';
import { nearestFirst } from './nearestFirst.ts';
import type { CodePlace, NamePlaces, Surroundings } from './surroundings.ts';

/** Why a place is shown, in order of priority. */
const relations = ['definition', 'use', 'test', 'sibling'] as const;
export type Relation = (typeof relations)[number];

/** A place of the code base that a part of the change is related to. */
export interface RelatedPlace extends CodePlace {
  readonly relation: Relation;
  readonly name: string;
  /** Name of the changed file that it helps to read. */
  readonly of: string;
}

/** The code around a change. */
export interface RelatedCode {
  /** In order of priority, each once for each changed file. */
  readonly places: readonly RelatedPlace[];
  /** The files in which they are, without secrets, by path. */
  readonly files: ReadonlyMap<string, PromptFile>;
}

/** Most files whose names are looked for. */
const mostFiles = 60;
const mostNames = 120;
/** Most places of one name, by relation; call sites for all names of a file together. */
const mostDefinitions = 2;
const mostUses = 10;
/** Most places where a field has or is compared with a text, for all fields of a file together. */
const mostValues = 4;
const mostPlaces = 150;
/** A name with more definitions is one of a convention, such as `render`: only those nearby say something. */
const mostAlike = 8;

/**
 * Finds what a reader of a change needs besides it: the definitions of what changed lines use, call sites of what changed,
 * where fields that have another text now are used with one,
 * the nearest tests of it, and other definitions of the same name.
 * @param shown the files of the change, the most important first
 */
export async function findRelatedCode(
  shown: readonly PromptFile[],
  surroundings: Surroundings,
  signal: AbortSignal,
): Promise<RelatedCode> {
  const asking = shown.slice(0, mostFiles).map(file => ({ file, names: namesOfChange(file) }));
  const used = asking.flatMap(({ names }) =>
    [...names.used].filter(([, use]) => use !== 'other').map(([name]) => name),
  );
  const changed = asking.flatMap(({ names }) => names.changed);
  const others = asking.flatMap(({ names }) => [...names.used.keys()]);
  const revalued = asking.flatMap(({ names }) => names.revalued);
  const wanted = [...new Set([...changed, ...revalued, ...used, ...others])].slice(0, mostNames);
  const paths = asking.map(({ file }) => file.file.path);
  const found = await surroundings.find(wanted, paths, signal);
  const places = asking
    .flatMap(({ file, names }) => placesFor(file, names, found))
    .sort((a, b) => relations.indexOf(a.relation) - relations.indexOf(b.relation))
    .slice(0, mostPlaces);
  const texts = await surroundings.read(
    places.map(({ path }) => path),
    signal,
  );
  const files = new Map([...texts].map(([path, text]) => [path, unchanged(path, text)]));
  return { places: places.filter(({ path }) => files.has(path)), files };
}

function placesFor(
  { name: of, file: { path } }: PromptFile,
  { used, changed, revalued, origins }: ChangeNames,
  found: ReadonlyMap<string, NamePlaces>,
): RelatedPlace[] {
  const related = (relation: Relation, name: string, places: readonly CodePlace[]): RelatedPlace[] =>
    places.map(place => ({ ...place, relation, name, of }));
  const definitions = [...used.keys()].flatMap(name => {
    const all = found.get(name)?.definitions ?? [];
    const near = nearestFirst(all, path, origins.get(name));
    return related('definition', name, near.slice(0, all.length > mostAlike ? 1 : mostDefinitions));
  });
  const uses = changed.flatMap(name => {
    const { definitions: all = [], uses: callers = [] } = found.get(name) ?? {};
    // Uses of a name that many files define are mostly not those of the changed one.
    if (all.length > mostAlike) return [];
    const elsewhere = callers.filter(use => use.path !== path && !isTestPath(use.path));
    return related('use', name, nearestFirst(elsewhere, path).slice(0, mostUses));
  });
  const values = revalued.flatMap(name => {
    const elsewhere = (found.get(name)?.uses ?? []).filter(use => use.path !== path && use.hasText === true);
    return related('use', name, nearestFirst(elsewhere, path));
  });
  const tests = changed.flatMap(name => {
    const inTests = (found.get(name)?.uses ?? []).filter(use => isTestPath(use.path) && !isTestPath(path));
    return related('test', name, testsOf(path, inTests).slice(0, 1));
  });
  const siblings = changed.flatMap(name => {
    const others = (found.get(name)?.definitions ?? []).filter(each => each.path !== path && !isTestPath(each.path));
    return related('sibling', name, nearestFirst(others, path).slice(0, 1));
  });
  const inUse = [...values.slice(0, mostValues), ...uses.slice(0, mostUses)];
  return [...definitions, ...inUse, ...tests.slice(0, 2), ...siblings.slice(0, 2)];
}

/** Uses in tests, those in a test that is named like the file first; the last use in a file, since the first imports it. */
function testsOf(path: string, uses: readonly CodePlace[]): CodePlace[] {
  const [stem = ''] = posix.basename(path).split('.');
  const isNamedLike = (use: CodePlace): boolean => posix.basename(use.path).includes(stem);
  const last = new Map(uses.map(use => [use.path, use]));
  const near = nearestFirst([...last.values()], path);
  return [...near.filter(isNamedLike), ...near.filter(use => !isNamedLike(use))];
}

function unchanged(path: string, text: string): PromptFile {
  return toPromptFile({ path, text, lines: text.split(/\r?\n/), added: new Set() });
}
