import * as v from 'valibot';
import type { OutputSchema } from '../../../../core/protocol/modelCompletion.ts';
import type { EngineComment } from '../../../engine/engineComment.ts';

/** The kinds of defects that a model may report, with the category of their comments. */
export const categories = {
  logic: 'bug',
  crash: 'bug',
  concurrency: 'bug',
  'data-loss': 'bug',
  'resource-leak': 'bug',
  compatibility: 'bug',
  performance: 'bug',
  security: 'security',
} as const satisfies Readonly<Record<string, EngineComment['category']>>;
export type Category = keyof typeof categories;

/** The severities that a model may report, most severe first. */
export const severities = ['critical', 'high', 'medium', 'low'] as const satisfies readonly EngineComment['severity'][];
export type Severity = (typeof severities)[number];

/** A parsed, unverified claim of a model. */
export interface Candidate {
  readonly path: string;
  readonly line: number;
  readonly quote: string;
  readonly category: string;
  readonly severity: string;
  readonly title: string;
  readonly body: string;
  readonly trigger: string;
  /** From 0 to 1. */
  readonly confidence: number;
  /** The current lines that the fix replaces; empty if there is no fix. */
  readonly oldCode: string;
  /** The lines that replace them. */
  readonly newCode: string;
}

/** Longest text, in characters; longer ones are cut. */
const longestText = 4_000;
const text = v.pipe(
  v.string(),
  v.transform(value => value.slice(0, longestText)),
);
const code = v.optional(v.nullable(v.string()), '');

const candidateSchema = v.pipe(
  v.object({
    path: text,
    line: v.number(),
    quote: text,
    category: text,
    severity: text,
    title: text,
    body: text,
    trigger: text,
    confidence: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
    old_code: code,
    new_code: code,
  }),
  v.transform(({ old_code, new_code, ...rest }): Candidate => ({
    ...rest,
    oldCode: old_code ?? '',
    newCode: new_code ?? '',
  })),
);

/** Parses one entry of an answer. @returns undefined if it is malformed */
export function readCandidate(value: unknown): Candidate | undefined {
  const parsed = v.safeParse(candidateSchema, value);
  return parsed.success ? parsed.output : undefined;
}

/** What the severities mean, as each prompt says it. */
export const severityMeanings =
  'critical (data loss, break-in or outage in ordinary use), high (fails in ordinary use), medium (fails in an unusual case that will happen), low (rare or mild)';

const string = { type: 'string' };

/** Schema of the first pass's answer. */
export const findingsSchema: OutputSchema = objectOf('findings', {
  findings: {
    type: 'array',
    items: propertiesOf({
      path: string,
      line: { type: 'integer' },
      quote: string,
      category: { type: 'string', enum: Object.keys(categories) },
      severity: { type: 'string', enum: severities },
      title: string,
      body: string,
      trigger: string,
      confidence: { type: 'number' },
      old_code: string,
      new_code: string,
    }),
  },
});

/** Schema of the second pass's answer. */
export const verdictsSchema: OutputSchema = objectOf('verdicts', {
  verdicts: {
    type: 'array',
    items: propertiesOf({
      id: { type: 'integer' },
      verdict: { type: 'string', enum: ['keep', 'drop', 'correct'] },
      reason: string,
      severity: { type: 'string', enum: severities },
      title: string,
      body: string,
      trigger: string,
      old_code: string,
      new_code: string,
    }),
  },
});

/** Schema of the verdicts on what tools reported. */
export const judgementsSchema: OutputSchema = objectOf('judgements', {
  verdicts: {
    type: 'array',
    items: propertiesOf({
      id: { type: 'integer' },
      verdict: { type: 'string', enum: ['keep', 'drop'] },
      reason: string,
    }),
  },
});

function objectOf(title: string, properties: Readonly<Record<string, unknown>>): OutputSchema {
  return { title, ...propertiesOf(properties) };
}

function propertiesOf(properties: Readonly<Record<string, unknown>>): Omit<OutputSchema, 'title'> {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}
