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
  const overrides = Object.values(asObject(toml['patch'])).flatMap(each => Object.keys(asObject(each)));
  const members = textsIn(asObject(toml['workspace'])['members']).map(each => join(each, 'Cargo.toml'));
  return { requires: placed(text, asked), members, overrides, ...(typeof name === 'string' && { name }) };
}

/** `serde = "1"`, `json = { package = "serde_json", version = "1" }`, `serde = { workspace = true }` */
function requirement([key, value]: [string, unknown]): Asked {
  const { package: renamed, version } = asObject(value);
  const range = typeof value === 'string' ? value : version;
  return { name: typeof renamed === 'string' ? renamed : key, range: typeof range === 'string' ? range : '' };
}
