import { join } from 'node:path/posix';
import { parse } from 'smol-toml';
import { tryParseJson } from '../../../../../../core/base/jsonText.ts';
import { asList, asObject, placed, textsIn, type Asked, type Lock, type Manifest } from './dependencyFacts.ts';

/** Reads `pyproject.toml`: the standard's lists, and Poetry's tables. */
export function readPyproject(text: string): Manifest {
  const toml = asObject(parse(text));
  const project = asObject(toml['project']);
  const tool = asObject(toml['tool']);
  const poetry = asObject(tool['poetry']);
  const lists = [
    project['dependencies'],
    ...Object.values(asObject(project['optional-dependencies'])),
    ...Object.values(asObject(toml['dependency-groups'])),
    asObject(tool['uv'])['dev-dependencies'],
  ];
  const groups = Object.values(asObject(poetry['group'])).map(group => asObject(group)['dependencies']);
  const tables = [poetry['dependencies'], poetry['dev-dependencies'], ...groups];
  const ofPoetry = tables.flatMap(tableRequirements).map(each => ({ ...each, isOfPoetry: true as const }));
  const asked = [...lists.flatMap(asList).flatMap(standardRequirement), ...ofPoetry];
  const backend = asObject(toml['build-system'])['build-backend'];
  const tools = [...Object.keys(tool), ...(typeof backend === 'string' ? [backend.split('.', 1)[0] ?? ''] : [])];
  const workspace = asObject(asObject(tool['uv'])['workspace']);
  const members = textsIn(workspace['members']).map(each => join(each, 'pyproject.toml'));
  return { requires: placed(text, asked), members, ...(tools.length > 0 && { tools }) };
}

/** Reads `Pipfile`. */
export function readPipfile(text: string): Manifest {
  const toml = asObject(parse(text));
  return { requires: placed(text, [toml['packages'], toml['dev-packages']].flatMap(tableRequirements)) };
}

/** Reads the packages of `poetry.lock`, `uv.lock` and `Cargo.lock`, which list them alike. */
export function readPackageTables(text: string): Lock {
  const versions = new Map<string, string[]>();
  for (const entry of asList(asObject(parse(text))['package'])) {
    const { name, version } = asObject(entry);
    if (typeof name !== 'string') continue;
    const known = versions.get(pythonName(name)) ?? [];
    if (typeof version === 'string') known.push(version);
    versions.set(pythonName(name), known);
  }
  return { versions: Object.fromEntries(versions) };
}

/** Reads `Pipfile.lock`. */
export function readPipfileLock(text: string): Lock | undefined {
  const parsed = tryParseJson(text);
  if (parsed === undefined) return undefined;
  const json = asObject(parsed);
  const entries = ['default', 'develop'].flatMap(group => Object.entries(asObject(json[group])));
  return {
    versions: Object.fromEntries(
      entries.map(([name, entry]) => {
        const { version } = asObject(entry);
        return [pythonName(name), typeof version === 'string' ? [version.replace(/^==/, '')] : []];
      }),
    ),
  };
}

/** A name as package indexes compare it. */
export function pythonName(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-');
}

/** `httpx[http2] >=0.27,<1 ; python_version < "3.13"`; an address instead of a range allows any version. */
function standardRequirement(text: unknown): Asked[] {
  if (typeof text !== 'string') return [];
  const [, name, range = ''] = /^\s*([\w.-]+)\s*(?:\[[^\]]*\])?\s*\(?([^;@()]*)/.exec(text) ?? [];
  return name === undefined ? [] : [{ name, range: range.trim() }];
}

/** `httpx = "^0.27"`, `httpx = { version = "^0.27", extras = ["http2"] }` */
function tableRequirements(table: unknown): Asked[] {
  const inline = Object.entries(asObject(table)).map(([name, value]): [string, string] => {
    const given = typeof value === 'string' ? value : asObject(value)['version'];
    return [name, typeof given === 'string' ? given : ''];
  });
  return inline.filter(([name]) => name !== 'python').map(([name, range]) => ({ name, range }));
}
