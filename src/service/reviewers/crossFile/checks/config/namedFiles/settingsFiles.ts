import { dirname } from 'node:path/posix';
import { pathIn } from './folderPath.ts';
import type { Name } from './namedFileFacts.ts';

/** The names of files that settings have where a build fails without them. */
const kinds: readonly (readonly [settings: RegExp, name: RegExp])[] = [
  [/\.ts$/, /\b(?:templateUrl|styleUrls?)\s{0,9}:\s{0,9}\[?\s{0,99}["'](\.{1,2}\/[\w./-]{1,200})["']/g],
  [/angular\.json$/, /"((?:[\w.-]{1,80}\/){0,20}[\w.-]{1,80}\.(?:css|html|json|s[ac]ss|less|ts))"(?!\s{0,9}:)/g],
  [/\.json$/, /"extends"\s{0,9}:\s{0,9}"(\.{1,2}\/[\w./-]{1,200})"/g],
];

/** Finds the files that components and settings of Angular name, and the settings that those of TypeScript extend. */
export function filesOfSettings(text: string, path: string): Name[] {
  const [, pattern = /(?!)/g] = kinds.find(([settings]) => settings.test(path)) ?? [];
  return [...text.matchAll(pattern)].map(({ 0: whole, 1: written = '', index }) => ({
    purpose: path.endsWith('.ts') ? 'component' : 'command',
    paths: ['', '.json'].flatMap(each => pathIn(dirname(path), written + each)),
    offset: index + whole.lastIndexOf(written),
    length: written.length,
  }));
}
