import type { AttributedFinding, LocatedFinding } from '../locatedFinding.ts';
import { wordOverlap } from './wordOverlap.ts';

/** Greatest distance, in lines, between duplicates. */
const nearLines = 2;
const sameWords = 0.3;
const sameTitle = 0.5;
/** Most findings on one line to compare with, so that the time stays linear; further duplicates are shown. */
const mostCompared = 50;

/**
 * Removes findings that several reviewers share. Keeps the one with a fix, else an analyser's before a model's, else the
 * first. A cleanup never duplicates a defect, and two secrets are never duplicates, however close they are.
 */
export function removeDuplicates(located: readonly LocatedFinding[]): LocatedFinding[] {
  const kept = new Map<string, KeptOfFile>();
  for (const each of [...located].sort((a, b) => rank(a.finding) - rank(b.finding))) {
    const { path } = each.finding.file;
    const ofFile = kept.get(path) ?? new KeptOfFile();
    kept.set(path, ofFile);
    ofFile.add(new Candidate(each));
  }
  return [...kept.values()].flatMap(({ all }) => all);
}

function rank({ fix, rule }: AttributedFinding): number {
  return (fix === undefined ? 2 : 0) + (rule.startsWith('model/') ? 1 : 0);
}

/** A finding with its words, which are computed on use. */
class Candidate {
  readonly located: LocatedFinding;
  #title: ReadonlySet<string> | undefined;
  #text: ReadonlySet<string> | undefined;

  constructor(located: LocatedFinding) {
    this.located = located;
  }

  get title(): ReadonlySet<string> {
    return (this.#title ??= words(this.located.finding.title));
  }

  get text(): ReadonlySet<string> {
    const { title, body } = this.located.finding;
    return (this.#text ??= words(`${title} ${body}`));
  }
}

class KeptOfFile {
  readonly all: LocatedFinding[] = [];
  /** Keys of the findings so far, see `keysOf`. */
  readonly #said = new Set<string>();
  readonly #byLine = new Map<number, Candidate[]>();

  add(candidate: Candidate): void {
    const { located } = candidate;
    const keys = keysOf(located);
    if (keys.some(key => this.#said.has(key)) || this.#isNear(candidate)) return;
    for (const key of keys) this.#said.add(key);
    this.all.push(located);
    const line = this.#byLine.get(located.startLine);
    if (line === undefined) this.#byLine.set(located.startLine, [candidate]);
    else if (line.length < mostCompared) line.push(candidate);
  }

  #isNear(candidate: Candidate): boolean {
    const { startLine } = candidate.located;
    for (let line = startLine - nearLines; line <= startLine + nearLines; line++)
      if (this.#byLine.get(line)?.some(other => isSameThing(other, candidate)) === true) return true;
    return false;
  }
}

/** Findings of one rule that share a key are duplicates. */
function keysOf({ finding: { rule, range, category, title, related } }: LocatedFinding): string[] {
  const place = `${rule}\0${range.startLine}\0`;
  // Several things that stood before one line are removed there.
  if (related !== undefined) return [`${place}\0${title}`];
  // Cleanups are grouped later, with all fixes; secrets may share a line.
  return [`${place}${range.startColumn}`, ...(category === 'bug' ? [`${place}\0${title}`] : [])];
}

/** Whether findings of different rules are duplicates. */
function isSameThing(a: Candidate, b: Candidate): boolean {
  const [one, other] = [a.located.finding, b.located.finding];
  if (one.rule === other.rule || (one.category === 'maintainability') !== (other.category === 'maintainability'))
    return false;
  const isOneLine = one.range.startLine === other.range.startLine;
  const isSecret = [one, other].some(({ reviewer }) => reviewer === 'secrets');
  if (one.reviewer === other.reviewer) {
    if (!isOneLine || (isSecret && one.range.startColumn !== other.range.startColumn)) return false;
    return wordOverlap(a.title, b.title) > sameTitle;
  }
  return (isOneLine || !isSecret) && wordOverlap(a.text, b.text) > sameWords;
}

/** Words that occur in any sentence. */
const commonWords = new Set(
  `all and any are but can does for from has have here into its line not only other than that the them then there they
  this use used using was when where which will with without you your`.split(/\s+/),
);

function words(text: string): Set<string> {
  return new Set((text.toLowerCase().match(/[a-z]{3,}/g) ?? []).filter(word => !commonWords.has(word)));
}
