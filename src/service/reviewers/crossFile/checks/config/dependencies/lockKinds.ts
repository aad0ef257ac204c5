import { readCargoManifest } from './cargoFiles.ts';
import { readComposerLock, readComposerManifest } from './composerFiles.ts';
import type { Lock, Manifest } from './dependencyFacts.ts';
import { readGemfile, readGemfileLock } from './gemFiles.ts';
import { readGoModule, readGoSum } from './goFiles.ts';
import { isAskedAlike, isAskedInWorkspace, isInPackageLock, isInSum, isInVersions, type IsLocked } from './isLocked.ts';
import { readBunLock, readPackageJson, readPackageLock } from './npmFiles.ts';
import { readPnpmLock } from './pnpmLock.ts';
import { pythonName, readPackageTables, readPipfile, readPipfileLock, readPyproject } from './pythonFiles.ts';
import { isUvLocked, readUvLock } from './uvLock.ts';
import { readYarnLock } from './yarnLock.ts';

/** A kind of lock file. */
export interface LockKind {
  /** File name of the manifest that it follows. */
  readonly manifest: string;
  readonly read: (text: string) => Lock | undefined;
  readonly isLocked: IsLocked;
  /** Whether it also follows manifests in folders below. */
  readonly isShared: boolean;
  /** Set if below it follows only the members of its manifest and what these take from folders. */
  readonly isOfMembers?: true;
  /** The tool that a manifest has to be for, where other tools have the same manifest and one may be left for another. */
  readonly tool?: string;
  /** The command that brings it up to date. */
  readonly update: string;
  /** The command that fails while it is not. */
  readonly fails: string;
  /** That command in a script, where the usual one brings the lock file up to date instead. */
  readonly insists?: RegExp;
}

/** How manifests are read, by file name. */
export const manifests: Readonly<Record<string, (text: string) => Manifest | undefined>> = {
  'package.json': readPackageJson,
  'pyproject.toml': readPyproject,
  Pipfile: readPipfile,
  'Cargo.toml': readCargoManifest,
  'go.mod': readGoModule,
  'composer.json': readComposerManifest,
  Gemfile: readGemfile,
};

const ofNode = { manifest: 'package.json', isShared: true } as const;
const npm = {
  ...{ ...ofNode, read: readPackageLock, isLocked: isInPackageLock },
  ...{ update: 'npm install', fails: 'npm ci', insists: /\bnpm (?:-\S+ )*(?:ci|cit|clean-install)\b/ },
};

const isPythonLocked = isInVersions('python', pythonName);

/** What Pipenv makes of a version without an operator is not what its manual says. */
const isPipenvLocked: IsLocked = (requirement, ...rest) =>
  /^\d/.test(requirement.range) ? undefined : isPythonLocked(requirement, ...rest);

/** By file name. */
export const lockKinds: Readonly<Record<string, LockKind>> = {
  'package-lock.json': npm,
  'npm-shrinkwrap.json': npm,
  'pnpm-lock.yaml': {
    ...{ ...ofNode, read: readPnpmLock, isLocked: isAskedAlike },
    ...{ update: 'pnpm install', fails: 'pnpm install --frozen-lockfile' },
  },
  'yarn.lock': {
    ...{ ...ofNode, read: readYarnLock, isLocked: isAskedAlike },
    ...{ update: 'yarn install', fails: 'yarn install --frozen-lockfile' },
  },
  'bun.lock': {
    ...{ ...ofNode, read: readBunLock, isLocked: isAskedInWorkspace },
    ...{ update: 'bun install', fails: 'bun install --frozen-lockfile' },
    insists: /\bbun ci\b|\bbun (?:i|install)\b[^\n]{0,200}--frozen-lockfile/,
  },
  'poetry.lock': {
    ...{ manifest: 'pyproject.toml', read: readPackageTables, isLocked: isPythonLocked },
    ...{ isShared: false, tool: 'poetry', update: 'poetry lock', fails: 'poetry install' },
  },
  'uv.lock': {
    ...{ manifest: 'pyproject.toml', read: readUvLock, isLocked: isUvLocked },
    ...{ isShared: true, update: 'uv lock', fails: 'uv sync --locked' },
    insists: /\buv (?:sync|run|export)\b[^\n]{0,200}--locked|\bUV_LOCKED\b|\buv lock --(?:check|locked)/,
  },
  'Pipfile.lock': {
    ...{ manifest: 'Pipfile', read: readPipfileLock, isLocked: isPipenvLocked },
    ...{ isShared: false, update: 'pipenv lock', fails: 'pipenv install --deploy' },
    insists: /\bpipenv (?:install\b[^\n]{0,200}--deploy|verify)/,
  },
  'Cargo.lock': {
    ...{ manifest: 'Cargo.toml', read: readPackageTables, isLocked: isInVersions('cargo', pythonName) },
    ...{ isShared: true, isOfMembers: true, update: 'cargo update --workspace', fails: 'cargo build --locked' },
    insists: /\bcargo\b[^\n]{0,200}--(?:locked|frozen)\b/,
  },
  'go.sum': {
    ...{ manifest: 'go.mod', read: readGoSum, isLocked: isInSum },
    ...{ isShared: false, update: 'go mod tidy', fails: 'go build' },
  },
  'composer.lock': {
    ...{
      manifest: 'composer.json',
      read: readComposerLock,
      isLocked: isInVersions('composer', name => name.toLowerCase()),
    },
    ...{ isShared: false, update: 'composer update', fails: 'composer install' },
  },
  'Gemfile.lock': {
    ...{ manifest: 'Gemfile', read: readGemfileLock, isLocked: isInVersions('python', name => name) },
    ...{ isShared: false, update: 'bundle lock', fails: 'bundle install --frozen' },
    insists:
      /\bbundle\b[^\n]{0,200}\b(?:frozen|deployment)\b|\bBUNDLE_(?:FROZEN|DEPLOYMENT)\b|\bbundler-cache: *true\b/,
  },
};
