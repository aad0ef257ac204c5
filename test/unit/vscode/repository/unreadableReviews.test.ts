import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Reviews } from '../../../../src/reviews/reviews.ts';
import { ReviewStore } from '../../../../src/reviews/store/reviewStore.ts';
import { TestRepository } from '../../../host/git/repository.ts';
import { aRecord, aSubject } from '../../reviews/builders.ts';
import { editor, standInForEditor } from '../../security/shown/editor.ts';

describe('kept reviews of which none can be read', () => {
  let storage: TestRepository;

  before(() => standInForEditor());

  beforeEach(async () => {
    storage = await TestRepository.create({});
  });

  afterEach(() => storage.dispose());

  const fail = (error: unknown): never => assert.fail(String(error));
  const nothing = { dispose: () => undefined };

  it('are told of where they would be, and stay', async () => {
    const { OpenReviews } = await import('../../../../src/vscode/repository/openReviews.ts');
    const root = '/work/orders';
    const folder = path.join(storage.folder, 'reviews');
    await new ReviewStore(folder).save(aRecord({ subject: aSubject({ root }) }));
    const [place = ''] = await readdir(folder);
    const [name = ''] = await readdir(path.join(folder, place));
    const file = path.join(folder, place, name);
    await writeFile(file, '{"version":1,"rec');
    const store = new ReviewStore(folder);
    const reviews = new Reviews({ store: () => Promise.resolve(store), onError: fail });
    const open = new OpenReviews(
      { run: () => assert.fail('git is not asked') } as never,
      {
        onDidChange: () => nothing,
        all: () => Promise.resolve([]),
        revisit: () => Promise.resolve(),
        ofActiveEditor: () => Promise.resolve(undefined),
      } as never,
      reviews,
      { get: (key: string, none: unknown) => (key === 'reviewedRoots' ? [root] : none) } as never,
      fail,
    );
    await open.settled();
    const told = editor.ran.filter(([, key]) => key === 'codeReview.hasUnreadable');
    assert.deepEqual(told.at(-1), ['setContext', 'codeReview.hasUnreadable', true]);
    assert.deepEqual(await readdir(path.dirname(file)), [name]);
    open.dispose();
    reviews.dispose();
  });
});
