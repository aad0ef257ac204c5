import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { takeEnvironmentSecret } from '../../core/system/environmentSecret.ts';
import { CodeReviewError } from '../../core/base/errors.ts';
import { modelKeyProblem } from '../../core/review/modelKey.ts';
import { defaultNetwork } from '../../core/protocol/networkSettings.ts';
import { plainLine } from '../../core/base/text.ts';
import type { ModelSettings, ReviewerSettings } from '../../core/protocol/reviewerSettings.ts';
import { chatUrl } from '../reviewers/model/chat/chatUrl.ts';
import { defaultLimits } from '../reviewers/model/limits.ts';
import { parseToolSettings } from '../reviewers/tools/parseToolSettings.ts';
import type { CommandContext } from './command.ts';
import type { Values } from './commandLine/options.ts';
import { parseAmount, parseWholeNumber, UsageError } from './commandLine/parse.ts';
import { modelKeyName, type reviewersOptions } from './options/reviewers.ts';

type ReviewerValues = Values<typeof reviewersOptions>;

/**
 * Reads the options, and removes the model's key from the environment so that no child process inherits it.
 * @throws UsageError, or CodeReviewError of kind `input` if an address or a tool is invalid
 */
export async function readReviewers(
  values: ReviewerValues,
  { cwd, env }: Pick<CommandContext, 'cwd' | 'env'>,
): Promise<ReviewerSettings> {
  const key = takeEnvironmentSecret(env, modelKeyName);
  return {
    model: modelOf(values, key),
    tools: values.tools === undefined ? [] : await readToolsFile(cwd, values.tools),
  };
}

/** Parses what a review may cost. @throws UsageError also if that is nothing, which would be taken for no limit */
function parseCost(text: string): number {
  const cost = parseAmount('--model-cost', text);
  if (cost === 0) throw new UsageError('--model-cost takes more than 0. Leave it out where there is no limit.');
  return cost;
}

function modelOf(values: ReviewerValues, key: string | undefined): ModelSettings | undefined {
  const {
    'model-url': url,
    model: name,
    'model-tokens': tokens,
    'model-calls': calls,
    'model-price': price,
    'model-cost': cost,
    'model-effort': effort,
  } = values;
  if ([url, name, tokens, calls, price, cost, effort].every(each => each === undefined)) return undefined;
  if (url === undefined || name === undefined || name.trim() === '')
    throw new UsageError('A language model needs both --model-url and --model.');
  if (cost !== undefined && price === undefined) throw new UsageError('--model-cost needs --model-price.');
  chatUrl(url);
  const problem = key === undefined ? undefined : modelKeyProblem(key);
  if (problem !== undefined) throw new UsageError(`${modelKeyName} cannot be used. ${problem}`);
  const limits = {
    ...defaultLimits,
    ...(tokens !== undefined && { tokensPerCall: parseWholeNumber('--model-tokens', tokens, 2_000, 200_000) }),
    ...(calls !== undefined && { calls: parseWholeNumber('--model-calls', calls, 1, 20) }),
    ...(price !== undefined && { price: parseAmount('--model-price', price) }),
    ...(cost !== undefined && { costPerReview: parseCost(cost) }),
    ...(effort !== undefined && { effort }),
  };
  return { source: { kind: 'address', url, name: name.trim(), key, network: defaultNetwork }, limits };
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
