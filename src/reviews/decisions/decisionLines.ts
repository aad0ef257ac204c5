import { isObject } from '../../api/decode/aliases.ts';
import { isSameGitDirectory, type GitDirectory } from '../../git/repository/gitDirectory.ts';
import { areTwoHosts } from '../../git/repository/remotes.ts';
import type { StoredDecision } from './decisions.ts';
import type { FindingIdentity } from './matchFindings.ts';

/** Where something was decided. */
export interface DecidedHome {
  /** Undefined where no remote tells it. */
  readonly host: string | undefined;
  readonly directory: GitDirectory;
}

/** A decision as it is written down. */
export interface DecisionLine {
  readonly stored: StoredDecision;
  /** Undefined where it was not noted, or the repository was not open. */
  readonly home: DecidedHome | undefined;
  /** Higher than that of every decision that was known when it was made. */
  readonly order: number;
}

/** Writes a decision down, in one line. */
export function writeLine({ stored: { id, decision, finding }, home, order }: DecisionLine): string {
  return JSON.stringify({ fingerprint: id, ...decision, finding, ...home, order });
}

/** Reads what was written down, without lines that are truncated or malformed. */
export function readLines(text: string): DecisionLine[] {
  let order = 0;
  return text.split('\n').flatMap(each => {
    const line = readLine(each);
    if (line === undefined) return [];
    // One of an earlier version comes after what is above it.
    order = Math.max(order, line.order);
    return [{ ...line, order }];
  });
}

/**
 * Whether a decision in the file of a repository's name was made in it: in the same git directory, in a clone of the same
 * host, or before it was noted where. Two names of a host that may be one, such as an SSH alias, count as one.
 */
export function isOfNamed({ home }: DecisionLine, own: DecidedHome | undefined): boolean {
  if (home === undefined) return true;
  if (own === undefined) return false;
  const areOfHosts = home.host !== undefined && own.host !== undefined;
  return isSameGitDirectory(home.directory, own.directory) || (areOfHosts && !areTwoHosts(home.host, own.host));
}

/** Whether a decision was made in a git directory, whatever its remotes were then. */
export function isOfDirectory({ home }: DecisionLine, own: DecidedHome): boolean {
  return home !== undefined && isSameGitDirectory(home.directory, own.directory);
}

function readLine(text: string): DecisionLine | undefined {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(json) || typeof json['fingerprint'] !== 'string') return undefined;
  const decision = readDecision(json);
  const { fingerprint: id, finding, host, directory, order } = json;
  if (decision === undefined || (finding !== undefined && !isIdentity(finding))) return undefined;
  if (directory !== undefined && !isGitDirectory(directory)) return undefined;
  const home = directory && { host: typeof host === 'string' ? host : undefined, directory };
  return { stored: { id, decision, finding }, home, order: typeof order === 'number' ? order : 0 };
}

function readDecision({ state, at, reason }: Record<string, unknown>): StoredDecision['decision'] | undefined {
  if (state === 'open' || state === 'forgotten') return { state };
  if (typeof at !== 'number') return undefined;
  if (state === 'done') return { state, at, ...(typeof reason === 'string' && { reason }) };
  return state === 'dismissed' ? { state, at, reason: typeof reason === 'string' ? reason : '' } : undefined;
}

function isIdentity(value: unknown): value is FindingIdentity {
  if (!isObject(value)) return false;
  const { key, turn, surroundings, members } = value;
  const isKnown = typeof key === 'string' && typeof turn === 'number' && (members === undefined || areTexts(members));
  if (surroundings === undefined) return isKnown;
  return isKnown && isObject(surroundings) && areTexts(surroundings['above']) && areTexts(surroundings['below']);
}

function isGitDirectory(value: unknown): value is GitDirectory {
  if (!isObject(value) || typeof value['path'] !== 'string') return false;
  return ['born', 'inode'].every(name => value[name] === undefined || typeof value[name] === 'string');
}

function areTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(each => typeof each === 'string');
}
