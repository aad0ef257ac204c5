import type { DiffModel } from '../../engine/diff/diffFile.ts';
import { locateFinding } from '../../engine/result/locatedFinding.ts';
import type { Reviewer, ReviewerFinding } from '../../engine/reviewer.ts';
import { askInTime } from '../refining/askInTime.ts';
import { refined, type Repository } from '../refining/refined.ts';
import { fileBefore } from '../fileBefore.ts';
import { refusalsOfUnused } from './compilerSettings.ts';
import { filesBuiltWithout } from './compilingBuilds.ts';
import { isUnusedName } from './isUnusedName.ts';

const typed = /\.[cm]?tsx?$/;

/**
 * A reviewer that tells of names that nothing uses only where something follows: the compiler is to refuse them, or the
 * change takes their last use away. What a new file brings too much is right and trivial. Names at lines that the change
 * leaves alone stay, since they say whether the project lives with them.
 */
export function withRefusedNames(reviewer: Reviewer, { git, job: { root, head } }: Repository): Reviewer {
  return refined(reviewer, async (outcome, diff, signal) => {
    const asked = new Set(outcome.findings.filter(each => isUnusedName(each) && locateFinding(each) !== undefined));
    if (asked.size === 0) return undefined;
    const paths = [...new Set([...asked].map(({ file }) => file.path))].filter(path => typed.test(path));
    let refusing: (path: string) => string | undefined = () => undefined;
    let builtWithout: ReadonlySet<string> = new Set();
    await askInTime(signal, async bounded => {
      const commit = { git, root, commit: head };
      refusing = await refusalsOfUnused(paths, commit, bounded);
      builtWithout = await filesBuiltWithout(paths, commit, bounded);
    });
    const isLeftOver = await leftOverIn([...asked], reviewer, diff, signal);
    const findings = outcome.findings.flatMap(each => {
      if (!asked.has(each)) return [each];
      const settings = typed.test(each.file.path) ? refusing(each.file.path) : undefined;
      if (settings !== undefined) return [refused(each, settings, builtWithout.has(each.file.path))];
      return isLeftOver(each) ? [each] : [];
    });
    return { findings, depending: paths };
  });
}

function refused(finding: ReviewerFinding, settings: string, isBuiltWithout: boolean): ReviewerFinding {
  return {
    ...finding,
    severity: isBuiltWithout ? 'low' : 'medium',
    title: finding.title.replace(/\.$/, ', which the compiler refuses.'),
    body: `\`noUnusedLocals\` is on in \`${settings}\`, so that \`tsc\` reports it as an error. ${finding.body}`,
  };
}

/** Finds the names that were used before the change. */
async function leftOverIn(
  asked: readonly ReviewerFinding[],
  reviewer: Reviewer,
  diff: DiffModel,
  signal: AbortSignal,
): Promise<(finding: ReviewerFinding) => boolean> {
  const files = [...new Set(asked.map(({ file }) => file))].filter(({ baseBlob }) => baseBlob !== undefined);
  const before = files.map(fileBefore);
  if (before.length === 0) return () => false;
  const outcome = await reviewer.review({ ...diff, files: before, shortened: [] }, signal);
  if (outcome.status !== 'ok') return () => false;
  const texts = new Map(before.map(({ path, text }) => [path, new Set(text.match(word))]));
  const unused = new Set(outcome.findings.filter(isUnusedName).map(keyOf));
  return finding => texts.get(finding.file.path)?.has(lastWord(finding)) === true && !unused.has(keyOf(finding));
}

const word = /[\w$]+/g;

/** What an import of Python calls a name: `path` of `os.path`. */
function lastWord({ name = '' }: ReviewerFinding): string {
  return name.match(word)?.at(-1) ?? '';
}

function keyOf(finding: ReviewerFinding): string {
  return `${lastWord(finding)} ${finding.file.path}`;
}
