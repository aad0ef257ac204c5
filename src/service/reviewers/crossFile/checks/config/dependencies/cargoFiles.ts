import { join } from 'node:path/posix';
import { parse } from 'smol-toml';
import { asObject, placed, textsIn, type Asked, type Manifest } from './dependencyFacts.ts';

const asking = ['dependencies', 'dev-dependencies', 'build-dependencies'] as const;

/** Reads `Cargo.toml`. What a workspace offers its members is in the lock file only if one of them asks for it. */
export function readCargoManifest(text: string): Manifest {
  const toml = asObject(parse(text));
  const tables = [toml, ...Object.values(asObject(toml['target']))].map(asObject);
  const asked = tables.flatMap(table =>
    asking.flatMap(field => Object.entries(asObject(table[field])).map(requirement)),
  );
  const { name } = asObject(toml['package']);
  const patches = Object.values(asObject(toml['patch'])).map(asObject);
  const overrides = patches.flatMap(each => Object.keys(each));
  const workspace = asObject(toml['workspace']);
  const members = textsIn(workspace['members']).map(each => join(each, 'Cargo.toml'));
  const excluded = textsIn(workspace['exclude']).map(each => join(each, '**'));
  const offered = [...tables, workspace].flatMap(table => asking.map(field => asObject(table[field])));
  const offeredNames = Object.fromEntries(
    Object.entries(asObject(workspace['dependencies'])).map(each => [each[0], requirement(each).name]),
  );
  const local = [...offered, ...patches].flatMap(Object.values).flatMap(localManifest);
  return {
    requires: placed(text, asked),
    members,
    excluded,
    local,
    overrides,
    offeredNames,
    ...(typeof name === 'string' && { name }),
  };
}

/** `core = { path = "../core" }` */
function localManifest(value: unknown): string[] {
  const { path } = asObject(value);
  return typeof path === 'string' ? [join(path, 'Cargo.toml')] : [];
}

/** `serde = "1"`, `json = { package = "serde_json", version = "1" }`, `serde = { workspace = true }` */
function requirement([key, value]: [string, unknown]): Asked {
  const { package: renamed, version } = asObject(value);
  const range = typeof value === 'string' ? value : version;
  return { name: typeof renamed === 'string' ? renamed : key, range: typeof range === 'string' ? range : '' };
}
