import { dirname, join, relative } from 'node:path/posix';
import { matchesGlob } from '../../../../../../core/system/glob.ts';
import { foldersOf } from '../../../../../../core/system/foldersOf.ts';
import type { Check, CrossFileFinding, Place, Tree, TreeChange } from '../../../check.ts';
import { isTestPath } from '../../../../../engine/reviewer.ts';
import type { DependencyFacts, Requirement } from './dependencyFacts.ts';
import { own } from './isLocked.ts';
import { anyFolder } from './yarnLock.ts';
import { lockKinds, manifests, type LockKind } from './lockKinds.ts';

type Facts = Tree<DependencyFacts>;

/** A manifest and the lock file that follows it. */
interface Pair {
  readonly manifest: string;
  readonly lock: string;
  readonly kind: LockKind;
}

/** What a lock file lacks of what a manifest asks for. */
interface Lacking extends Pair {
  readonly requirement: Requirement;
}

/**
 * Finds lock files that do not follow their manifest, though they did at the base: what the manifest asks for is compared
 * with what the lock file has.
 */
export const lockFileCheck: Check<DependencyFacts> = change => {
  const { base, head, changed } = change;
  const ownNames = new Set([...namesIn(base), ...namesIn(head)]);
  const lacking = head.paths.flatMap(manifest => {
    if (manifests[fileName(manifest)] === undefined || isTestPath(manifest)) return [];
    const pairs = locksOf(manifest, head);
    const nearest = folderOf(pairs[0]?.lock ?? '');
    if (!pairs.some(({ lock }) => changed.has(manifest) || changed.has(lock))) return [];
    const states = pairs.map(pair => ({
      pair,
      before: missing(pair, base, ownNames),
      after: missing(pair, head, ownNames),
    }));
    // In a workspace Yarn 1 does not even insist on its lock file where it is told to.
    if (pairs.some(({ lock }) => isOfYarn1(lock, head) && isOfWorkspace(lock, head))) return [];
    // One of several lock files that follows is the one that is used.
    if (states.some(({ after }) => after?.length === 0)) return [];
    // Of several, one that the change leaves as it is while it brings another up to date was left behind.
    const areKept = pairs.some(({ lock }) => changed.has(lock));
    const failing = states.find(
      ({ pair, before, after }) =>
        folderOf(pair.lock) === nearest &&
        (areKept ? changed.has(pair.lock) : changed.has(manifest)) &&
        before?.length === 0 &&
        after !== undefined,
    );
    return failing?.after?.map(requirement => ({ ...failing.pair, requirement })) ?? [];
  });
  return [...Map.groupBy(lacking, ({ lock }) => lock).values()].map(each => finding(each, change));
};

/** The lock files that a manifest may have, in its folder and above, the nearest first. */
function locksOf(manifest: string, tree: Facts): Pair[] {
  const folders = foldersOf(manifest);
  // pnpm installs what is in its workspace, whatever lock file of another lies there.
  const isOfPnpm = folders.some(folder => tree.has(join(folder, 'pnpm-workspace.yaml')));
  const kinds = Object.entries(lockKinds).filter(
    ([name, kind]) =>
      kind.manifest === fileName(manifest) &&
      (!isOfPnpm || name === 'pnpm-lock.yaml' || kind.manifest !== 'package.json'),
  );
  return folders.flatMap((folder, index) =>
    kinds.flatMap(([name, kind]) => {
      const lock = join(folder, name);
      const isOwn = index === 0 && !isLockedAbove(manifest, name, tree);
      return tree.has(lock) && (isOwn || (index > 0 && kind.isShared)) ? [{ manifest, lock, kind }] : [];
    }),
  );
}

/** Whether another manifest, which has the lock file of this name, installs what a manifest asks for too. */
function isLockedAbove(manifest: string, lock: string, tree: Facts): boolean {
  const name = fileName(manifest);
  return foldersOf(manifest)
    .slice(1)
    .some(folder => tree.has(join(folder, lock)) && isMember(manifest, join(folder, name), tree));
}

/** Whether a manifest in a folder above says that it installs what another one asks for. */
function isMember(manifest: string, root: string, tree: Facts): boolean {
  const { members = [], excluded = [] } = tree.facts(root)?.manifest ?? {};
  const path = relative(dirname(root), manifest);
  // What is named is a member even in a folder that is excluded.
  if (members.includes(path)) return true;
  return members.some(each => matchesGlob(each, path)) && !excluded.some(each => matchesGlob(each, path));
}

