import { isIndexed } from '../../../../../repositoryIndex/isIndexed.ts';
import type { Check, CrossFileFinding, RelatedPlace, Tree } from '../../../check.ts';
import { weighed } from '../../../doubt.ts';
import { ignoredBy } from '../../ignoredFiles.ts';
import { filesThat, quoted } from '../../javascript/words.ts';
import { severityOfBreak } from '../../severityOfBreak.ts';
import type { NamedFileFacts, Purpose } from './namedFileFacts.ts';

/** A place that names a file that is gone. */
interface Break {
  readonly gone: string;
  readonly purpose: Purpose;
  readonly place: RelatedPlace;
}

/** A file that is gone, and what names it. */
interface RemovedFile extends Pick<CrossFileFinding, 'doubt'> {
  readonly gone: string;
  readonly breaks: readonly Break[];
}

const follows: Readonly<Record<Purpose, string>> = {
  package: 'the package cannot be loaded',
  main: 'the package cannot be loaded',
  part: 'a part of the package cannot be loaded',
  types: 'types are not found',
  command: 'a command fails',
  page: 'a page is not whole',
  template: 'it cannot be rendered',
  asset: 'a page is not whole',
  component: 'a component cannot be compiled',
  step: 'a step fails',
  action: 'a workflow fails',
  image: 'an image cannot be built',
};

/** The pictures that pages load by a link are their icons: they work without. */
const isIcon = /\.(?:ico|svg|png|jpe?g|gif|webp)$/i;

/** Folders of which all that there are make one, and what is below. */
const served = /(?:^|\/)(?:templates|static)(\/.+)$/;

/** What is written in other languages and stands for a script or a style once it is compiled. */
const ofScripts = ['.ts', '.tsx', '.mts', '.cts', '.coffee'];
const ofStyles = ['.scss', '.sass', '.less'];

/** Finds files that the change removes or renames while they are still named where they are run, loaded or copied. */
export const removedFileCheck: Check<NamedFileFacts> = change => {
  const { base, head, changed } = change;
  const isGone = (path: string): boolean => changed.has(path) && base.has(path) && !head.has(path) && isIndexed(path);
  const isMoved = (path: string): boolean => {
    const [, tail] = served.exec(path) ?? [];
    return tail !== undefined && [...changed.keys()].some(each => head.has(each) && each.endsWith(tail));
  };
  const broken = head.paths.flatMap((path): Break[] => {
    const facts = head.facts(path);
    if (facts?.kind !== 'names') return [];
    return facts.files.flatMap(({ purpose, paths, line, column, endColumn }) => {
      const gone = paths.find(each => base.has(each));
      if (gone === undefined || !isGone(gone) || paths.some(each => head.has(each))) return [];
      if ((purpose === 'template' || purpose === 'asset') && isMoved(gone)) return [];
      return [{ gone, purpose, place: { path, line, column, endColumn, message: `${quoted(gone)} is named here.` } }];
    });
  });
  const files = [...Map.groupBy(broken, ({ gone }) => gone)].flatMap(([gone, breaks]) =>
    weighed({ gone, breaks }, change, tree => madeBy(tree, gone)),
  );
  // Files that are named by the same ones were removed together.
  const groups = Map.groupBy(files, ({ breaks, doubt = '' }) =>
    [doubt, ...[...new Set(breaks.map(({ place }) => place.path))].sort()].join('\0'),
  );
  return [...groups.values()].map(told);
};

/** What of a tree may make a file that is not in git. */
function madeBy(tree: Tree<NamedFileFacts>, path: string): string | undefined {
  const sources = path.endsWith('.css') ? ofStyles : /\.html?$/.test(path) ? [] : ofScripts;
  const source = sources
    .map(ending => path.replace(/(?:\.d)?\.\w+$/, ending))
    .find(each => each !== path && tree.has(each));
  if (source !== undefined) return `adds ${quoted(source)}`;
  const ignoring = ignoredBy(tree, path);
  return ignoring === undefined ? undefined : `has ${quoted(ignoring)} leave it out`;
}

function told(files: readonly RemovedFile[]): CrossFileFinding {
  const [{ gone, doubt }, ...others] = files as [RemovedFile, ...RemovedFile[]];
  const breaks = files.flatMap(each => each.breaks);
  const related = breaks.map(({ place }) => place);
  const paths = related.map(({ path }) => path);
  const purposes = [...new Set(breaks.map(({ purpose }) => purpose))];
  const [purpose = 'package'] = purposes;
  const [is, it] = others.length === 0 ? ['is', 'it'] : ['are', 'them'];
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  const names = new Set(paths).size === 1 ? 'names' : 'name';
  const what = `${quoted(gone)}${more} ${is} removed or renamed, but ${filesThat(paths)} still ${names} ${it}`;
  const isMinor = breaks.every(
    each =>
      /^(?:types|main|part)$/.test(each.purpose) || (/^(?:page|asset)$/.test(each.purpose) && isIcon.test(each.gone)),
  );
  return {
    rule: 'cross-file/removed-file',
    severity: severityOfBreak(paths, isMinor ? 'low' : 'medium'),
    category: 'bug',
    title: purposes.length === 1 ? `${what}, so ${follows[purpose]}` : what,
    body: `Name what takes ${others.length === 0 ? 'its' : 'their'} place, remove what names ${it}, or keep ${it}.`,
    at: { path: gone, line: 1, column: 1, endColumn: 1, side: 'base' },
    related,
    ...(doubt !== undefined && { doubt }),
  };
}
