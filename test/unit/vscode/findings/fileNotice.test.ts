import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileNotice } from '../../../../src/vscode/findings/placement/fileNotice.ts';
import { aComment, aRecord, aReview, aSubject } from '../../reviews/builders.ts';
import { itemsOf, type ItemState } from '../views/workItems.ts';

describe('what a page says of the file of its finding', () => {
  let root: string;
  /** The working copy of its repository. */
  let copy: string | undefined;

  before(() => {
    root = mkdtempSync(path.join(tmpdir(), 'code-review-notice-'));
    mkdirSync(path.join(root, 'src'));
    writeFileSync(path.join(root, 'a.png'), '\0');
  });
  beforeEach(() => {
    copy = root;
  });
  after(() => rmSync(root, { recursive: true }));

  /** @param isHere whether the finding was placed in its file */
  function said(file: string | undefined, isHere: boolean, state: ItemState['state'] = 'unplaced'): string {
    const review = aReview({ comments: [aComment({ path: file })] });
    const [item] = itemsOf(aRecord({ subject: aSubject({ root: copy }), review }), () => ({ isHere: false, state }));
    assert.ok(item);
    const uri = { scheme: 'file', fsPath: path.join(root, file ?? '') } as NonNullable<typeof item.uri>;
    return fileNotice(isHere ? { ...item, uri } : item);
  }

  it('is that no commit has it any more, that it is not here, or that it is no text', () => {
    assert.equal(said('gone.ts', false, 'outdated'), 'The commit that is checked out no longer has this file.');
    assert.equal(said('gone.ts', false), 'This file is not in the working copy.');
    // It was deleted while nothing looked.
    assert.equal(said('gone.ts', true, 'current'), 'This file is not in the working copy.');
    assert.equal(said('a.png', true), 'This file could not be opened as text.');
  });

  it('is nothing of a folder, of the whole review, and where the repository is not here', () => {
    assert.deepEqual([said('src', false), said(undefined, false)], ['', '']);
    copy = undefined;
    assert.equal(said('gone.ts', false), '');
  });
});
