import assert from 'node:assert/strict';
import { CodeReviewError } from '../../../../src/core/base/errors.ts';
import type { ReviewRecord } from '../../../../src/reviews/store/reviewRecord.ts';
import { aReview, aSubject } from '../../reviews/builders.ts';
import { editor, standInForEditor } from '../../security/shown/editor.ts';

const review = ['Review Current Branch', 'Review Changes…', 'Review Pull Request…'];
const settingUp = ['Show Repositories', 'Choose Language Model…', 'Show Output'];
const result = ['Show Findings', 'Show Report', 'Export Review…'];

const subject = aSubject({ service: 'embedded' });
const asked = { subject, triggeredAt: 1, reviewId: 'r', review: aReview({}) };
const completed: ReviewRecord = { state: 'completed', ...asked, settledAt: 2 };
const pending = { state: 'pending', ...asked, watched: true } as const;

describe('the menu of the status bar item', () => {
  before(() => standInForEditor());

  beforeEach(() => {
    editor.folders = ['/work/orders'];
  });

  afterEach(() => {
    editor.isTrusted = true;
    editor.folders = [];
    editor.scheme = 'file';
    editor.settings.user = {};
    editor.pick = undefined;
  });

  const missing = new CodeReviewError('git', 'Git was not found.');
  const broken = new CodeReviewError('git', 'Git does not trust this folder.');

  /** An open finding of a file, with a suggestion or without. */
  const finding = (suggestion: object | undefined): object => ({
    isOpen: true,
    finding: { comment: { suggestion }, range: {} },
    uri: { scheme: 'file' },
  });

  /** The steps of a window, without their icons, and what is said above them. */
  async function offered(
    records: readonly ReviewRecord[],
    { head = 'a'.repeat(40), git = 'git', of = undefined as Error | undefined, open = [] as readonly unknown[] } = {},
  ): Promise<{ readonly steps: readonly string[]; readonly said: string }> {
    const { showMenu } = await import('../../../../src/vscode/views/menu.ts');
    const all = of === undefined ? [{ copy: { root: '/work/orders', head: head === '' ? undefined : head } }] : [];
    const copies = {
      all: () => Promise.resolve(all),
      ofActiveEditor: () => Promise.resolve(undefined),
      below: () => Promise.resolve([]),
      of: () => Promise.reject(of ?? assert.fail()),
    };
    const current = records.map(record => ({ records: [record] }));
    const worklist = { active: { current }, open, informed: () => Promise.resolve() };
    const path = (): Promise<string> => (git === '' ? Promise.reject(missing) : Promise.resolve(git));
    let steps: readonly string[] = [];
    let said = '';
    editor.pick = (items, _, placeHolder = '') => {
      steps = items.map(({ label }) => label.replace(/^\$\([\w-]+\) /, ''));
      said = placeHolder;
      return undefined;
    };
    await showMenu({ git: { path }, copies, worklist, reviewers: { name: undefined } } as never);
    return { steps, said };
  }

  it('offers to review, where the branch was not reviewed yet', async () => {
    const { steps, said } = await offered([]);
    assert.deepEqual([steps, said], [[...review, ...settingUp], 'This branch has not been reviewed yet.']);
  });

  it('offers to cancel a review while it runs, and to resume one that nobody watches', async () => {
    const [, ...others] = review;
    assert.deepEqual((await offered([pending])).steps, ['Cancel Review', ...others, ...settingUp]);
    const both = ['Cancel Review', 'Resume Watching', ...others, ...settingUp];
    assert.deepEqual((await offered([{ ...pending, watched: false }])).steps, both);
    assert.equal((await offered([completed])).steps.includes('Cancel Review'), false);
    const beside = (await offered([completed, pending])).steps;
    assert.ok(['Cancel Review', 'Show Report', 'Review Current Branch Again'].every(step => beside.includes(step)));
  });

  it('offers what is left to do, and the result', async () => {
    const again = ['Review Current Branch Again', ...review.slice(1), ...settingUp];
    assert.deepEqual((await offered([completed])).steps, [...result, ...again]);
    const work = ['Next Finding', 'Apply All Suggestions…', 'Show Problems'];
    const fixable = finding({ text: 'b' });
    assert.deepEqual((await offered([completed], { open: [fixable, fixable] })).steps, [...work, ...result, ...again]);
    // Nothing could be applied: there is no suggestion, or it is in no file here.
    for (const open of [[finding(undefined)], [{ ...fixable, uri: undefined }]])
      assert.deepEqual((await offered([completed], { open })).steps, [work[0], work[2], ...result, ...again]);
  });

  it('offers no review that cannot be made, and says why', async () => {
    const { NotARepositoryError } = await import('../../../../src/git/run/gitErrors.ts');
    const cases = [
      [{ head: '' }, /no commit yet/, ['Review Changes…']],
      [
        { of: new NotARepositoryError(broken) },
        /No folder of this window is in a git repository/,
        ['Open Folder…', 'Initialize Repository'],
      ],
      [{ of: broken }, /Git cannot open the repository/, ['Show Why']],
      [{ git: '' }, /Git was not found/, ['Download Git']],
    ] as const;
    for (const [window, why, steps] of cases) {
      const menu = await offered([], window);
      assert.match(menu.said, why);
      assert.deepEqual(menu.steps, [...steps, ...settingUp]);
    }
    editor.scheme = 'vscode-vfs';
    assert.deepEqual((await offered([])).steps, settingUp);
    editor.scheme = 'file';
    editor.isTrusted = false;
    const restricted = await offered([]);
    assert.match(restricted.said, /Restricted Mode/);
    assert.deepEqual(restricted.steps, ['Manage Workspace Trust', ...settingUp]);
  });

  it('offers a folder to open in an empty window', async () => {
    editor.folders = [];
    const { steps, said } = await offered([]);
    assert.deepEqual(steps, ['Open Folder…', ...settingUp]);
    assert.match(said, /No folder is open/);
  });

  it('offers a pull request by its number wherever a hosted service can review it', async () => {
    editor.settings.user = { 'codeReview.baseUrl': 'https://review.example.com' };
    const hosted = ['Show Repositories', 'Show Output'];
    const { steps } = await offered([], { git: '' });
    assert.deepEqual(steps, ['Download Git', 'Review Pull Request…', ...hosted]);
    editor.isTrusted = false;
    assert.deepEqual((await offered([])).steps, ['Manage Workspace Trust', 'Review Pull Request…', ...hosted]);
  });
});
