import { dirname } from 'node:path/posix';
import { positionOf } from '../../../../../engine/diff/textPosition.ts';
import { testDataFolder } from '../../../../../engine/diff/fileKind.ts';
import type { Language } from '../../../check.ts';
import { extractIgnored } from '../../ignoredFiles.ts';
import { filesOfImage } from './imageFiles.ts';
import { commandsOf, commandsRunBy } from './npmCommands.ts';
import type { Name, NamedCommand, NamedFileFacts } from './namedFileFacts.ts';
import { filesOfPackage } from './packageFiles.ts';
import { filesOfComponent, filesOfPage } from './pageFiles.ts';
import { removedCommandCheck } from './removedCommandCheck.ts';
import { removedFileCheck } from './removedFileCheck.ts';
import { filesOfSettings } from './settingsFiles.ts';
import { filesOfTemplate, filesOfViews } from './templateFiles.ts';
import { filesOfWorkflow } from './workflowFiles.ts';

const manifest = /(?:^|\/)package\.json$/;
/** Files that run commands of `package.json`. */
const running =
  /(?:^|\/)(?:package\.json|Makefile|(?:[\w.-]+\.)?(?:Docker|Container)file(?:\.[\w-]+)?)$|^\.github\/workflows\/[^/]+\.ya?ml$/;
const readers: readonly (readonly [RegExp, (text: string, path: string) => Name[]])[] = [
  [manifest, (text, path) => filesOfPackage(text, dirname(path))],
  [/(?:^|\/)(?:angular|[jt]sconfig(?:\.[\w-]+)?)\.json$|\.(?:component|page)\.ts$/, filesOfSettings],
  [/\.html?$/i, (text, path) => [...filesOfPage(text, path), ...filesOfTemplate(text, path)]],
  [/\.py$/, filesOfViews],
  [/\.vue$/, filesOfComponent],
  [/^\.github\/workflows\/[^/]+\.ya?ml$|(?:^|\/)action\.ya?ml$/, filesOfWorkflow],
  [/(?:^|\/)(?:[\w.-]+\.)?(?:Docker|Container)file(?:\.[\w-]+)?$/, filesOfImage],
];
const ignore = /(?:^|\/)\.gitignore$/;
const mostNames = 1_000;

/** Files that name others: manifests, pages, components, views of Python, workflows and Dockerfiles. */
export const namedFiles: Language<NamedFileFacts> = {
  id: 'named-files',
  version: 6,
  reads: path =>
    (ignore.test(path) || readerOf(path) !== undefined || running.test(path)) && !testDataFolder.test(path),
  isConcernedBy: (path, isDeleted) => isDeleted || manifest.test(path),
  judges: () => false,
  extract: (path, text) => {
    if (ignore.test(path)) return extractIgnored(text);
    const names = readerOf(path)?.(text, path).slice(0, mostNames) ?? [];
    const runs = running.test(path) && !/^[ \t]*repository:/m.test(text) ? commandsRunBy(text) : [];
    const isManifest = manifest.test(path);
    const commands = isManifest ? commandsOf(text) : undefined;
    if (!isManifest && names.length + runs.length === 0) return undefined;
    const at = (offset: number, length: number): Omit<NamedCommand, 'name'> => {
      const { line, column } = positionOf({ text }, offset);
      return { line, column, endColumn: column + length };
    };
    return {
      kind: 'names',
      files: names.map(({ offset, length, ...named }) => ({ ...named, ...at(offset, length) })),
      ...(commands !== undefined && {
        commands: commands.map(({ name, offset }) => ({ name, ...at(offset, name.length) })),
      }),
      ...(runs.length > 0 && { runs: runs.map(({ name, offset }) => ({ name, ...at(offset, name.length) })) }),
    };
  },
  checks: [removedFileCheck, removedCommandCheck],
};

function readerOf(path: string): (typeof readers)[number][1] | undefined {
  return readers.find(([pattern]) => pattern.test(path))?.[1];
}
