import assert from 'node:assert/strict';
import { findingsOf, told, type Files, type Touched } from './pythonChange.ts';

const state = 'from enum import Enum\n\n\nclass State(Enum):\n    OPEN = "open"\n    PAID = "paid"\n';
const lost = state.replace('    PAID = "paid"\n', '');
const user = 'from state import State\n\n\ndef done(order):\n    return order.state is State.PAID\n';

const found = (files: Files, touched: Touched = {}, before = state, after = lost): string[] =>
  told({ 'state.py': before, ...files }, { 'state.py': after, ...touched });

describe('attributes of Python classes that a change removes', () => {
  const place = ['removed-attribute state.py:6 of the base <- main.py:5'];

  for (const [what, text] of [
    ['a member of an enum', user],
    ['what is read of a member', user.replace('State.PAID', 'State.PAID.value')],
    [
      'a class by way of its module',
      user.replace('from state import State', 'import state').replace('State.', 'state.State.'),
    ],
  ] as const)
    it(`are told with the places that read them: ${what}`, () => assert.deepEqual(found({ 'main.py': text }), place));

  it('are told at the new name where they are renamed, and once for all places', () => {
    const after = state.replace('PAID =', 'SETTLED =');
    const files = { 'main.py': user, 'shop.py': user };
    assert.deepEqual(found(files, {}, state, after), ['removed-attribute state.py:6 <- main.py:5, shop.py:5']);
    const [finding] = findingsOf({ 'state.py': state, ...files }, { 'state.py': after });
    assert.equal(finding?.title, '`State.PAID` is removed from `state.py`, but 2 files still use it');
  });

  it('are told of a class of constants, and of one with a known base', () => {
    const plain = 'class State:\n    OPEN = 1\n    PAID = 2\n';
    assert.deepEqual(found({ 'main.py': user }, {}, plain, 'class State:\n    OPEN = 1\n'), [
      'removed-attribute state.py:3 of the base <- main.py:5',
    ]);
    const mixed = state.replace('(Enum)', '(str, Enum)');
    assert.deepEqual(found({ 'main.py': user }, {}, mixed, mixed.replace('    PAID = "paid"\n', '')), place);
  });

  for (const [what, files, touched, after] of [
    ['nothing reads them', { 'main.py': user.replace('PAID', 'OPEN') }, {}, lost],
    ['who reads them changes too', { 'main.py': user }, { 'main.py': user.replace('PAID', 'OPEN') }, lost],
    ['they only move', { 'main.py': user }, {}, state.replace(/( {4}OPEN.*\n)( {4}PAID.*\n)/, '$2$1')],
    ['a base has them', { 'main.py': user }, {}, 'class Base:\n    PAID = 1\n\n\nclass State(Base):\n    OPEN = 2\n'],
    ['they become methods', { 'main.py': user }, {}, 'class State:\n    def PAID(self): ...\n'],
    [
      'an unknown base may have them',
      { 'main.py': user },
      {},
      `from kit import Kit\n\n\n${lost.replace('(Enum)', '(Kit)')}`,
    ],
    [
      'the code asks for them first',
      { 'main.py': user.replace('    return', '    if hasattr(State, "PAID"):\n        return') },
      {},
      lost,
    ],
    [
      'another class has the name',
      { 'main.py': user.replace('from state', 'from other'), 'other.py': state },
      {},
      lost,
    ],
    ['a parameter has the name', { 'main.py': user.replace('(order)', '(order, State)') }, {}, lost],
  ] as const)
    it(`are nothing where ${what}`, () => assert.deepEqual(found(files, touched, state, after), []));

  it('are told of a table of SQLAlchemy, but for what it gives each class', () => {
    const table =
      'from sqlalchemy.orm import DeclarativeBase, Mapped\n\n\nclass Base(DeclarativeBase):\n    pass\n\n\nclass State(Base):\n    OPEN: Mapped[int]\n    PAID: Mapped[int]\n    metadata = None\n';
    const after = table.replace('    PAID: Mapped[int]\n    metadata = None\n', '');
    const place = ['removed-attribute state.py:10 of the base <- main.py:5'];
    assert.deepEqual(found({ 'main.py': user }, {}, table, after), place);
    assert.deepEqual(found({ 'main.py': user.replace('PAID', 'metadata') }, {}, table, after), []);
  });

  it('are left alone where the base may have had more', () => {
    const model = 'from django.db import models\n\n\nclass State(models.Model):\n    OPEN = 1\n    PAID = 2\n';
    assert.deepEqual(found({ 'main.py': user }, {}, model, model.replace('    PAID = 2\n', '')), []);
  });
});
