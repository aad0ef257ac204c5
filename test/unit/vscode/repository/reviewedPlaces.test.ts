import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { chosenModel, hasChosenModel, keepModel } from '../../../../src/vscode/connection/modelChoice.ts';
import { hasReviewed, keepPlace, reviewedPlaces } from '../../../../src/vscode/repository/reviewedPlaces.ts';

/** The state of a workspace. */
function aState(): vscode.Memento {
  const values = new Map<string, unknown>();
  return {
    keys: () => [...values.keys()],
    get: <T>(name: string, fallback?: T) => (values.get(name) ?? fallback) as T,
    update: (name, value) => Promise.resolve(void values.set(name, value)),
  };
}

describe('what a workspace keeps of its reviews, which says whether a window has any to show', () => {
  it('is nothing before the first', () => {
    assert.equal(hasReviewed(aState()), false);
  });

  for (const kind of ['roots', 'elsewhere'] as const) {
    it(`has each place once (${kind})`, () => {
      const state = aState();
      for (const place of ['/work/orders', '/work/billing', '/work/orders']) keepPlace(state, kind, place);
      assert.equal(hasReviewed(state), true);
      assert.deepEqual(reviewedPlaces(state), { roots: [], elsewhere: [], [kind]: ['/work/orders', '/work/billing'] });
    });
  }

  it('tells a model that was declined from one that nobody was asked about', async () => {
    const state = aState();
    assert.equal(hasChosenModel(state), false);
    await keepModel(state, undefined);
    assert.deepEqual([hasChosenModel(state), chosenModel(state)], [true, undefined]);
    await keepModel(state, { kind: 'address' });
    assert.deepEqual(chosenModel(state), { kind: 'address' });
  });
});
