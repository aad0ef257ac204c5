import { parse } from 'smol-toml';
import { asObject, textEntries } from '../config/dependencies/dependencyFacts.ts';
import type { Import, PythonFacts } from './facts.ts';

const project = /(?:^|\/)(?:pyproject\.toml|setup\.cfg)$/;
/** `app.cli:main`, with what has to be installed for it. */
const reference = /^([A-Za-z_]\w*(?:\.\w+)*)(?:\s*:\s*([A-Za-z_]\w*)(?:\.\w+)*)?\s*(?:\[[^\]]*\])?$/;

/** Files with commands that start programs. */
const starting =
  /(?:^|\/)(?:Procfile|(?:[\w.-]+\.)?(?:Docker|Container)file(?:\.[\w-]+)?|(?:docker-)?compose[\w.-]*\.ya?ml)$/;
const servers = /\b(?:uvicorn|gunicorn|hypercorn|daphne)\b.*/g;
const application = /(?<![\w.:/@$-])([A-Za-z_]\w*(?:\.\w+)*:[A-Za-z_]\w*)(?![\w:/.])/g;
const runModule = /\bpython[\d.]*["',\s]{1,5}-m["',\s]{1,5}([A-Za-z_]\w*(?:\.\w+)+)/g;

const mostEntries = 500;

/** Whether a file may name functions that are started when its project is installed, or that a command of it starts. */
export function hasEntryPoints(path: string): boolean {
  return project.test(path) || starting.test(path);
}

/** Whether a file names modules as they are found where its commands run, which may be another place. */
export function isStarting(path: string): boolean {
  return starting.test(path);
}

/** Reads the functions that a project file names as its commands and plugins, as if it imported them. */
export function extractEntryPoints(path: string, text: string): PythonFacts | undefined {
  try {
    const named = isStarting(path)
      ? entriesOfCommands(text)
      : path.endsWith('.toml')
        ? entriesOfToml(text)
        : entriesOfSetup(text);
    // Each is looked for in the text.
    const imports = named.slice(0, mostEntries).flatMap(([command, value]) => asImport(text, command, value));
    return { definitions: [], imports, references: [], calls: [] };
  } catch {
    // The parser throws what it likes.
    return undefined;
  }
}

type Entry = readonly [command: string, value: string];

function entriesOfToml(text: string): Entry[] {
  const toml = asObject(parse(text));
  const ofProject = asObject(toml['project']);
  const poetry = asObject(asObject(toml['tool'])['poetry']);
  const groups = [ofProject['entry-points'], poetry['plugins']].flatMap(each => Object.values(asObject(each)));
  return [ofProject['scripts'], ofProject['gui-scripts'], poetry['scripts'], ...groups].flatMap(textEntries);
}

/** The lines below the keys of `[options.entry_points]`. */
function entriesOfSetup(text: string): Entry[] {
  const [, section = ''] = /^\[options\.entry_points\][^\n]*\n((?:(?!\[).*(?:\n|$))*)/m.exec(text) ?? [];
  return [...section.matchAll(/^[ \t]+([\w.-]+)[ \t]*=[ \t]*(\S.*?)[ \t]*\r?$/gm)].map(
    ([, command = '', value = '']) => [command, value],
  );
}

/** `uvicorn app.main:app` and `python -m app.worker` */
function entriesOfCommands(text: string): Entry[] {
  const lines = text.split('\n').filter(line => !/^\s*#/.test(line));
  const served = lines.flatMap(line =>
    [...line.matchAll(servers)].flatMap(([call]) => [...call.matchAll(application)]),
  );
  return [...served, ...lines.flatMap(line => [...line.matchAll(runModule)])].map(([, name = '']) => [name, name]);
}

function asImport(text: string, command: string, value: string): Import[] {
  const [, module, name] = reference.exec(value.trim()) ?? [];
  if (module === undefined) return [];
  const lines = text.split('\n');
  const isHere = (line: string): boolean => line.includes(command) && line.includes(value);
  const index = Math.max(lines.findIndex(isHere), 0);
  const column = Math.max(lines[index]?.indexOf(value) ?? 0, 0) + 1;
  return [{ module, at: [index + 1, column, column + value.length], ...(name !== undefined && { name }) }];
}
