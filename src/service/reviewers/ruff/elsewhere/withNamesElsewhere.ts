import { listFirst } from '../../../engine/result/listFirst.ts';
import { pluralize } from '../../../engine/result/pluralize.ts';
import { locateFinding } from '../../../engine/result/locatedFinding.ts';
import type { Reviewer, ReviewerFinding } from '../../../engine/reviewer.ts';
import { askInTime } from '../../refining/askInTime.ts';
import { refined, type Repository } from '../../refining/refined.ts';
import { ambientNames, undefinedName } from './ambientNames.ts';
import { textsWithoutCatalogue, untranslated } from './catalogues.ts';
import { isTakenAway, withoutCause } from './causes.ts';
import { forCheckers, namedLater } from './lazyAnnotations.ts';
import { importStart } from './imports.ts';
import { installedNames } from './installedNames.ts';
import { firstNames, linesWith } from './otherFiles.ts';
import { requestsToOwnServers, unbounded } from './ownServers.ts';
import { takenImports, unusedImport } from './takenImports.ts';
import { isForPython3 } from './demandedPython.ts';
import { runsNotebook } from '../python/hosted/runsNotebook.ts';
import { isOfPython2 } from '../pythonVersions.ts';
import { requestsInTasks } from './taskLimits.ts';

/**
 * Ruff's reviewer without what only other files refute: names that are not defined but that other files of the merge base
 * use without a definition too, since something injects them, of which nothing tells why they are missing, which a
 * notebook may have from another that it runs, or which only Python 2 has and the project may be for, unused imports that
 * other files take from the module, requests whose address is a setting for a server of the own machine, or that a queue
 * ends with their task, and texts that are not translated where nothing is. Where git cannot tell in time, the findings
 * stay.
 */
export function withNamesElsewhere(reviewer: Reviewer, parts: Repository): Reviewer {
  return refined(reviewer, async (outcome, diff, signal) => {
    const shown = outcome.findings.filter(each => locateFinding(each) !== undefined);
    const asked = {
      ambient: shown.filter(each => each.rule === undefinedName && each.name !== undefined),
      checked: shown.filter(each => each.rule === forCheckers),
      printed: shown.filter(each => each.rule === printedTo),
      taken: shown.filter(each => each.rule === unusedImport),
      unbounded: shown.filter(each => each.rule === unbounded),
      untranslated: shown.filter(each => untranslated.test(each.rule)),
    };
    const ofPython2 = [...asked.ambient.filter(each => isOfPython2(each.file, each.name ?? '')), ...asked.printed];
    const unexplained = new Set(asked.ambient.filter(({ file }) => runsNotebook(file)));
    const refuted = new Set<ReviewerFinding>([...ofPython2, ...unexplained]);
    await askInTime(signal, async bounded => {
      if (ofPython2.length > 0 && (await isForPython3(parts, diff.mergeBase, bounded)))
        for (const each of ofPython2) if (!unexplained.has(each)) refuted.delete(each);
      const installed = new Set(await installedNames(asked.ambient, parts, bounded));
      for (const each of installed) refuted.add(each);
      for (const each of await namedLater([...asked.ambient, ...asked.checked], parts, bounded)) refuted.add(each);
      const names = asked.ambient.filter(each => !installed.has(each) && !refuted.has(each));
      const injected = new Set(await ambientNames(names, diff, reviewer, parts, bounded));
      const causeless = await withoutCause(names, parts, bounded);
      const ofBase = new Set(injected);
      for (const each of causeless) injected.add(each);
      const surely = await surelyInjected(injected, diff.mergeBase, parts, bounded);
      for (const each of [...injected, ...amongInjected(names, surely)]) {
        refuted.add(each);
        if (!ofBase.has(each)) unexplained.add(each);
      }
      for (const each of await takenImports(asked.taken, parts, bounded)) refuted.add(each);
      for (const each of await requestsToOwnServers(asked.unbounded, parts, bounded)) refuted.add(each);
      for (const each of await requestsInTasks(asked.unbounded, parts, diff.mergeBase, bounded)) refuted.add(each);
      for (const each of await textsWithoutCatalogue(asked.untranslated, parts, bounded)) refuted.add(each);
    });
    const kept = new Set([...refuted].filter(({ rule }) => rule === unusedImport).map(statementOf));
    const findings = outcome.findings
      .filter(each => !refuted.has(each))
      // Its fix would remove all unused names of the statement.
      .map(each => (each.rule === unusedImport && kept.has(statementOf(each)) ? { ...each, fix: undefined } : each));
    const depending = Object.values(asked)
      .flat()
      .map(({ file }) => file.path);
    const reason = [outcome.reason, untold(unexplained)].filter(each => each !== undefined).join('; ');
    return { findings, depending, ...(reason !== '' && { reason }) };
  });
}

/** `print >>file, text`, which is a statement of Python 2, and a shift of a function for Python 3. */
const printedTo = 'ruff/F633';

/** What is not told of names that nothing defines, as the rest of a sentence; undefined if there are none. */
function untold(findings: ReadonlySet<ReviewerFinding>): string | undefined {
  if (findings.size === 0) return undefined;
  const places = [...findings].map(({ file, range }) => `${file.path}:${range.startLine}`);
  const them = findings.size === 1 ? 'it' : 'them';
  return `did not tell of ${pluralize(findings.size, 'undefined name')}, since something else may define ${them}: ${listFirst([...new Set(places)])}`;
}

/**
 * Those whose names Python of the merge base has, and those without which no line of the file runs: one that the change
 * makes up, in a function that nobody calls, says nothing about others.
 */
async function surelyInjected(
  findings: ReadonlySet<ReviewerFinding>,
  mergeBase: string,
  parts: Repository,
  signal: AbortSignal,
): Promise<ReadonlySet<ReviewerFinding>> {
  const asked = firstNames([...findings].map(finding => ({ finding, name: finding.name ?? '' })));
  const lines = await linesWith(
    asked.map(({ name }) => name),
    parts,
    mergeBase,
    signal,
  );
  const words = new Set([...lines.values()].flat().flatMap(line => line.match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? []));
  const isNeeded = ({ file, range }: ReviewerFinding): boolean =>
    /^[\p{L}_]/u.test(file.lines[range.startLine - 1] ?? '');
  const sure = asked.filter(({ finding, name }) => words.has(name) || isNeeded(finding));
  return new Set(sure.map(({ finding }) => finding));
}

/** The other findings of files in which some name is injected, but for what the change takes away: there more may be. */
function amongInjected(
  findings: readonly ReviewerFinding[],
  injected: ReadonlySet<ReviewerFinding>,
): readonly ReviewerFinding[] {
  const paths = new Set([...injected].map(({ file }) => file.path));
  return findings.filter(each => paths.has(each.file.path) && !isTakenAway(each));
}

/** Path and line of the import statement that a finding is about. */
function statementOf({ file, range }: ReviewerFinding): string {
  return `${importStart(file.lines, range.startLine)} ${file.path}`;
}
