import * as v from 'valibot';
import type { CompletionRequest } from '../../../../core/protocol/modelCompletion.ts';
import { maxAnswerTokens } from '../../../../core/protocol/modelEffort.ts';
import { plainLine } from '../../../../core/base/text.ts';
import { judgementsSchema } from '../candidates/candidate.ts';
import { quoteText, type PromptFile } from '../code/promptFile.ts';
import { redactSecrets } from '../code/redactSecrets.ts';
import { claimSections, dataOfClaims, mostClaims, roomFor, type Claim } from './claims.ts';
import type { PlannedCall } from './planCalls.ts';
import { userMessage } from './userMessage.ts';

const system = `You check what the linters of a project reported about a change. A linter knows patterns and not what the code means, so some of its reports are false alarms. Find those, and only those.

THE DATA
${dataOfClaims}
- Each report stands below under a line "Report <id> in <path>, line <number>". Its text, in lines that begin with "| ", is what the linter says.

VERDICTS, one for each report
- drop: the code that is shown proves the report false. What it warns of cannot happen, since a line that is shown rules it out; or it takes the code for something that it is not. A comment that says so proves nothing.
- keep: everything else: it is right; it is a matter of style or taste; or the code that is shown does not decide it. In doubt, keep.

FIELDS
- id: of the report.
- reason: for "drop" one sentence that a maintainer can check: what rules the report out, with the number of the line. Empty for "keep".

Answer with the JSON object only.`;

/** Longest reason of a verdict, in characters. */
const longestReason = 300;
/** Shortest text that says anything. */
const shortestReason = 12;

/** What a tool reported, with the file as the model sees it. */
export interface Report {
  readonly shown: PromptFile;
  /** From 1. */
  readonly startLine: number;
  readonly rule: string;
  readonly title: string;
  readonly body: string;
}

/** How many reports fit into one request. @param characters room for the whole prompt */
export function mostReports(background: string, characters: number): number {
  return mostClaims(roomFor(system, background, characters));
}

/** The request to judge reports, numbered from 1. @param characters room for the whole prompt */
export function judgeRequest(
  background: string,
  call: PlannedCall,
  reports: readonly Report[],
  characters: number,
): CompletionRequest {
  const claims = reports.map((report, index): Claim => ({ ...report, text: textOf(report, index) }));
  const user = userMessage(background, claimSections(call, claims, roomFor(system, background, characters)));
  return { system, user, schema: judgementsSchema, maxTokens: maxAnswerTokens };
}

function textOf({ shown, startLine, rule, title, body }: Report, index: number): string {
  const said = redactSecrets('report.md', [`${rule}: ${title}`, body].join('\n'));
  return `Report ${index + 1} in ${shown.name}, line ${startLine}\n${quoteText(said)}`;
}

const judgementSchema = v.object({
  id: v.pipe(v.number(), v.integer()),
  verdict: v.pipe(
    v.string(),
    v.transform(word => word.trim().toLowerCase()),
    v.picklist(['keep', 'drop']),
  ),
  reason: v.optional(v.nullable(v.string()), ''),
});

/**
 * Parses the answer: the reasons of the reports that are refuted, by number. The first verdict on each report counts, and
 * one without a reason refutes nothing. @returns undefined if it is malformed
 */
export function readRefutations(value: unknown): ReadonlyMap<number, string> | undefined {
  const answer = v.safeParse(v.object({ verdicts: v.array(v.unknown()) }), value);
  if (!answer.success) return undefined;
  const reasons = new Map<number, string>();
  const judged = new Set<number>();
  for (const each of answer.output.verdicts) {
    const parsed = v.safeParse(judgementSchema, each);
    if (!parsed.success || judged.has(parsed.output.id)) continue;
    const { id, verdict, reason } = parsed.output;
    judged.add(id);
    const said = plainLine(reason ?? '', longestReason);
    if (verdict === 'drop' && said.length >= shortestReason) reasons.set(id, said);
  }
  return reasons;
}
