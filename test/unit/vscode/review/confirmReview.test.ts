import assert from 'node:assert/strict';
import type { PullRequestResolution } from '../../../../src/git/pullRequest/resolvePullRequest.ts';
import type { ReviewRuns } from '../../../../src/reviews/reviewRuns.ts';
import type { Reviews } from '../../../../src/reviews/reviews.ts';
import { aSubject } from '../../reviews/builders.ts';
import { completed, ScriptedService, Windows } from '../../reviews/scriptedService.ts';
import { editor, standInForEditor } from '../../security/shown/editor.ts';

const first = 'https://review.example.com';
const second = 'https://other.example.com';
const open = {
  copy: { root: '/work/orders', branch: 'feature', head: 'a'.repeat(40) },
  identity: { fullName: 'acme/orders', host: 'github.com' },
};

function found(number: number, repository = 'acme/orders'): PullRequestResolution {
  const candidate = { number, repository, confidence: 'certain', explanation: 'the branch says so' };
  return { kind: 'found', candidate, headCommit: 'a'.repeat(40), unpushed: 0 } as unknown as PullRequestResolution;
}

describe('the question before the first review of a branch', () => {
  let windows: Windows;
  let reviews: Reviews;
  let runs: ReviewRuns;
  let asked: string[];

  before(() => standInForEditor());

  beforeEach(async () => {
    windows = await Windows.create();
    ({ reviews, runs } = windows.open());
    asked = [];
    editor.pick = (items, title) => (asked.push(title), items[0]);
  });

  afterEach(async () => {
    editor.pick = undefined;
    await windows.dispose();
  });

  /** The title of the question before this review; undefined where none is asked. */
  async function question(service: string, resolution = found(7), branch = 'feature'): Promise<string | undefined> {
    const { ReviewSubjects } = await import('../../../../src/vscode/review/reviewSubjects.ts');
    const parts = {
      reviews,
      copies: { onDidChange: () => ({ dispose: () => undefined }) },
      sessions: { token: () => Promise.resolve(undefined) },
    };
    const subjects = new ReviewSubjects(parts as never);
    const connection = {
      name: service,
      label: service === 'embedded' ? 'the embedded service' : new URL(service).host,
      isEmbedded: service === 'embedded',
      budgetSentence: () => Promise.resolve(''),
    };
    asked = [];
    const copy = { ...open.copy, branch };
    const subject = await subjects.subject({ ...open, copy } as never, resolution, connection as never);
    assert.equal(subject?.service, service);
    subjects.dispose();
    return asked[0];
  }

  async function reviewed(service: string): Promise<void> {
    const scripted = new ScriptedService(service);
    const { ended } = await windows.watching(() =>
      runs.run(aSubject({ service }), scripted, new AbortController().signal),
    );
    scripted.become(completed);
    await ended;
  }

  it('is asked once for each hosted service, and never for the embedded one', async () => {
    assert.equal(await question('embedded'), undefined);
    await reviewed('embedded');
    assert.equal(await question(first), 'Code Review: First review of this branch by review.example.com');
    await reviewed(first);
    assert.equal(await question(first), undefined);
    assert.equal(await question(second), 'Code Review: First review of this branch by other.example.com');
    await reviewed(second);
    assert.deepEqual([await question(first), await question(second)], [undefined, undefined]);
  });

  it('draws no icon for what a name or a title has of one', async () => {
    const resolution = found(7, 'acme/$(trash)');
    Object.assign('candidate' in resolution ? resolution.candidate : {}, {
      title: 'Take $(x) out',
      explanation: '$(x)',
    });
    editor.pick = (items, title) => {
      asked.push(title);
      const [item] = items;
      assert.equal(item?.label, '$(git-pull-request) Review acme/$ (trash) #7 Take $ (x) out');
      assert.equal(item.description, '$ (x)');
      return item;
    };
    assert.ok(await question(first, resolution));
  });

  it('is asked for another pull request, another repository and another branch', async () => {
    await reviewed(first);
    assert.ok(await question(first, found(8)));
    assert.ok(await question(first, found(7, 'acme/fork')));
    assert.ok(await question(first, found(7), 'other'));
    assert.equal(await question(first, found(7, 'Acme/Orders')), undefined);
  });
});
