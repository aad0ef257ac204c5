import { tryParseJson } from '../../../../../../core/base/jsonText.ts';
import { asList, asObject, placed, textEntries, textsIn, type Lock, type Manifest } from './dependencyFacts.ts';

/** Reads `composer.json`. Names without a vendor are of PHP itself and its extensions. */
export function readComposerManifest(text: string): Manifest | undefined {
  const parsed = tryParseJson(text);
  if (parsed === undefined) return undefined;
  const json = asObject(parsed);
  const asked = ['require', 'require-dev'].flatMap(field => textEntries(json[field]));
  const merged = asObject(asObject(json['extra'])['merge-plugin']);
  return {
    members: ['include', 'require'].flatMap(field => textsIn(merged[field])),
    requires: placed(
      text,
      asked.filter(([name]) => name.includes('/')).map(([name, range]) => ({ name, range })),
    ),
  };
}

/** Reads `composer.lock`, with the packages that others replace or provide. */
export function readComposerLock(text: string): Lock | undefined {
  const parsed = tryParseJson(text);
  if (parsed === undefined) return undefined;
  const json = asObject(parsed);
  const versions = new Map<string, readonly string[]>();
  for (const entry of ['packages', 'packages-dev'].flatMap(field => asList(json[field])).map(asObject)) {
    for (const [name] of [...textEntries(entry['replace']), ...textEntries(entry['provide'])])
      versions.set(name.toLowerCase(), []);
    const { name, version } = entry;
    if (typeof name === 'string') versions.set(name.toLowerCase(), typeof version === 'string' ? [version] : []);
  }
  return { versions: Object.fromEntries(versions) };
}
