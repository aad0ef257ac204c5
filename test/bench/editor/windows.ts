/**
 * `npm run build && node test/bench/editor/windows.ts`: real windows of one VS Code watch reviews of a hosted service on the Free
 * plan: three on a folder each and one more on the first folder. Tells what that costs, and how long an ended review
 * stays unnoticed. Ends with an error when a promise is broken.
 */
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Budgets } from '../../../src/api/rateLimit/budgets.ts';
import { DisposableStore } from '../../../src/core/base/disposable.ts';
import { nextPollDelay } from '../../../src/reviews/watch/pollPolicy.ts';
import { ReviewStore } from '../../../src/reviews/store/reviewStore.ts';
import { SharedPolling } from '../../../src/reviews/watch/sharedPolling.ts';
import { root } from '../../host/cache.ts';
import { canaryKey } from '../../host/keys/canary.ts';
import { hermeticGit } from '../../host/git/git.ts';
import { createSample } from '../../host/start/sample.ts';
import { VSCodeHost } from '../../host/vscode/vscodeHost.ts';
import { Windows } from '../../host/vscode/windows.ts';
import { answerTime, WindowsService, type ServedReview } from '../../host/programs/windowsService.ts';
import type { Workbench } from '../../ui/workbench.ts';

const key = canaryKey();
const limit = 100;
/** Requests that watching leaves to the user. */
const reserve = 12;
/** How long the reviews of each folder take, one after the other, in milliseconds. */
const durations = [
  [3_000, 40_000],
  [3_000, 30_000],
  [3_000, 20_000],
] as const;
/** What a busy machine adds between the moment a look is due and its result on the screen, in milliseconds. */
const slack = 3_000;
/** How much closer looks are where they arrive than where they are made, in milliseconds. */
const hurry = 500;

/** How much had happened when the pace of the looks was set. */
interface Facts {
  readonly requests: number;
  readonly reviews: number;
}

interface Watched {
  readonly review: ServedReview;
  readonly workspace: string;
  /** How long the reviews of the folder before it took, the newest first, in milliseconds. */
  readonly past: readonly number[];
  /** How long after its end each window showed it, in milliseconds. */
  readonly notices: Promise<number>[];
}

interface Judged {
  /** How long after its end each window showed the review, in milliseconds. */
  readonly delays: readonly number[];
  readonly early: number;
  readonly late: number;
}

const seconds = (milliseconds: number): string => (milliseconds / 1_000).toFixed(1);
const started = Date.now();
const say = (text: string): void => console.log(`${seconds(Date.now() - started).padStart(6)} s  ${text}`);
const row = (what: string, figure: string, promise: string, kept: boolean): void => {
  console.log(`${kept ? 'kept  ' : 'BROKEN'} ${what.padEnd(52)} ${figure.padEnd(30)} promised: ${promise}`);
  if (!kept) process.exitCode = 1;
};

/** Triggers a review as a person would; resolves when the service has it. */
async function trigger(window: Workbench, service: WindowsService, duration: number): Promise<ServedReview> {
  const triggered = service.agree(duration);
  await window.run('Code Review: Review Current Branch');
  const question = window.page.locator('.quick-input-widget', { hasText: 'First review of this branch' });
  const asked = question.waitFor().then(() => true);
  // The next reviews of the branch are not asked about.
  asked.catch(() => undefined);
  if (await Promise.race([asked, triggered.then(() => false)])) await window.page.keyboard.press('Enter');
  return triggered;
}

async function notice(name: string, window: Workbench, { id, issues, endsAt }: ServedReview): Promise<number> {
  const toast = window.notification(new RegExp(`Review of .* completed: ${issues} issues?\\.`));
  await toast.first().waitFor({ timeout: 90_000 });
  const delay = Date.now() - endsAt;
  say(`window ${name} shows the end of ${id}`);
  return delay;
}

/**
 * When the policy has the next look made, in milliseconds since the window asked for the review.
 * @param before the looks there were, in the same way
 */
function nextLook(before: readonly number[], past: readonly number[], facts: Facts, random: number): number {
  const { requests, reviews } = facts;
  const lastPollAt = before.at(-1);
  const elapsed = lastPollAt ?? 0;
  const budget = { limit, remaining: limit - reserve - requests, renewsIn: 0 };
  const pace = { durations: past, budget, pending: reviews, submitted: reviews, active: true };
  return elapsed + nextPollDelay({ elapsed, lastPollAt, ...pace }, random);
}

/**
 * Prints how a review was watched and counts the looks that were too early and the notices that came too late.
 * @param askedAt when the window asked for the review, in milliseconds since the epoch
 * @param lookers how many looks each window made
 */
