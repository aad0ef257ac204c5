import { dirname } from 'node:path/posix';
import { pathIn } from './folderPath.ts';
import type { Name, Purpose } from './namedFileFacts.ts';

/** Where a build with the settings fails without the file, the names that it has there. */
const kinds: readonly (readonly [settings: RegExp, name: RegExp, purpose: Purpose, endings: readonly string[]])[] = [
  [
    /\.ts$/,
    /\b(?:templateUrl|styleUrls?)\s{0,9}:\s{0,9}\[?\s{0,99}["'](\.{1,2}\/[\w./-]{1,200})["']/g,
    'component',
    [''],
  ],
  [
    /angular\.json$/,
    /"((?:[\w.-]{1,80}\/){0,20}[\w.-]{1,80}\.(?:css|html|json|s[ac]ss|less|ts))"(?!\s{0,9}:)/g,
    'command',
    [''],
  ],
  [/sconfig[\w.-]*\.json$/, /"extends"\s{0,9}:\s{0,9}"(\.{1,2}\/[\w./-]{1,200})"/g, 'command', ['', '.json']],
];

/** Finds the files that components and settings of Angular name, and the settings that those of TypeScript extend. */
export function filesOfSettings(text: string, path: string): Name[] {
  const [, pattern = /(?!)/g, purpose = 'command', endings = []] =
    kinds.find(([settings]) => settings.test(path)) ?? [];
  return [...text.matchAll(pattern)].flatMap(({ 0: whole, 1: written = '', index }) => {
    const paths = endings.flatMap(each => pathIn(dirname(path), written + each));
    return [{ purpose, paths, offset: index + whole.lastIndexOf(written), length: written.length }];
  });
}
