import type { EngineComment } from '../engine/engineComment.ts';

/** What a comment says; both are Markdown. */
export interface Words {
  /** One sentence: what this code does and what follows, with the names from the code. */
  readonly title: string;
  /** Why it matters and what to do. */
  readonly body: string;
}

/** A rule of an analyser, and how its reports are shown (docs/decisions/reviewers.md). */
export interface Rule<Report> {
  /** What follows if a finding is right; the record of the rule may lower it (`trackRecord.ts`). */
  readonly severity: EngineComment['severity'];
  readonly category: EngineComment['category'];
  readonly say: (report: Report) => Words;
  /** Set if each finding is about a name that nothing uses or defines. */
  readonly isAboutName?: true;
  /** Set if several in one file have one cause: they become one comment. */
  readonly isFoldedInFile?: true;
}

/** What a comment behind says of branches that are unfinished, or alike on purpose. */
export const alikeOnPurpose =
  /\b(?:TODO|FIXME)\b|\b(?:same|both|either|identical|alike|regardless|always|never|for now)\b/i;

const longestCode = 60;

/** Quotes code in a title: one line, shortened in the middle. */
export function quote(code: string): string {
  const line = code.replace(/\s+/g, ' ').trim();
  return quoteWhole(line.length <= longestCode ? line : `${line.slice(0, 40)} … ${line.slice(-15)}`);
}

/** Quotes what a parser or a compiler says, whole and on one line. */
export function quoteWhole(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const fence = line.includes('`') ? '``' : '`';
  const space = fence === '``' ? ' ' : '';
  return `${fence}${space}${line}${space}${fence}`;
}
