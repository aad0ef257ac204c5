import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ParseArgsOptionsConfig } from 'node:util';
import { takeEnvironmentSecret } from '../../core/system/environmentSecret.ts';
import { CodeReviewError } from '../../core/base/errors.ts';
import { modelKeyProblem } from '../../core/review/modelKey.ts';
import { defaultNetwork } from '../../core/protocol/networkSettings.ts';
import { modelEfforts, passesOf, type ModelEffort } from '../../core/protocol/modelEffort.ts';
import { plainLine } from '../../core/base/text.ts';
import type { ModelSettings, ReviewerSettings } from '../../core/protocol/reviewerSettings.ts';
import { chatUrl } from '../reviewers/model/chat/chatUrl.ts';
import { defaultLimits } from '../reviewers/model/limits.ts';
import { parseToolSettings } from '../reviewers/tools/parseToolSettings.ts';
import { UsageError, parseWholeNumber, type CommandContext } from './command.ts';

const keyName = 'CODE_REVIEW_MODEL_KEY';

/** Usage of the options that add reviewers. */
export const reviewersUsage = `  --model-url URL             let a language model review as well: any service that speaks OpenAI's chat completions,
                              such as http://localhost:11434/v1; the code goes there, and its key is taken from
                              ${keyName}
  --model NAME                the model's name there
  --model-tokens N            longest prompt of one call, in tokens (default: ${defaultLimits.tokensPerCall})
  --model-calls N             most calls that look for defects in one review (default: ${defaultLimits.calls}); what they
                              find is checked with more
  --model-effort EFFORT       how often they read the change: ${modelEfforts.map(effort => `${effort} (${passesOf[effort].finders})`).join(', ')} times at most
                              (default: ${defaultLimits.effort})
  --tools FILE                run the project's own tools too: JSON, an array as the setting codeReview.tools has it`;

/** The same options for `parseArgs`. */
export const reviewersOptions = {
  'model-url': { type: 'string' },
  model: { type: 'string' },
  'model-tokens': { type: 'string' },
  'model-calls': { type: 'string' },
  'model-effort': { type: 'string' },
  tools: { type: 'string' },
} as const satisfies ParseArgsOptionsConfig;

type Values = { readonly [Name in keyof typeof reviewersOptions]?: string | undefined };

/**
 * Reads the options, and removes the model's key from the environment so that no child process inherits it.
 * @throws UsageError, or CodeReviewError of kind `input` if an address or a tool is invalid
 */
export async function readReviewers(
  values: Values,
  { cwd, env }: Pick<CommandContext, 'cwd' | 'env'>,
): Promise<ReviewerSettings> {
  const key = takeEnvironmentSecret(env, keyName);
  return {
    model: modelOf(values, key),
    tools: values.tools === undefined ? [] : await readToolsFile(cwd, values.tools),
  };
}

function modelOf(values: Values, key: string | undefined): ModelSettings | undefined {
  const {
    'model-url': url,
    model: name,
    'model-tokens': tokens,
    'model-calls': calls,
    'model-effort': effort,
  } = values;
  if ([url, name, tokens, calls, effort].every(each => each === undefined)) return undefined;
  if (url === undefined || name === undefined || name.trim() === '')
    throw new UsageError('A language model needs both --model-url and --model.');
  chatUrl(url);
  const problem = key === undefined ? undefined : modelKeyProblem(key);
  if (problem !== undefined) throw new UsageError(`${keyName} cannot be used. ${problem}`);
  const limits = {
    ...defaultLimits,
    ...(tokens !== undefined && { tokensPerCall: parseWholeNumber('--model-tokens', tokens, 2_000, 200_000) }),
    ...(calls !== undefined && { calls: parseWholeNumber('--model-calls', calls, 1, 20) }),
    ...(effort !== undefined && { effort: parseEffort(effort) }),
  };
  return { source: { kind: 'address', url, name: name.trim(), key, network: defaultNetwork }, limits };
}

function parseEffort(value: string): ModelEffort {
  const effort = modelEfforts.find(each => each === value);
  if (effort === undefined) throw new UsageError(`--model-effort is one of ${modelEfforts.join(', ')}.`);
  return effort;
}

/** Reads the file of tools. Invalid entries are reported before anything is reviewed. */
async function readToolsFile(cwd: string, file: string): Promise<unknown> {
  const wrong = (what: string, cause?: unknown): CodeReviewError =>
    new CodeReviewError('input', `The tools of ${plainLine(file, 200)} cannot be used: ${what}`, '', { cause });
  const text = await readFile(path.resolve(cwd, file), 'utf8').catch((cause: unknown) => {
    throw wrong('the file cannot be read.', cause);
  });
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (cause) {
    throw wrong('it is not JSON.', cause);
  }
  if (!Array.isArray(value)) throw wrong('it is no array.');
  const { problems } = parseToolSettings(value);
  if (problems.length > 0) throw wrong(problems.join(' '));
  return value;
}