/** The manifests of the packages of a manifest: itself, its members, and what one of them takes from its folder. */
function reachedFrom(root: string, tree: Facts): ReadonlySet<string> {
  const reached = new Set([root, ...tree.paths.filter(path => isMember(path, root, tree))]);
  // Those that are added on the way are gone through as well.
  for (const path of reached)
    for (const each of tree.facts(path)?.manifest?.local ?? []) reached.add(join(dirname(path), each));
  return reached;
}

/** What a lock file lacks; undefined if there is nothing to compare. */
function missing(
  { manifest, lock, kind }: Pair,
  tree: Facts,
  ownNames: ReadonlySet<string>,
): Requirement[] | undefined {
  const [asking, holding] = [tree.facts(manifest)?.manifest, tree.facts(lock)?.lock];
  if (asking === undefined || holding === undefined) return undefined;
  if (kind.tool !== undefined && asking.tools?.includes(kind.tool) !== true) return undefined;
  const top = folderOf(lock);
  const folder = folderOf(manifest) === top ? '.' : folderOf(manifest).slice(top === '' ? 0 : top.length + 1);
  const rootPath = join(top, kind.manifest);
  if (kind.isOfMembers === true && !reachedFrom(rootPath, tree).has(manifest)) return undefined;
  const root = tree.facts(rootPath)?.manifest;
  const overridden = new Set([asking, root, holding].flatMap(each => each?.overrides ?? []));
  const compared = asking.requires
    .map(each => ({
      ...each,
      name: (each.range === '' ? own(root?.offeredNames ?? {}, each.name) : undefined) ?? each.name,
    }))
    .filter(({ name }) => !ownNames.has(name) && !overridden.has(name))
    .map(each => ({ each, isLocked: kind.isLocked(each, holding, folder) }));
  if (compared.length > 0 && compared.every(({ isLocked }) => isLocked === undefined)) return undefined;
  return compared.flatMap(({ each, isLocked }) => (isLocked === false ? [each] : []));
}

function finding(lacking: readonly Lacking[], { changed, head }: TreeChange<DependencyFacts>): CrossFileFinding {
  const isNew = ({ manifest, requirement: { line } }: Lacking): boolean => changed.get(manifest)?.has(line) === true;
  const [first, ...others] = [...lacking.filter(isNew), ...lacking.filter(each => !isNew(each))] as [Lacking];
  const { lock, kind } = first;
  const name = fileName(lock);
  const names = [...new Set([first, ...others].map(asked))];
  const what = names.length === 1 ? `${asked(first)} is` : `${asked(first)} and ${names.length - 1} more are`;
  const isResolvedAnew = isOfYarn1(lock, head);
  return {
    rule: 'cross-file/lock-file',
    severity: isResolvedAnew || isBroughtUpToDate(first, head) ? 'low' : 'medium',
    category: 'bug',
    title: `${what} not in \`${name}\`: ${isResolvedAnew ? 'each installation resolves it anew' : `\`${kind.fails}\` fails`}`,
    body: [
      `\`${lock}\` does not have what \`${first.manifest}\` asks for: ${names.slice(0, 10).join(', ')}${names.length > 10 ? ', …' : ''}.`,
      `Run \`${kind.update}\` and commit \`${lock}\` too.`,
    ].join(' '),
    at: placeOf(first),
    related: others.map(each => ({ ...placeOf(each), message: `${asked(each)} is not in ${name} either.` })),
  };
}

/** Whether no file that installs the packages insists on the lock file, so that each installation brings it up to date. */
function isBroughtUpToDate({ lock, kind }: Lacking, tree: Facts): boolean {
  const isInsisting = (path: string): boolean => tree.facts(path)?.insistsOn?.includes(fileName(lock)) === true;
  return kind.insists !== undefined && !tree.paths.some(isInsisting);
}

function isOfWorkspace(lock: string, tree: Facts): boolean {
  const folder = folderOf(lock);
  return tree.facts(folder === '' ? 'package.json' : `${folder}/package.json`)?.manifest?.workspaces !== undefined;
}

/** Yarn 1 does not insist on its lock file. */
function isOfYarn1(lock: string, tree: Facts): boolean {
  return fileName(lock) === 'yarn.lock' && tree.facts(lock)?.lock?.asked?.[anyFolder] !== undefined;
}

function placeOf({ manifest, requirement: { line, column, endColumn } }: Lacking): Place {
  return { path: manifest, line, column, endColumn };
}

function asked({ requirement: { name, range } }: Lacking): string {
  return range === '' ? `\`${name}\`` : `\`${name}\` ${range}`;
}

/** The names of what the repository itself makes, which lock files list in many ways or not at all. */
function namesIn(tree: Facts): string[] {
  return tree.paths.flatMap(path => {
    const { name = [], workspaces = [] } = tree.facts(path)?.manifest ?? {};
    return [name, workspaces].flat();
  });
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
