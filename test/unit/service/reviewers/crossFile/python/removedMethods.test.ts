import assert from 'node:assert/strict';
import { doubted, findingsOf, told, type Files, type Touched } from './pythonChange.ts';

const cart = 'class Cart:\n    def add(self, item):\n        return item\n\n    def total(self):\n        return 0\n';
const without = 'class Cart:\n    def total(self):\n        return 0\n';

/** What is told where `cart.py` loses `add`, which these files use. */
const found = (files: Files, touched: Touched = {}, before = cart, after = without): string[] =>
  told({ 'cart.py': before, ...files }, { 'cart.py': after, ...touched });

describe('methods of Python classes that a change removes', () => {
  const main = 'from cart import Cart\n\nmine = Cart()\nmine.add(1)\nmine.total()\n';
  const place = ['removed-method cart.py:2 of the base <- main.py:4'];

  it('are told where they stood, with the calls', () => {
    const uses = {
      'main.py': main,
      'shop.py': 'from cart import Cart\n\n\ndef buy(cart: Cart):\n    cart.add(1)\n    cart.total()\n',
    };
    const [finding, ...more] = findingsOf({ 'cart.py': cart, ...uses }, { 'cart.py': without });
    assert.deepEqual(more, []);
    assert.equal(finding?.title, '`Cart.add` is removed from `cart.py`, but 2 calls still use it');
    assert.equal(finding.severity, 'medium');
    assert.deepEqual(found(uses), ['removed-method cart.py:2 of the base <- main.py:4, shop.py:5']);
  });

  it('are told at the new name where they are renamed, of calls by the class itself too', () => {
    const own = `${cart}\n    def add_all(self, items):\n        for item in items:\n            self.add(item)\n`;
    assert.deepEqual(found({}, {}, own, own.replace('def add(', 'def put(')), [
      'removed-method cart.py:2 <- cart.py:10',
    ]);
  });

  it('are one finding for one class', () => {
    const uses = { 'main.py': 'from cart import Cart\n\nCart().total()\nCart().add(1)\n' };
    const [finding, ...more] = findingsOf({ 'cart.py': cart, ...uses }, { 'cart.py': 'class Cart:\n    size = 1\n' });
    assert.deepEqual(more, []);
    assert.match(
      finding?.title ?? '',
      /^`Cart\.total` and 1 more of its methods are removed from `cart\.py`, but 2 calls/,
    );
    assert.deepEqual(finding?.at, { path: 'cart.py', line: 2, column: 9, endColumn: 12, side: 'base' });
  });

  it('are told of the class that takes from another one no more, while that keeps them', () => {
    const big = 'class BigCart(Cart):\n    size = 9\n';
    const files = { 'cart.py': cart, 'big.py': `from cart import Cart\n\n\n${big}` };
    const uses = { 'main.py': 'from big import BigCart\n\nBigCart().add(1)\nBigCart().total()\n' };
    const [finding, ...more] = findingsOf({ ...files, ...uses }, { 'big.py': 'class BigCart:\n    size = 9\n' });
    assert.deepEqual(more, []);
    assert.equal(
      finding?.title,
      '`BigCart.add` and 1 more of its methods are not inherited from `Cart` any more, but 2 calls still use them',
    );
    assert.deepEqual(finding.at, { path: 'big.py', line: 1, column: 7, endColumn: 14 });
  });

  it('are told of a class that inherited them, in another file', () => {
    const big = 'from cart import Cart\n\n\nclass BigCart(Cart):\n    def fill(self):\n        self.add(1)\n';
    assert.deepEqual(found({ 'big.py': big }), ['removed-method cart.py:2 of the base <- big.py:6']);
  });

  for (const [what, after] of [
    ['that the class sets itself', `${without}\n    def __init__(self):\n        self.add = print\n`],
    [
      'that the class has from a base',
      `class Base:\n    def add(self, item): ...\n\n\n${without.replace('Cart', 'Cart(Base)')}`,
    ],
    ['that an unknown base may have', `from kit import Base\n\n\n${without.replace('Cart', 'Cart(Base)')}`],
    ['that a class of Python may have', without.replace('Cart', 'Cart(dict)')],
    ['that `__getattr__` may give', `${without}\n    def __getattr__(self, name): ...\n`],
    ['that are set by name', `${without}\n    def load(self, name):\n        setattr(self, name, print)\n`],
    ['that a decorator may make', `from kit import made\n\n\n@made\n${without}`],
    ['that a metaclass may make', without.replace('Cart', 'Cart(metaclass=Made)')],
    ['that are properties now', `${without}\n    @property\n    def add(self): ...\n`],
    ['that are there on a condition', `${without}\n    if True:\n        def add(self, item): ...\n`],
  ] as const)
    it(`are not told ${what}`, () => {
      assert.deepEqual(found({ 'main.py': main }), place);
      assert.deepEqual(found({ 'main.py': main }, {}, cart, after), []);
    });

  it('are not told that were missing before', () => {
    assert.deepEqual(found({ 'main.py': main }, {}, without, `${without}\n`), []);
    assert.deepEqual(found({ 'main.py': main }, { 'main.py': `${main}mine.drop()\n` }, cart, cart), []);
  });

  it('are not told of calls that go too, or may fail', () => {
    assert.deepEqual(found({ 'main.py': main }, { 'main.py': main.replace('mine.add(1)\n', '') }), []);
    for (const guarded of [
      'try:\n    mine.add(1)\nexcept AttributeError:\n    pass\n',
      "if hasattr(mine, 'add'):\n    mine.add(1)\n",
      'mine.add = print\nmine.add(1)\n',
    ])
      assert.deepEqual(found({ 'main.py': main.replace('mine.add(1)\n', guarded) }), [], guarded);
  });

  it('are not told of `self` where a class below may have them', () => {
    const own = `${cart}\n    def fill(self):\n        self.add(1)\n`;
    const after = own.replace('    def add(self, item):\n        return item\n\n', '');
    const below = (text: string): string[] => found({ 'big.py': `from cart import Cart\n\n\n${text}` }, {}, own, after);
    assert.deepEqual(below('class BigCart(Cart):\n    def drop(self): ...\n'), [
      'removed-method cart.py:2 of the base <- cart.py:6',
    ]);
    assert.deepEqual(below('class BigCart(Cart):\n    def add(self, item): ...\n'), []);
    assert.deepEqual(below('class Box:\n    def add(self, item): ...\n\n\nclass BigCart(Cart, Box): ...\n'), []);
  });

  it('are of low severity where a test alone calls them', () => {
    const [finding] = findingsOf({ 'cart.py': cart, 'tests/test_cart.py': main }, { 'cart.py': without });
    assert.equal(finding?.severity, 'low');
  });

  it('are a doubt where the change gives the class other names or a class below, and nothing where it had them', () => {
    const open = (text: string): string => `${text}\n    def __getattr__(self, name):\n        return name\n`;
    const doubts = (before: Files, touched: Files): string[] =>
      doubted({ 'cart.py': cart, 'main.py': main, ...before }, { 'cart.py': without, ...touched });
    const doubt = 'gives `Cart` names that cannot be listed';
    assert.deepEqual(doubts({}, { 'cart.py': open(without) }), [`${place[0]}: ${doubt}`]);
    assert.deepEqual(doubts({ 'cart.py': open(cart) }, { 'cart.py': open(without) }), []);
    const own = 'def buy(cart: Cart):\n    cart.add(1)\n';
    const shop = { 'main.py': `from cart import Cart\n\n${own}` };
    const below = { 'demo.py': 'from cart import Cart\n\nclass Mine(Cart):\n    def add(self, item): ...\n' };
    assert.equal(doubts(shop, below).length, 1);
    assert.deepEqual(found(shop, below), []);
    assert.deepEqual(doubts({ ...shop, ...below }, {}), []);
  });
});
