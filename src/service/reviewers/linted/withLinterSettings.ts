import { posix } from 'node:path';
import { findObjects, readObjects } from '../../../git/content/objects.ts';
import type { Reviewer, ReviewerFinding } from '../../engine/reviewer.ts';
import { askInTime } from '../refining/askInTime.ts';
import { refined, type Repository } from '../refining/refined.ts';
import {
  biomeSettings,
  flatSettings,
  ignoreList,
  jsonSettings,
  manifestSettings,
  scriptSettings,
} from './eslintSettings.ts';
import { foldersOf } from '../../../core/system/foldersOf.ts';
import { isUnusedName } from './isUnusedName.ts';
import { preCommitSettings } from './preCommitSettings.ts';
import { flake8Settings, pyprojectSettings, ruffTomlSettings } from './pythonSettings.ts';
import type { IsUnchecked } from './verdict.ts';

type Readers = Readonly<Record<string, (text: string) => IsUnchecked>>;

const shared: Readers = { '.pre-commit-config.yaml': preCommitSettings };
/** The files that say which files the linters of a language check for unused names, by reviewer. */
const readers: Readonly<Record<string, Readers>> = {
  eslint: {
    ...shared,
    ...Object.fromEntries(
      ['js', 'mjs', 'cjs', 'ts', 'mts', 'cts'].map(ending => [`eslint.config.${ending}`, flatSettings] as const),
    ),
    '.eslintrc': jsonSettings,
    '.eslintrc.json': jsonSettings,
    '.eslintrc.js': scriptSettings,
    '.eslintrc.cjs': scriptSettings,
    '.eslintignore': ignoreList,
    '.oxlintrc.json': jsonSettings,
    'package.json': manifestSettings,
    'biome.json': biomeSettings,
    'biome.jsonc': biomeSettings,
  },
  ruff: {
    ...shared,
    'pyproject.toml': pyprojectSettings,
    'ruff.toml': ruffTomlSettings,
    '.ruff.toml': ruffTomlSettings,
    '.flake8': flake8Settings,
    'setup.cfg': flake8Settings,
    'tox.ini': flake8Settings,
  },
};
const mostFolders = 200;
const longestFile = 256 << 10;

/**
 * A reviewer whose unused names count as hidden where the project's own linters are not to look for them: it keeps the
 * file from them, or has the rule off. The settings are those of the head, and are read as data. Where they do not say it
 * in so many words, or git cannot tell, the findings stay.
 */
export function withLinterSettings(reviewer: Reviewer, repository: Repository): Reviewer {
  const known = readers[reviewer.id];
  if (known === undefined) return reviewer;
  return refined(reviewer, async (outcome, _, signal) => {
    const paths = outcome.findings.filter(isUnusedName).map(({ file }) => file.path);
    if (paths.length === 0) return undefined;
    let settings: readonly Settings[] = [];
    await askInTime(signal, async bounded => {
      settings = await settingsAbove(paths, known, repository, bounded);
    });
    const unchecked = new Set(paths.filter(path => isUnchecked(path, settings)));
    const isHidden = (each: ReviewerFinding): boolean =>
      isUnusedName(each) && each.hiddenBy === undefined && unchecked.has(each.file.path);
    const findings = outcome.findings.map(each => (isHidden(each) ? { ...each, hiddenBy: 'tool' as const } : each));
    return { findings, depending: paths };
  });
}

/** What a file of settings says of the files in its folder and below. */
interface Settings {
  readonly folder: string;
  readonly says: IsUnchecked;
}

/** The settings in the folders above some paths. */
async function settingsAbove(
  paths: readonly string[],
  known: Readers,
  { git, job: { root, head } }: Repository,
  signal: AbortSignal,
): Promise<Settings[]> {
  // Git is asked line by line.
  const above = paths.flatMap(foldersOf).filter(folder => !folder.includes('\n'));
  const folders = [...new Set(above)].slice(0, mostFolders);
  const asked = folders.flatMap(folder => Object.entries(known).map(([name, read]) => ({ folder, name, read })));
  const names = asked.map(({ folder, name }) => `${head}:${posix.join(folder, name)}`);
  const found = await findObjects(git, root, names, signal);
  const here = asked.flatMap((each, index) => {
    const object = found[index];
    return object === undefined || object.size > longestFile ? [] : [{ ...each, id: object.id }];
  });
  const ids = here.map(({ id }) => id);
  const texts = await readObjects(git, root, ids, signal);
  return here.flatMap(({ folder, read, id }) => {
    const text = texts.get(id)?.toString('utf8');
    return text === undefined ? [] : [{ folder, says: read(text) }];
  });
}

/** Whether the settings that are nearest to a file, of those that say anything of it, keep it from the check. */
function isUnchecked(path: string, settings: readonly Settings[]): boolean {
  for (const folder of foldersOf(path)) {
    const within = folder === '.' ? path : path.slice(folder.length + 1);
    const said = settings.filter(each => each.folder === folder).map(({ says }) => says(within));
    if (said.includes(true)) return true;
    if (said.includes(false)) return false;
  }
  return false;
}
