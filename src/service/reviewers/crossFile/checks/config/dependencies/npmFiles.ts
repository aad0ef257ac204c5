import { join } from 'node:path/posix';
import { tryParseJson } from '../../../../../../core/base/jsonText.ts';
import { asObject, overriddenName, placed, textEntries, textsIn, type Lock, type Manifest } from './dependencyFacts.ts';

/** Of a package that is asked for twice, the later range counts. */
const asking = ['devDependencies', 'dependencies', 'optionalDependencies'] as const;

/** Reads `package.json`. */
export function readPackageJson(text: string): Manifest | undefined {
  const parsed = tryParseJson(text);
  if (parsed === undefined) return undefined;
  const json = asObject(parsed);
  const overrides = [json['overrides'], json['resolutions'], asObject(json['pnpm'])['overrides']].flatMap(each =>
    Object.keys(asObject(each)),
  );
  const listed = Array.isArray(json['workspaces']) ? json['workspaces'] : asObject(json['workspaces'])['packages'];
  const workspaces = (Array.isArray(listed) ? listed : []).flatMap(each =>
    typeof each === 'string' ? (/[^/*]+$/.exec(each)?.[0] ?? []) : [],
  );
  const lists = asking.map(field => new Map(textEntries(json[field])));
  const isAskedOnce = ([name, range]: readonly [string, string]): boolean =>
    lists.every(list => [range, undefined].includes(list.get(name)));
  return {
    // Which of two ranges counts depends on the tool, and for Yarn on whether the package is of a workspace.
    requires: placed(
      text,
      Object.entries(askedIn(json))
        .filter(isAskedOnce)
        .map(([name, range]) => ({ name, range })),
    ),
    ...(typeof json['name'] === 'string' && { name: json['name'] }),
    ...(workspaces.length > 0 && { workspaces }),
    members: textsIn(listed).map(each => join(each, 'package.json')),
    overrides: overrides.map(overriddenName),
  };
}

/** Reads `package-lock.json` and `npm-shrinkwrap.json`, of all versions. */
export function readPackageLock(text: string): Lock | undefined {
  const parsed = tryParseJson(text);
  if (parsed === undefined) return undefined;
  const json = asObject(parsed);
  const versions = new Map<string, readonly string[]>();
  const asked = new Map<string, Record<string, string>>();
  for (const [path, value] of Object.entries(asObject(json['packages']))) {
    const entry = asObject(value);
    const [, folder = '', name] = /^(?:(.*?)\/)?node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path) ?? [];
    if (name !== undefined) versions.set(folder === '' ? name : `${folder}:${name}`, versionOf(entry));
    else if (!path.includes('node_modules/')) asked.set(path || '.', askedIn(entry));
  }
  // Version 1 has the packages alone.
  if (json['packages'] === undefined)
    for (const [name, entry] of Object.entries(asObject(json['dependencies']))) versions.set(name, versionOf(entry));
  return { versions: Object.fromEntries(versions), asked: Object.fromEntries(asked) };
}

/** Nothing for what comes from this repository. */
function versionOf(entry: unknown): readonly string[] {
  const { version, link } = asObject(entry);
  return typeof version === 'string' && link !== true ? [version] : [];
}

/** Reads `bun.lock`, which is JSON with commas before closing brackets. */
export function readBunLock(text: string): Lock | undefined {
  const parsed = parseBunLock(text);
  if (parsed === undefined) return undefined;
  const workspaces = Object.entries(asObject(parsed['workspaces']));
  return { asked: Object.fromEntries(workspaces.map(([folder, each]) => [folder || '.', askedIn(asObject(each))])) };
}

/** Names of the packages that `bun.lock` installs; one inside another, such as `a/b`, is among them, and is no name. */
export function readBunPackages(text: string): string[] {
  return Object.keys(asObject(parseBunLock(text)?.['packages']));
}

/** It is JSON with commas at the ends of lists. */
function parseBunLock(text: string): Readonly<Record<string, unknown>> | undefined {
  const parsed = tryParseJson(text.replace(/,(?=\s*[}\]])/g, ''));
  return parsed === undefined ? undefined : asObject(parsed);
}

function askedIn(json: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(asking.flatMap(field => textEntries(json[field])));
}
