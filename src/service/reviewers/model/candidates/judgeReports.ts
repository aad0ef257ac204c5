import { compareSeverity } from '../../../../core/review/severity.ts';
import { pluralize } from '../../../engine/result/pluralize.ts';
import { locateFinding } from '../../../engine/result/locatedFinding.ts';
import type { Refutation, ReviewerFinding } from '../../../engine/reviewer.ts';
import type { Complete } from '../chat/withDeadline.ts';
import type { PromptFile } from '../code/promptFile.ts';
import { redactionMark } from '../code/redactSecrets.ts';
import { judgeRequest, mostReports, readRefutations, type Report } from '../prompt/judgePrompt.ts';
import type { PlannedCall } from '../prompt/planCalls.ts';
import type { Judgement, ReviewStats } from '../reviewStats.ts';

interface JudgeOptions {
  readonly ask: Complete;
  readonly background: string;
  readonly calls: readonly PlannedCall[];
  readonly shown: readonly PromptFile[];
  /** How often a report has to be refuted. */
  readonly checks: number;
  /** Longest prompt, in characters. */
  readonly characters: number;
  /** Most calls of the whole review, those before included. */
  readonly mostCalls: number;
  readonly stats: ReviewStats;
}

/** A tool's finding as a report to the model. */
interface Judged extends Report {
  readonly finding: ReviewerFinding;
  /** The reason of the latest refutation. */
  readonly reason: string;
}

/**
 * Has the findings that may be refuted judged with the code that a finder read, within the budget of the review. One is
 * refuted if every check says so, with a reason. What is not judged stays, whatever the cause.
 * @param others what the reviewers before it found
 */
export async function judgeReports(others: readonly ReviewerFinding[], options: JudgeOptions): Promise<Judgement> {
  const { background, calls, shown, characters, stats } = options;
  const reports = others.filter(({ mayBeRefuted }) => mayBeRefuted === true).flatMap(each => reportOf(each, shown));
  // The most severe ones are judged while there is room.
  const waiting = new Set(reports.toSorted((a, b) => compareSeverity(a.finding.severity, b.finding.severity)));
  const refuted: Refutation[] = [];
  for (const [index, call] of calls.entries()) {
    const names = new Set(call.pieces.map(({ name }) => name));
    const ofCall = [...waiting]
      .filter(each => names.has(each.shown.name))
      .slice(0, mostReports(background, characters));
    if (ofCall.length === 0 || !stats.isAnswered(index)) continue;
    const dropped = await judgeCall(ofCall, call, options);
    if (dropped === undefined) continue;
    for (const each of ofCall) waiting.delete(each);
    refuted.push(...dropped.map(({ finding, reason }) => ({ finding, reason })));
  }
  const of = (count: number): string => `${pluralize(count, 'finding')} of the project’s tools`;
  const judged = reports.length - waiting.size;
  const told = [
    ...(judged === 0 ? [] : [`refuted ${refuted.length} of ${of(judged)}`]),
    ...(waiting.size === 0 ? [] : [`did not judge ${of(waiting.size)}, which stay`]),
  ];
  return { refuted, told };
}

/** The reports that every check refutes; undefined if the budget or the model ends before that is known. */
async function judgeCall(
  reports: readonly Judged[],
  call: PlannedCall,
  { ask, background, checks, characters, mostCalls, stats }: JudgeOptions,
): Promise<readonly Judged[] | undefined> {
  let left = reports;
  for (let check = 0; check < checks && left.length > 0; check++) {
    if (stats.calls >= mostCalls) return undefined;
    const request = judgeRequest(background, call, left, characters);
    const completion = await ask(request);
    stats.callMade(request);
    const reasons = completion.status === 'answered' ? readRefutations(completion.value) : undefined;
    if (reasons === undefined) return undefined;
    left = left.flatMap((each, at) => {
      const reason = reasons.get(at + 1);
      return reason === undefined ? [] : { ...each, reason };
    });
  }
  return left;
}

/** None where the finding is on no line that is shown, or a secret was taken out of its lines. */
function reportOf(finding: ReviewerFinding, shown: readonly PromptFile[]): Judged[] {
  const file = shown.find(each => each.file.path === finding.file.path);
  const place = file === undefined ? undefined : locateFinding(finding);
  if (file === undefined || place === undefined) return [];
  const { startLine, endLine } = place;
  if (file.lines.slice(startLine - 1, endLine).some(line => line.includes(redactionMark))) return [];
  const { rule, title, body } = finding;
  return [{ finding, shown: file, startLine, rule, title, body, reason: '' }];
}
