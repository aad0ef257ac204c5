import * as v from 'valibot';
import type { CompletionRequest } from '../../../../core/protocol/modelCompletion.ts';
import { maxAnswerTokens } from '../../../../core/protocol/modelEffort.ts';
import { severities, severityMeanings, verdictsSchema } from '../candidates/candidate.ts';
import { claimSections, dataOfClaims, mostClaims, roomFor, type Claim } from './claims.ts';
import type { PlannedCall } from './planCalls.ts';
import { kebabCase, type PlacedCandidate } from '../candidates/placeCandidate.ts';
import { quoteText } from '../code/promptFile.ts';
import { userMessage } from './userMessage.ts';

const system = `You are the second reviewer of a change to a code base. The first one named possible defects; many of them are wrong. Try to refute each. Keep only what would make an experienced maintainer change the code before merging.

THE DATA
${dataOfClaims}
- Each candidate stands below under a line "Candidate <id> in <path>, line <number>". Its text, in lines that begin with "| ", is what the first reviewer claims.

VERDICTS, one for each candidate
- drop: the code that is shown does not prove it; the trigger cannot happen or is handled; it was there before the change; it is style, taste, documentation, a missing test, or something that a compiler or linter says; it says the same as an earlier candidate; or you are in doubt.
- keep: the defect is real, on that line or because that line is gone, brought in by the change, and told rightly.
- correct: the defect is real, but severity, text or fix are wrong. Give them as they should be.
Severities: ${severityMeanings}.

FIELDS
- id: of the candidate. reason: one sentence.
- severity, title, body, trigger, old_code, new_code: for "correct" as they should be, old_code and new_code empty where there is no fix that repairs it completely. For the other verdicts leave the texts empty.

Answer with the JSON object only.`;

/** How many candidates fit into one request. @param characters room for the whole prompt */
export function maxVerified(background: string, characters: number): number {
  return mostClaims(roomFor(system, background, characters));
}

/**
 * The request of the second step, which verifies candidates with the code that their finder had.
 * @param characters room for the whole prompt
 */
export function verifyRequest(
  background: string,
  call: PlannedCall,
  candidates: readonly PlacedCandidate[],
  characters: number,
): CompletionRequest {
  const claims = candidates.map((placed, index): Claim => ({ ...placed, text: claimOf(placed, index) }));
  const sections = claimSections(call, claims, roomFor(system, background, characters));
  const user = userMessage(background, sections);
  return { system, user, schema: verdictsSchema, maxTokens: maxAnswerTokens };
}

function claimOf({ candidate, shown, startLine, category, severity }: PlacedCandidate, index: number): string {
  const { title, body, trigger, oldCode, newCode } = candidate;
  const fix = oldCode === '' ? {} : { old_code: `\n${oldCode}`, new_code: `\n${newCode}` };
  // By the names of the answer's fields, so that none is taken for a part of another.
  const fields = { severity, category, title, body, trigger, ...fix };
  const claim = Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
  return `Candidate ${index + 1} in ${shown.name}, line ${startLine}\n${quoteText(claim)}`;
}

/** The second pass's result for one candidate. */
interface Verdict {
  /** Number of the candidate, from 1. */
  readonly id: number;
  readonly verdict: 'keep' | 'drop' | 'correct';
  readonly severity: string;
  readonly title: string;
  readonly body: string;
  readonly trigger: string;
  readonly oldCode: string;
  readonly newCode: string;
}

const textOr = v.optional(v.nullable(v.string()), '');
const verdictSchema = v.pipe(
  v.object({
    id: v.pipe(v.number(), v.integer()),
    verdict: v.pipe(v.string(), v.transform(kebabCase), v.picklist(['keep', 'drop', 'correct'])),
    severity: textOr,
    title: textOr,
    body: textOr,
    trigger: textOr,
    old_code: textOr,
    new_code: textOr,
  }),
  v.transform(({ id, verdict, ...texts }): Verdict => ({
    id,
    verdict,
    severity: texts.severity ?? '',
    title: texts.title ?? '',
    body: texts.body ?? '',
    trigger: texts.trigger ?? '',
    oldCode: texts.old_code ?? '',
    newCode: texts.new_code ?? '',
  })),
);

/** Parses the answer; the first verdict on each candidate counts. @returns undefined if it is malformed */
export function readVerdicts(value: unknown): ReadonlyMap<number, Verdict> | undefined {
  const answer = v.safeParse(v.object({ verdicts: v.array(v.unknown()) }), value);
  if (!answer.success) return undefined;
  const verdicts = new Map<number, Verdict>();
  for (const each of answer.output.verdicts) {
    const parsed = v.safeParse(verdictSchema, each);
    if (parsed.success && !verdicts.has(parsed.output.id)) verdicts.set(parsed.output.id, parsed.output);
  }
  return verdicts;
}

/** Applies the second pass's corrections to a candidate; empty fields change nothing, except for the fix. */
export function applyCorrections(placed: PlacedCandidate, verdict: Verdict): PlacedCandidate {
  if (verdict.verdict !== 'correct') return placed;
  const { candidate } = placed;
  return {
    ...placed,
    severity: severities.find(each => each === kebabCase(verdict.severity)) ?? placed.severity,
    candidate: {
      ...candidate,
      title: verdict.title.trim() === '' ? candidate.title : verdict.title,
      body: verdict.body.trim() === '' ? candidate.body : verdict.body,
      trigger: verdict.trigger.trim() === '' ? candidate.trigger : verdict.trigger,
      oldCode: verdict.oldCode,
      newCode: verdict.newCode,
    },
  };
}
