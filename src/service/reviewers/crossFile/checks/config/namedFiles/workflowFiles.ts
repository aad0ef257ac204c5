import { dirname } from 'node:path/posix';
import { filesRunBy } from './commandFiles.ts';
import { pathIn } from './folderPath.ts';
import type { Name } from './namedFileFacts.ts';

/** A line of YAML with a key that names files. */
const entry = /^(\s*(?:- +)?)(uses|run|main|pre|post):\s+(?:(["'])(.*?)\3|(.*?))\s*(?:\s#.*)?$/;
const ownFolder = /\$\{\{\s*github\.action_path\s*\}\}\/|\$\{?GITHUB_ACTION_PATH\}?\//g;

/** Finds the actions of the repository that a workflow or an action uses, and the files that its steps run. */
export function filesOfWorkflow(text: string, path: string): Name[] {
  // Another folder, or another repository, is where its steps run.
  const isElsewhere = /^[ \t]*(?:working-directory|repository):/m.test(text);
  const isAction = !path.includes('.github/workflows/');
  const names: Name[] = [];
  for (const { key, value, offset } of entriesOf(text)) {
    if (key === 'uses') {
      const paths = value.startsWith('./') ? pathIn('.', value) : [];
      const files = paths.flatMap(each => [each, `${each}/action.yml`, `${each}/action.yaml`, `${each}/Dockerfile`]);
      if (files.length > 0) names.push({ purpose: 'action', paths: files, offset, length: value.length });
    } else if (key !== 'run') {
      const paths = isAction ? pathIn(dirname(path), value) : [];
      if (paths.length > 0) names.push({ purpose: 'action', paths, offset, length: value.length });
    } else if (!isElsewhere) names.push(...filesRunIn(value, offset, dirname(path)));
  }
  return names;
}

/** The files that the lines of a step run, from the top of the repository or by the path of the action. */
function filesRunIn(block: string, offset: number, folder: string): Name[] {
  // A step that changes the folder, or makes or asks for a file first, runs what is not known.
  if (/(?:^|[\s;&(])(?:cd|pushd)\s|(?:\[|\btest)\s+(?:!\s+)?-[defrsx]\s|>\s*\S|<<|\b(?:curl|wget|gh|git)\s/.test(block))
    return [];
  const names: Name[] = [];
  let at = 0;
  for (const line of block.split('\n')) {
    const isOwn = ownFolder.test(line);
    ownFolder.lastIndex = 0;
    const command = line.trim().replace(ownFolder, '');
    for (const { written, paths } of command.startsWith('#') ? [] : filesRunBy(command, isOwn ? folder : '.'))
      names.push({ purpose: 'step', paths, offset: offset + at + line.indexOf(written), length: written.length });
    at += line.length + 1;
  }
  return names;
}

interface Entry {
  readonly key: string;
  /** Of a block, its lines. */
  readonly value: string;
  /** Of the value in the text. */
  readonly offset: number;
}

function* entriesOf(text: string): Generator<Entry> {
  const lines = text.split('\n');
  let offset = 0;
  let block: { readonly indent: number; readonly offset: number; readonly lines: string[] } | undefined;
  for (const line of lines) {
    if (block !== undefined) {
      const indent = line.search(/\S/);
      if (indent < 0 || indent > block.indent) block.lines.push(line);
      else {
        yield { key: 'run', value: block.lines.join('\n'), offset: block.offset };
        block = undefined;
      }
    }
    if (block === undefined) {
      const [, before = '', key = '', , quoted, plain = ''] = entry.exec(line) ?? [];
      if (key === 'run' && /^[|>][+-]?\d?$/.test(plain))
        block = { indent: before.length, offset: offset + line.length + 1, lines: [] };
      else if (key !== '') {
        const value = quoted ?? plain;
        yield { key, value, offset: offset + line.indexOf(value, before.length + key.length + 1) };
      }
    }
    offset += line.length + 1;
  }
  if (block !== undefined) yield { key: 'run', value: block.lines.join('\n'), offset: block.offset };
}
