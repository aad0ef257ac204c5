import { pathIn } from './folderPath.ts';

/** A file that a command line runs, as it is written, and the paths that it may stand for. */
interface RunFile {
  readonly written: string;
  readonly paths: readonly string[];
}

/** The endings that a program adds to the name of what it runs. */
const programs: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(['node', 'nodejs', 'nodemon', 'electron'].map(each => [each, ['.js', '.json', '/index.js']])),
  ...Object.fromEntries(
    ['tsx', 'ts-node', 'bun', 'babel-node', 'vite-node', 'jiti', 'esno'].map(each => [
      each,
      ['.ts', '.js', '/index.ts'],
    ]),
  ),
  ...Object.fromEntries(['python', 'python3', 'py'].map(each => [each, ['/__main__.py']])),
  ...Object.fromEntries(['bash', 'sh', 'zsh', 'ruby', 'perl', 'php', 'source', '.'].map(each => [each, []])),
};
/** Programs that run the one that is named after them. */
const prefixes = /^(?:npx|cross-env|env|time|exec|sudo|pnpm|yarn|uv|poetry|pipenv|run|dotenv|--|-y)$/;
const shells = /^(?:bash|sh|zsh)$/;
/** An option that names settings, without which any tool fails. */
const setting = /^--(?:config|project|tsconfig)(?:=(.+))?$/;
/** Options whose value is a file that is loaded too. */
const loading = /^(?:-r|--require|--import|--loader)$/;
/** Where the command goes on elsewhere, or asks first whether there is such a file. */
const elsewhere = /(?:^|[;&|(]\s*)(?:cd|pushd)\s|(?:\[|\btest)\s+(?:!\s+)?-[defrsx]\s/;

/** Finds the files that a command line runs in a folder. What it may do without, it does not need. */
export function filesRunBy(line: string, folder: string): RunFile[] {
  if (elsewhere.test(line)) return [];
  const parts = line.split(/(&&|\|\||[;|&])/);
  return parts.flatMap((part, index) =>
    index % 2 === 1 || parts[index + 1] === '||' ? [] : runBy(part.trim().split(/\s+/), folder),
  );
}

function runBy(words: readonly string[], folder: string): RunFile[] {
  const at = words.findIndex(each => !/^\w+=/.test(each) && !prefixes.test(each));
  const [program = '', ...rest] = (at < 0 ? [] : words.slice(at)).map(unquoted);
  const settings = rest.flatMap((word, index) => {
    const [, value = rest[index + 1] ?? ''] = setting.exec(word) ?? [];
    return setting.test(word) ? found(value, folder, []) : [];
  });
  if (Object.hasOwn(programs, program)) return [...settings, ...loadedBy(program, rest, folder)];
  return [...settings, ...(program.includes('/') ? found(program, folder, []) : [])];
}

/** What a program that runs files is given: the first file, and those of options before it. */
function loadedBy(program: string, words: readonly string[], folder: string): RunFile[] {
  const files: RunFile[] = [];
  for (const [index, word] of words.entries()) {
    if (word === '-m') return moduleOf(words[index + 1] ?? '', folder);
    // What is run is a text, or what the program finds.
    if ((shells.test(program) ? /^-[cs]$/ : /^(?:-[ceps]|--eval|--print|--test)$/).test(word)) break;
    if (loading.test(words[index - 1] ?? '')) files.push(...found(word, folder, ['.js'], true));
    // `tsx watch src/a.ts`, `bun run src/a.ts`
    else if (!word.startsWith('-') && !/^(?:watch|run)$/.test(word)) {
      files.push(...found(word, folder, programs[program] ?? []));
      break;
    }
  }
  return files;
}

/** `python -m app.cli` */
function moduleOf(name: string, folder: string): RunFile[] {
  if (!/^\w+(?:\.\w+)*$/.test(name)) return [];
  const module = name.replaceAll('.', '/');
  const paths = ['', 'src/'].flatMap(root =>
    [`${root}${module}.py`, `${root}${module}/__main__.py`].flatMap(each => pathIn(folder, each)),
  );
  return [{ written: name, paths }];
}

/** @param isPath whether it is a path only where it begins as one, else the name of a package */
function found(written: string, folder: string, endings: readonly string[], isPath = false): RunFile[] {
  if (written.startsWith('/') || /(?:^|\/)node_modules\//.test(written) || (isPath && !written.startsWith('.')))
    return [];
  const paths = ['', ...endings].flatMap(ending => pathIn(folder, written + ending));
  return paths.length === 0 ? [] : [{ written, paths }];
}

function unquoted(word: string): string {
  return word.replace(/^\\?(["'])(.*?)\\?\1$/, '$2');
}
