import { tryParseJson } from '../../../../../../core/base/jsonText.ts';
import { asList, asObject, textEntries } from '../dependencies/dependencyFacts.ts';
import { filesRunBy } from './commandFiles.ts';
import { pathIn } from './folderPath.ts';
import type { Name, Purpose } from './namedFileFacts.ts';

/** Names that Node adds an ending to. */
const loaded = ['main', 'module', 'browser', 'react-native', 'source'];
const types = ['types', 'typings'];
const endings = ['', '.js', '.cjs', '.mjs', '.json', '.node', '.ts', '/index.js', '/index.cjs', '/index.ts'];

const mostNames = 500;

/** Finds the files that a `package.json` names: what it is loaded by, its programs, and what its commands run. */
export function filesOfPackage(text: string, folder: string): Name[] {
  const json = asObject(tryParseJson(text.replace(/^\uFEFF/, '')));
  const named = (key: string, written: string, purpose: Purpose, paths: readonly string[]): Name[] => {
    const from = Math.max(text.search(new RegExp(`"${key}"\\s*:`)), 0);
    const offset = [text.indexOf(written, from), text.indexOf(written)].find(each => each >= 0);
    return paths.length === 0 || offset === undefined ? [] : [{ purpose, paths, offset, length: written.length }];
  };
  const isPublished = json['files'] !== undefined || json['exports'] !== undefined;
  // `npm init` writes the first for whatever is not to be loaded, too. An empty one names no file.
  const isSaid = (key: string, written: string): boolean =>
    written !== '' && (key !== 'main' || written !== 'index.js' || isPublished);
  const entries = loaded.flatMap(key =>
    textsIn(json[key])
      .filter(written => isSaid(key, written))
      .map(written => [key, written, key === 'main' && !isPublished ? 'main' : 'package', endings] as const),
  );
  const declared = types.flatMap(key =>
    textsIn(json[key]).map(written => [key, written, 'types', ['', '.d.ts', '/index.d.ts']] as const),
  );
  const parts = Object.entries(asObject(json['exports'])).filter(([key]) => key.startsWith('./'));
  const ofParts = new Set(parts.flatMap(([, value]) => textsIn(value)));
  const exportedFor = (written: string): Purpose =>
    /\.d\.[cm]?ts$/.test(written) ? 'types' : ofParts.has(written) ? 'part' : 'package';
  const exported = textsIn(json['exports'])
    .filter(each => each.startsWith('./'))
    .map(written => ['exports', written, exportedFor(written), ['']] as const);
  const programs = textsIn(json['bin']).map(written => ['bin', written, 'command', ['', '.js']] as const);
  const files = [...entries, ...declared, ...exported, ...programs].map(
    ([key, written, purpose, ends]) =>
      [key, written, purpose, ends.flatMap(end => pathIn(folder, written + end))] as const,
  );
  const run = textEntries(json['scripts']).flatMap(([, line]) =>
    filesRunBy(line, folder).map(({ written, paths }) => ['scripts', written, 'command', paths] as const),
  );
  // Each is looked for in the text.
  return [...files, ...run]
    .slice(0, mostNames)
    .flatMap(([key, written, purpose, paths]) => named(key, written, purpose, paths));
}

/** All texts in a value, whatever its conditions. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return [...asList(value), ...Object.values(asObject(value))].flatMap(textsIn);
}
