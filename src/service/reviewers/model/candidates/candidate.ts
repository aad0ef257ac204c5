import * as v from 'valibot';
import type { AnswerSchema } from '../../../../core/protocol/modelCompletion.ts';
import type { EngineComment } from '../../../engine/engineComment.ts';

/** What a defect can be, and how its comments are classed. */
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

/** The gravest first. */
export const severities = ['critical', 'high', 'medium', 'low'] as const satisfies readonly EngineComment['severity'][];
export type Severity = (typeof severities)[number];

/** What a model says is wrong; read, and not yet believed. */
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
  /** The lines that the fix replaces, as they are; empty where there is no fix. */
  readonly oldCode: string;
  /** What they become. */
  readonly newCode: string;
}

/** Texts longer than this are cut; nobody reads them. */
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

/** Reads one entry of an answer. @returns undefined where it is none */
export function readCandidate(value: unknown): Candidate | undefined {
  const parsed = v.safeParse(candidateSchema, value);
  return parsed.success ? parsed.output : undefined;
}

const string = { type: 'string' };

/** What the first pass answers. */
export const findingsSchema: AnswerSchema = objectOf('findings', {
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

/** What the second pass answers. */
export const verdictsSchema: AnswerSchema = objectOf('verdicts', {
  verdicts: {
    type: 'array',
    items: propertiesOf({
      id: { type: 'integer' },
      verdict: { type: 'string', enum: ['keep', 'drop', 'correct'] },
      reason: string,
      severity: { type: 'string', enum: severities },
      title: string,
      body: string,
      old_code: string,
      new_code: string,
    }),
  },
});

function objectOf(title: string, properties: Readonly<Record<string, unknown>>): AnswerSchema {
  return { title, ...propertiesOf(properties) };
}

function propertiesOf(properties: Readonly<Record<string, unknown>>): Omit<AnswerSchema, 'title'> {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}
