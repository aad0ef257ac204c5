import { dirname } from 'node:path/posix';
import { positionOf } from '../../../../../engine/diff/textPosition.ts';
import { testDataFolder } from '../../../../../engine/diff/fileKind.ts';
import type { Language } from '../../../check.ts';
import { extractIgnored } from '../../javascript/ignoredFiles.ts';
import { filesOfImage } from './imageFiles.ts';
import type { Name, NamedFileFacts } from './namedFileFacts.ts';
import { filesOfPackage } from './packageFiles.ts';
import { filesOfComponent, filesOfPage } from './pageFiles.ts';
import { removedFileCheck } from './removedFileCheck.ts';
import { filesOfTemplate, filesOfViews } from './templateFiles.ts';
import { filesOfWorkflow } from './workflowFiles.ts';

const readers: readonly (readonly [RegExp, (text: string, path: string) => Name[]])[] = [
  [/(?:^|\/)package\.json$/, (text, path) => filesOfPackage(text, dirname(path))],
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
  version: 2,
  reads: path => (ignore.test(path) || readerOf(path) !== undefined) && !testDataFolder.test(path),
  isConcernedBy: (_, isDeleted) => isDeleted,
  judges: () => false,
  extract: (path, text) => {
    if (ignore.test(path)) return extractIgnored(text);
    const names = readerOf(path)?.(text, path).slice(0, mostNames) ?? [];
    if (names.length === 0) return undefined;
    const files = names.map(({ offset, length, ...named }) => {
      const { line, column } = positionOf({ text }, offset);
      return { ...named, line, column, endColumn: column + length };
    });
    return { kind: 'names', files };
  },
  checks: [removedFileCheck],
};

function readerOf(path: string): (typeof readers)[number][1] | undefined {
  return readers.find(([pattern]) => pattern.test(path))?.[1];
}
