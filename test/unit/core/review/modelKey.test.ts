import assert from 'node:assert/strict';
import { modelKeyProblem } from '../../../../src/core/review/modelKey.ts';

describe('the key of a language model', () => {
  it('may be the word that the guide of a local server says', () => {
    for (const key of ['ollama', 'EMPTY', 'lm-studio', 'sk-proj-0123456789']) {
      assert.equal(modelKeyProblem(key), undefined, key);
    }
  });

  it('is nothing that no header may hold, and no letter that is in every text', () => {
    for (const key of ['x', '-', 'a key', 'key\nx', 'clé-0123', 'k'.repeat(513)]) {
      assert.match(modelKeyProblem(key) ?? '', /Leave this empty/, key);
    }
  });
});
