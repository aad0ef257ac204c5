/**
 * `npm run bench:model -- --url URL --model NAME [--mirrors FOLDER] …`: has a language model review changes that take kept
 * bug fixes back, and another call to it judge whether each comment is about the defect. Prints precision, recall, F1, cost
 * and time. With `--model none` the analysers review alone, and a comment counts as right if it is at the changed code.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { systemClock } from '../../../src/core/base/clock.ts';
import { takeEnvironmentSecret } from '../../../src/core/system/environmentSecret.ts';
import { modelEfforts } from '../../../src/core/protocol/modelEffort.ts';
import { defaultNetwork } from '../../../src/core/protocol/networkSettings.ts';
import type { ModelSettings } from '../../../src/core/protocol/reviewerSettings.ts';
import { engineProcesses } from '../../../src/service/jobs/engineProcess.ts';
import { modelFetch } from '../../../src/service/reviewers/model/chat/modelFetch.ts';
import { openAiModel } from '../../../src/service/reviewers/model/chat/openAiModel.ts';
import { defaultLimits } from '../../../src/service/reviewers/model/limits.ts';
import { programOf } from '../../host/programs/programs.ts';
import { judgeRequest, readJudgement, type JudgedComment } from './judge.ts';
import { changedPlaces, patchOf, reverseFix, type Fix, type ReversedFix } from './reversedFix.ts';
import { scoreOf, type FixResult } from './score.ts';

/** A fix with the defect that it repairs, in one sentence. */
interface KeptFix extends Fix {
  readonly defect: string;
}

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    model: { type: 'string' },
    judge: { type: 'string' },
    effort: { type: 'string', default: defaultLimits.effort },
    mirrors: { type: 'string' },
    fixes: { type: 'string', default: path.join(import.meta.dirname, 'fixes.json') },
    limit: { type: 'string', default: '1000' },
    'price-in': { type: 'string' },
  },
});
const effort = modelEfforts.find(each => each === values.effort);
const hasModel = values.model !== 'none';
if (values.model === undefined || effort === undefined || (hasModel && values.url === undefined)) {
  console.error('Use: npm run bench:model -- --url URL --model NAME [--judge NAME] [--effort low|medium|high]');
  console.error('     [--mirrors FOLDER] [--fixes FILE] [--limit N] [--price-in DOLLARS-PER-MILLION-TOKENS]');
  console.error('     or --model none for the analysers alone. The key is read from CODE_REVIEW_MODEL_KEY.');
  process.exit(2);
}
const { url = '', model: name } = values;
const key = takeEnvironmentSecret(process.env, 'CODE_REVIEW_MODEL_KEY');
const fixes = (JSON.parse(await readFile(values.fixes, 'utf8')) as KeptFix[]).slice(0, Number(values.limit));
const settings: ModelSettings | undefined = hasModel
  ? { source: { kind: 'address', url, name, key, network: defaultNetwork }, limits: { ...defaultLimits, effort } }
  : undefined;
const judge = hasModel
  ? openAiModel({
      baseUrl: url,
      model: values.judge ?? name,
      key,
      fetch: modelFetch(defaultNetwork),
      clock: systemClock,
    })
  : undefined;
const engine = engineProcesses(programOf('engine'))({ gitExecutable: 'git', onError: error => console.error(error) });
const folder = await mkdtemp(path.join(tmpdir(), 'code-review-fixes-'));
const results: FixResult[] = [];
let failed = 0;
try {
  for (const fix of fixes) {
    const what = `${new URL(fix.repository).pathname.slice(1)} ${fix.commit.slice(0, 8)}`;
    try {
      const reversed = reverseFix(fix, folder, values.mirrors);
      const result = await reviewed(fix, reversed, what);
      results.push(result);
      const { comments, right, calls, tokens, milliseconds } = result;
      const cost = calls === 0 ? '' : `, ${calls} calls, ${tokens} tokens`;
      console.log(
        `${right > 0 ? 'found ' : 'missed'} ${what}: ${right} of ${comments} comments${cost}, ${milliseconds} ms`,
      );
    } catch (error) {
      failed++;
      console.log(`FAILED ${what}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
} finally {
  engine.dispose();
  await rm(folder, { recursive: true, force: true });
}

const { precision, recall, f1 } = scoreOf(results);
const percent = (share: number | undefined): string => (share === undefined ? 'none' : `${(100 * share).toFixed(1)} %`);
const sum = (of: (each: FixResult) => number): number => results.reduce((total, each) => total + of(each), 0);
const tokens = sum(each => each.tokens);
const price =
  values['price-in'] === undefined ? '' : `, about $${((tokens / 1e6) * Number(values['price-in'])).toFixed(2)}`;
const right = hasModel
  ? `about the defect, as ${values.judge ?? name} judges`
  : 'at the changed code; nobody judged what they say';
console.log(`\n${results.length} defects${failed === 0 ? '' : `, ${failed} failed`}; right comments are ${right}.`);
console.log(`Precision ${percent(precision)}, recall ${percent(recall)}, F1 ${percent(f1)}.`);
console.log(
  `${sum(each => each.calls)} calls, ${tokens} tokens of prompts${price}, ${Math.round(sum(each => each.milliseconds) / 1_000)} s.`,
);
if (failed > 0 || results.length === 0) process.exitCode = 1;

async function reviewed(fix: KeptFix, reversed: ReversedFix, what: string): Promise<FixResult> {
  const began = performance.now();
  const reviewers = { model: settings, tools: [] };
  const result = await engine.review({ ...reversed, reviewers });
  const milliseconds = Math.round(performance.now() - began);
  if (result.status === 'failed') throw new Error(result.reason);
  const report = result.reports.find(({ reviewer }) => reviewer === 'model');
  if (report !== undefined && report.status !== 'ok') throw new Error(report.reason);
  const [, calls = '0', used = '0'] = / in (\d+) calls? \(about ([\d,]+) tokens\)/.exec(report?.reason ?? '') ?? [];
  const places = changedPlaces(reversed);
  const patch = patchOf(reversed);
  let count = 0;
  for (const { path: file, start_line: line, title, body } of result.comments) {
    const comment = { path: file, line, title, body };
    const isRight = judge === undefined ? isAt(comment, places) : await isAbout(comment, fix, patch);
    if (isRight) count++;
    console.log(`  ${isRight ? 'right' : 'wrong'} ${what} ${file}:${line} ${title}`);
  }
  const cost = { calls: Number(calls), tokens: Number(used.replaceAll(',', '')) };
  return { comments: result.comments.length, right: count, ...cost, milliseconds };
}

async function isAbout(comment: JudgedComment, { defect }: KeptFix, patch: string): Promise<boolean> {
  const answer = await judge?.complete(judgeRequest(defect, patch, comment), AbortSignal.timeout(120_000));
  if (answer?.status !== 'answered') throw new Error(`the judge did not answer: ${answer?.reason ?? ''}`);
  const same = readJudgement(answer.value);
  if (same === undefined) throw new Error('the answer of the judge is not of the shape that was asked for');
  return same;
}

function isAt({ path: file, line }: JudgedComment, places: ReturnType<typeof changedPlaces>): boolean {
  return places.get(file)?.some(([first, last]) => line >= first - 3 && line <= last + 3) === true;
}
