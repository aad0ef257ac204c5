import assert from 'node:assert/strict';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { canaryKey } from '../../host/keys/canary.ts';
import { openPullRequest, removePullRequest } from '../../host/git/openPullRequest.ts';
import { message, serving } from '../../unit/service/reviewers/model/chatServer.ts';
import { reader, type Answerer, type SampleModels } from './provider/extension.ts';
import { doubleRefund, goodAnswer } from './provider/refundsReader.ts';
import { attended, gitHere, here, placesIn, problems, ProgressMessages, sample } from '../host/window.ts';

const branch = 'feature/read-along';
const number = 8;
const analysersOnly = /Review of local\/orders #8 completed: 13 issues/;
const withItsFinding = /Review of local\/orders #8 completed: 14 issues/;
const itsFinding = `${doubleRefund.line} model/concurrency`;

describe('a language model that reviews as well', () => {
  let models: SampleModels;

  const extension = (): vscode.Extension<SampleModels> => {
    const found = vscode.extensions.getExtension<SampleModels>('code-review.sample-models');
    assert.ok(found);
    return found;
  };

  function run(command: string, ...answers: (string | undefined)[]): ReturnType<typeof attended> {
    return attended(answers, async () => {
      await vscode.commands.executeCommand(command);
    });
  }

  /** The sentence in which a review of the branch ended. */
  async function review(): Promise<string> {
    return (await run('codeReview.reviewCurrentBranch')).told.join(' ');
  }

  async function report(): Promise<string> {
    const file = path.join(tmpdir(), `code-review-report-${process.pid}.md`);
    await run('codeReview.exportReview', 'Markdown', file);
    try {
      return await readFile(file, 'utf8');
    } finally {
      await rm(file, { force: true });
    }
  }

  /** Chooses a model that nobody has asked yet, so that nothing of what it says is known. */
  async function choose(name: string, answer?: Answerer, more: Partial<typeof reader> = {}): Promise<void> {
    models.offer({ ...reader, ...more, id: name.toLowerCase().replaceAll(' ', '-'), name });
    if (answer !== undefined) models.answer = answer;
    const { told } = await run('codeReview.chooseModel', name);
    assert.match(
      told.join(),
      new RegExp(`${name} reviews as well: changed and related code is sent to its provider, sample`),
    );
    assert.match(told.join(), /With medium effort, most reviews take up to 4 calls \([\d,]+ tokens\)/);
  }

  // A pull request of its own, so that no other review is compared with these.
  before(async () => {
    await gitHere('checkout', '--quiet', '-b', branch);
    await gitHere('commit', '--quiet', '--allow-empty', '--message=Read along');
    await gitHere('push', '--quiet', 'origin', branch);
    await openPullRequest(sample.workspace, number);
  });

  after(async () => {
    await gitHere('checkout', '--quiet', '--force', sample.branch);
    await gitHere('branch', '--quiet', '-D', branch);
    await gitHere('push', '--quiet', 'origin', '--delete', branch);
    await removePullRequest(sample.workspace, number);
  });

  it('is looked for only once a review without one has completed, and is offered then', async () => {
    await vscode.extensions.getExtension('code-review.code-review')?.activate();
    assert.equal(extension().isActive, false);
    const { told, offered } = await run('codeReview.reviewCurrentBranch');
    assert.match(told.join(), analysersOnly);
    assert.deepEqual(offered, ['Show Problems', 'Review with Sample Reader as Well']);
    assert.equal(extension().isActive, true);
    assert.match(await report(), /No language model was used/);
  });

  describe('and that was chosen', () => {
    before(async () => {
      models = await extension().activate();
    });

    afterEach(async () => {
      models.reset();
      await run('codeReview.chooseModel', 'No language model');
    });

    it('is chosen with one key where there is one, reads every file and has its finding checked', async () => {
      const { asked } = await run('codeReview.showMenu', 'Choose Language Model', 'Sample Reader');
      assert.match(asked.join(), /Which model should review as well/);
      assert.match(await review(), withItsFinding);
      assert.ok(placesIn(doubleRefund.path).includes(itsFinding));
      assert.ok(problems(doubleRefund.path).some(problem => problem.message.includes(doubleRefund.title)));
      assert.deepEqual(
        models.asked.map(({ model, tools }) => [model, ...tools]),
        [
          // Medium effort: three finders, and one check.
          ['reader-1', 'findings'],
          ['reader-1', 'findings'],
          ['reader-1', 'findings'],
          ['reader-1', 'verdicts'],
        ],
      );
      assert.match(
        await report(),
        /The language model read 10 files \(.+\).* with Sample Reader in 4 calls \(about [\d,]+ tokens\)/,
      );
      const { offered } = await run('codeReview.reviewCurrentBranch');
      assert.deepEqual(offered, ['Show Problems']);
    });

    for (const [code, words] of [
      ['NoPermissions', /did not run: Silent NoPermissions may not be used: not for you\./],
      ['Blocked', /did not run: Silent Blocked refused the request: not for you\./],
      ['NotFound', /did not run: Silent NotFound is no longer available: not for you\./],
    ] as const) {
      it(`leaves the analysers' review as it is where it answers ${code}, and is asked again next time`, async () => {
        await choose(`Silent ${code}`, () => {
          throw vscode.LanguageModelError[code]('not for you');
        });
        assert.match(await review(), analysersOnly);
        assert.match(await report(), words);
        assert.equal(models.asked.length, 1);
        models.answer = question => ({ call: goodAnswer(question) });
        assert.match(await review(), withItsFinding);
      });
    }

    it('may be gone by the time of the review', async () => {
      await choose('Brief Reader');
      models.offer();
      assert.match(await review(), analysersOnly);
      assert.match(await report(), /did not run: the chosen model is no longer available\./);
    });

    it('may answer in prose with the JSON in it', async () => {
      await choose('Talkative Reader', question => ({
        text: `I looked at it.\n\n\`\`\`json\n${JSON.stringify(goodAnswer(question))}\n\`\`\`\nThat is {all}.`,
      }));
      assert.match(await review(), withItsFinding);
      assert.equal(models.asked.length, 4);
    });

    it('is asked in writing, with the shape of the answer, where it knows no tools', async () => {
      await choose('Plain Reader', question => {
        if (question.tools.length > 0) throw new Error('Tools are not supported.');
        assert.match(question.texts[0] ?? '', /"additionalProperties":false/);
        return { text: JSON.stringify(goodAnswer(question)) };
      });
      assert.match(await review(), withItsFinding);
      assert.deepEqual(
        models.asked.map(({ tools }) => tools.length),
        [1, 0, 0, 0, 0],
      );
    });

    it('is asked in writing where it calls the tool with nothing in it', async () => {
      await choose('Hasty Reader', question =>
        question.tools.length > 0 ? { call: {} } : { text: JSON.stringify(goodAnswer(question)) },
      );
      assert.match(await review(), withItsFinding);
      assert.deepEqual(
        models.asked.map(({ tools }) => tools.length),
        [1, 0, 0, 0, 0],
      );
    });

    it('lets its stage be seen while it has not answered, is stopped with the review, and asked again from scratch', async () => {
      const question = new EventTarget();
      const asked = once(question, 'asked');
      const stopped = once(question, 'stopped');
      models.answer = (_, token) => {
        token.onCancellationRequested(() => question.dispatchEvent(new Event('stopped')));
        question.dispatchEvent(new Event('asked'));
        return new Promise(() => undefined);
      };
      await choose('Slow Reader');
      const progress = new ProgressMessages();
      try {
        const reviewing = run('codeReview.reviewCurrentBranch');
        const message = await progress.until(/asking Slow Reader/);
        assert.match(message, /^asking Slow Reader about \d+ of 10 files, \d+ %, \d+ s\. Cancel stops the review\.$/);
        // The stage is told a moment before the question arrives.
        await asked;
        const { told: others } = await run('codeReview.cancelReview');
        await stopped;
        assert.deepEqual([(await reviewing).told, others], [[], []]);
      } finally {
        progress.dispose();
      }
      models.answer = question => ({ call: goodAnswer(question) });
      assert.match(await review(), withItsFinding);
      const { length } = models.asked;
      assert.match((await run('codeReview.reviewAgain')).told.join(), withItsFinding);
      assert.equal(models.asked.length, length + 4, 'nothing is taken over');
    });

    it('is asked where its provider does not know how much it takes', async () => {
      await choose('Boundless Reader', undefined, { maxInputTokens: 0 });
      assert.match(await review(), withItsFinding);
    });

    it('is said to have failed, with its own words, where it cannot answer in any way', async () => {
      await choose('Broken Reader', () => {
        throw new Error('The provider is on fire.');
      });
      assert.match(await review(), analysersOnly);
      const told = /language model failed and found nothing: Broken Reader gave no answer: The provider is on fire\./;
      assert.match(await report(), told);
    });

    it('is asked even where its provider cannot count tokens, or never ends counting', async () => {
      await choose('Uncounted Reader');
      let count = 0;
      models.countTokens = () =>
        count++ < 2 ? Promise.reject(new Error('no tokenizer')) : new Promise(() => undefined);
      assert.match(await review(), withItsFinding);
    });

    it('gets calls that it has room for', async () => {
      const tokens = 5_000;
      await choose('Small Reader', undefined, { maxInputTokens: tokens });
      assert.match(await review(), withItsFinding);
      assert.ok(models.asked.length > 2, 'everything was put into one call');
      for (const { texts } of models.asked) assert.ok(texts.join('').length / 3.6 < tokens, 'a call is too long');
    });

    it('is not asked where its provider counts more than it takes', async () => {
      await choose('Dense Reader');
      models.countTokens = () => Promise.resolve(50_000);
      assert.match(await review(), analysersOnly);
      assert.match(await report(), /Dense Reader takes 64000 tokens, and 100000 were needed/);
      assert.deepEqual(models.asked, []);
    });

    it('is ended by choosing none', async () => {
      const { told } = await run('codeReview.chooseModel', 'No language model');
      assert.ok(told.join().includes(`No language model is used; nothing leaves ${here}.`), told.join());
      const { offered } = await run('codeReview.reviewCurrentBranch');
      assert.deepEqual(offered, ['Show Problems']);
      assert.deepEqual(models.asked, []);
      assert.equal(placesIn(doubleRefund.path).includes(itsFinding), false);
    });

    describe('at an address', () => {
      const key = canaryKey('model');

      afterEach(async () => {
        const configuration = vscode.workspace.getConfiguration('codeReview');
        for (const name of ['model.url', 'model.name'])
          await configuration.update(name, undefined, vscode.ConfigurationTarget.Global);
      });

      it('reviews as well with its key, which is in no file of settings, logs and reviews', async () => {
        await serving(
          ({ body }, response) => {
            const question = { model: body.model, texts: body.messages.map(({ content }) => content), tools: [] };
            message(response, JSON.stringify(goodAnswer(question)));
          },
          async ({ baseUrl, asked }) => {
            const chosen = await run('codeReview.chooseModel', 'by its address', baseUrl, 'stub-1', key);
            assert.match(
              chosen.told.join(),
              /stub-1 reviews as well: changed and related code is sent to http:\/\/127\.0\.0\.1:\d+\./,
            );
            assert.match(await review(), withItsFinding);
            assert.match(
              await report(),
              /The language model read 10 files \(.+\).* with stub-1 in 4 calls \(about [\d,]+ tokens\)/,
            );
            // Once when it was chosen.
            assert.equal(asked.length, 1 + 4);
            // Not `equal`, which would print it.
            assert.ok(asked.every(({ headers }) => headers.authorization === `Bearer ${key}`));
            const again = await run('codeReview.chooseModel', 'stub-1');
            assert.equal(again.asked.length, 1);
          },
        );
        const files = Object.values(models.folders).flatMap(folder =>
          globSync('**/*', { cwd: folder, withFileTypes: true })
            .filter(entry => entry.isFile())
            .map(entry => path.join(entry.parentPath, entry.name)),
        );
        const texts = await Promise.all(files.map(file => readFile(file, 'latin1').catch(() => '')));
        assert.ok(
          texts.some(text => text.includes('"codeReview.model.name": "stub-1"')),
          'the settings were not looked at',
        );
        assert.deepEqual(
          files.filter((_, index) => texts[index]?.includes(key)),
          [],
        );
      });

      it('is told to be none where the settings hold no address, and the review goes on without', async () => {
        const { told } = await run('codeReview.chooseModel', 'by its address', 'http://127.0.0.1:1/v1', 'stub-1', '');
        assert.match(told.join(), /127\.0\.0\.1:1\. .* stub-1 is kept, and asked again at the next review\./);
        const configuration = vscode.workspace.getConfiguration('codeReview');
        await configuration.update('model.url', 'nowhere', vscode.ConfigurationTarget.Global);
        assert.match(await review(), analysersOnly);
        assert.match(await report(), /language model failed and found nothing: This is not the address/);
      });

      for (const [typed, words] of [
        ['nowhere', /Type the address with its beginning/],
        ['http://models.example.com/v1', /has to begin with https/],
        ['https://me:secret@models.example.com', /user name or a password/],
      ] as const) {
        it(`refuses ${typed} while it is typed`, async () => {
          const { told } = await run('codeReview.chooseModel', 'by its address', typed);
          assert.match(told.join(), words);
        });
      }
    });
  });
});
