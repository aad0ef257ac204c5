import type { PythonFacts } from '../facts.ts';

/** Files that say which packages are installed. */
const manifest =
  /(?:^|\/)(?:pyproject\.toml|setup\.(?:cfg|py)|Pipfile(?:\.lock)?|(?:pdm|poetry|uv)\.lock|tox\.ini|noxfile\.py|(?:conda|environment)[\w.-]*\.ya?ml|[\w.-]*(?:requirements|constraints)[\w.-]*\.(?:in|txt))$|(?:^|\/)requirements\/[^/]+\.(?:in|txt)$/;
/** Words of one file. */
const most = 5_000;

/** Packages whose modules have none of their names. */
const distributions: Readonly<Record<string, string>> = {
  bs4: 'beautifulsoup',
  cv2: 'opencv',
  fitz: 'pymupdf',
  gi: 'pygobject',
  mysqldb: 'mysqlclient',
  pil: 'pillow',
  pkgresources: 'setuptools',
  skimage: 'scikitimage',
  sklearn: 'scikitlearn',
  win32api: 'pywin32',
  win32con: 'pywin32',
  win32gui: 'pywin32',
};

export function declaresPackages(path: string): boolean {
  return manifest.test(path);
}

/** The names of packages in such a file, and other words of it, without what is between letters and digits. */
export function declaredIn(path: string, text: string): string[] {
  const words = path.endsWith('.lock')
    ? [...text.matchAll(/^(?:name = |\s{4,8})"([\w.-]+)"/gm)].map(([, name = '']) => name)
    : (text.replace(/--hash=\S+/g, '').match(/[A-Za-z][\w.-]*/g) ?? []);
  return [...new Set(words.map(plain))].filter(each => each.length > 1).slice(0, most);
}

/** Facts of a file that says only which packages are installed. */
export function extractDeclared(path: string, text: string): PythonFacts {
  return { definitions: [], imports: [], references: [], calls: [], declared: declaredIn(path, text) };
}

/** Whether one of the words is the name of a package. */
export function isNamed(words: ReadonlySet<string>, name: string): boolean {
  return words.has(plain(name));
}

/** Whether one of the words may be the package that gives a module. */
export function mayGive(words: ReadonlySet<string>, module: string): boolean {
  const name = plain(module);
  const other = Object.hasOwn(distributions, name) ? distributions[name] : undefined;
  return [...words].some(
    word =>
      word === name ||
      (name.length > 2 && word.includes(name)) ||
      (word.length > 3 && name.includes(word)) ||
      (other !== undefined && word.includes(other)),
  );
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z\d]/g, '');
}