async function judge(
  { review, past, notices }: Watched,
  askedAt: number,
  lookers: readonly number[],
  most: Facts,
): Promise<Judged> {
  const { id, endsAt } = review;
  const lasted = endsAt - askedAt;
  const looks = review.looks.map(look => look - askedAt);
  const fewest = { requests: 0, reviews: 1 };
  const early = looks.filter((look, index) => look < nextLook(looks.slice(0, index), past, fewest, 0) - hurry);
  const inVain = looks.filter(look => look < lasted);
  const allowed = nextLook(inVain, past, most, 1) - lasted + answerTime + slack;
  const delays = await Promise.all(notices);
  console.log(
    `${id} took ${seconds(lasted)} s, was looked at after ${looks.map(seconds).join(', ')} s ` +
      `(${lookers.join(' + ')} by window), shown ${delays.map(seconds).join(' and ')} s after its end, ` +
      `by the policy at most ${seconds(allowed)} s`,
  );
  return { delays, early: early.length, late: delays.filter(delay => delay > allowed).length };
}

const folder = await mkdtemp(path.join(tmpdir(), 'code-review-bench-'));
const service = await WindowsService.start(key, limit);
// There the server puts its data, and there its windows find the key.
Object.assign(process.env, hermeticGit, { TMPDIR: folder, CODE_REVIEW_API_KEY: key });
const onError = (error: unknown): void => console.error(error);
const owned = new DisposableStore();
let host: VSCodeHost | undefined;
try {
  const workspaces: string[] = [];
  for (const index of durations.keys()) {
    const { workspace } = await createSample(path.join(folder, `sample-${index}`));
    // No remote tells the repository's name, so it is the folder's.
    const named = path.join(path.dirname(workspace), `orders-${index}`);
    await rename(workspace, named);
    workspaces.push(named);
  }
  const settings = { 'security.workspace.trust.enabled': false, 'codeReview.baseUrl': service.address };
  host = await VSCodeHost.start({ extensions: [root], settings });
  const data = (await readdir(folder)).find(name => name.startsWith('code-review-vscode-')) ?? '';
  const storage = path.join(folder, data, 'data/User/globalStorage/code-review.code-review');
  const looks = owned.add(new SharedPolling({ folder: path.join(storage, 'looks'), onError }));
  const lookers: { readonly reviewId: string; readonly window: string }[] = [];
  owned.add(looks.onDidPublish(published => lookers.push(published)));

  const windows = new Windows(host);
  const open: Workbench[] = [];
  for (const workspace of workspaces) open.push(await windows.open(workspace));
  say(`${open.length} windows are open`);

  const watched: Watched[] = [];
  for (const round of [0, 1]) {
    for (const [index, window] of open.entries()) {
      const own = durations[index] ?? [];
      const review = await trigger(window, service, own[round] ?? 0);
      say(`window ${index} triggers ${review.id}, which takes ${seconds(own[round] ?? 0)} s`);
      const workspace = workspaces[index] ?? '';
      watched.push({
        review,
        workspace,
        past: own.slice(0, round).toReversed(),
        notices: [notice(`${index}`, window, review)],
      });
    }
    if (round === 0) await Promise.all(watched.flatMap(({ notices }) => notices));
  }
  // Another window on the first folder goes on with what is watched there.
  const shared = watched[open.length];
  const second = await windows.open(workspaces[0] ?? '');
  say(`another window on the first folder is open`);
  if (shared !== undefined) shared.notices.push(notice('0, the other,', second, shared.review));
  await Promise.all(watched.flatMap(({ notices }) => notices));

  console.log();
  const most = { requests: service.requests, reviews: service.reviews.length };
  const store = new ReviewStore(path.join(folder, data, 'code-review/reviews'));
  const judged: Judged[] = [];
  for (const each of watched) {
    const by = lookers.filter(({ reviewId }) => reviewId === each.review.id).map(({ window }) => window);
    const counts = [...new Set(by)].map(window => by.filter(other => other === window).length);
    const records = await store.load(each.workspace);
    const record = records.find(known => 'reviewId' in known && known.reviewId === each.review.id);
    if (record === undefined) throw new Error(`The window does not keep the review ${each.review.id}.`);
    judged.push(await judge(each, record.triggeredAt, counts, most));
  }
  const sum = (count: (each: Judged) => number): number => judged.reduce((total, each) => total + count(each), 0);
  const budgets = owned.add(new Budgets({ folder: path.join(storage, 'budget'), limit: () => limit, onError }));
  const { used } = await (await budgets.of(service.address, key)).state();
  const early = sum(each => each.early);
  const late = sum(each => each.late);
  const delays = judged.flatMap(each => each.delays);
  const mean = delays.reduce((total, delay) => total + delay, 0) / delays.length;
  const perReview = (service.requests / service.reviews.length).toFixed(1);
  row(
    'Requests, by the ledger and by the service',
    `${used} and ${service.requests}, ${perReview} a review`,
    'equal',
    used === service.requests,
  );
  row('Requests that the service refused', `${service.refused}`, 'none', service.refused === 0);
  row('Looks made twice, or earlier than the policy has it', `${early}`, 'none', early === 0);
  row(
    'Notices later than the policy has it',
    `${late} of ${delays.length}, mean ${seconds(mean)} s`,
    'none',
    late === 0,
  );
} finally {
  owned.dispose();
  await host?.dispose();
  service.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
