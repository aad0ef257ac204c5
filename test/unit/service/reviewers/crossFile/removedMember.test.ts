import assert from 'node:assert/strict';
import { javascript } from '../../../../../src/service/reviewers/crossFile/checks/javascript/javascript.ts';
import { doubted, findingsOf, told } from './memoryTrees.ts';

const add = '  add(item) {\n    return item;\n  }\n';
const fill = '  fill() {\n    this.add(1);\n  }\n';
const cart = (...members: readonly string[]): string => `export class Cart {\n${members.join('')}}\n`;

/** What is told where a class has these members before and after. */
const found = (before: string, after: string, path = 'cart.js'): string[] =>
  told(findingsOf(javascript, { [path]: before }, { [path]: after }));

describe('members that a change takes out of a class', () => {
  it('are told where they stood, with the places that use them', () => {
    for (const path of ['cart.js', 'cart.ts']) {
      const [finding, ...more] = findingsOf(javascript, { [path]: cart(add, fill) }, { [path]: cart(fill) });
      assert.deepEqual(more, []);
      assert.equal(finding?.title, '`Cart.add` is removed, but line 3 still uses it');
      assert.deepEqual(finding.at, { path, line: 2, column: 3, endColumn: 6, side: 'base' });
      assert.deepEqual(
        finding.related.map(({ line, column }) => [line, column]),
        [[3, 10]],
      );
    }
  });

  it('are one finding for one class, and are told where they are renamed', () => {
    const total = '  total() {}\n';
    const both = '  fill() {\n    this.add(1);\n    return () => this.total();\n  }\n';
    assert.deepEqual(found(cart(add, total, both), cart('  put() {}\n', both)), [
      'cart.js:2 cross-file/removed-member → cart.js:4 → cart.js:5',
    ]);
  });

  it('are told of a component of React, of handlers too', () => {
    const component = (member: string, from = 'react'): string =>
      `import React from '${from}';\nexport class Cart extends React.Component {\n${member}  render() {\n    return <b onClick={this.add} />;\n  }\n}\n`;
    assert.deepEqual(found(component(add), component(''), 'cart.jsx'), [
      'cart.jsx:3 cross-file/removed-member → cart.jsx:4',
    ]);
    assert.deepEqual(found(component(add, './base.js'), component('', './base.js'), 'cart.jsx'), []);
  });

  for (const [what, after] of [
    ['whose use goes too', cart('  fill() {}\n')],
    ['that are properties now', cart('  add = go;\n', fill)],
    ['that are set in the constructor', cart('  constructor() {\n    this.add = go;\n  }\n', fill)],
    ['that are set from outside', `${cart(fill)}new Cart().add = go;\n`],
    ['that a base may have', cart(fill).replace('Cart', 'Cart extends Base')],
    ['that a decorator may make', `@made\n${cart(fill)}`],
    ['that the prototype may get', `${cart(fill)}Cart.prototype.add = go;\n`],
    ['that are copied into it', `${cart(fill)}Object.assign(new Cart(), go);\n`],
    ['that are called only if they are there', cart('  fill() {\n    this.add?.(1);\n  }\n')],
    ['that are asked for first', cart('  fill() {\n    if (this.add) this.add(1);\n  }\n')],
    ['that are used behind a `return`', cart('  fill() {\n    return;\n    this.add(1);\n  }\n')],
    ['that another `this` has', cart('  fill() {\n    go(function () {\n      this.add(1);\n    });\n  }\n')],
    ['that an object inside of it has', cart('  fill() {\n    return { add: go, run() { this.add(1); } };\n  }\n')],
    ['that have computed names beside them', cart('  [name]() {}\n', fill)],
  ] as const)
    it(`are not told ${what}`, () => {
      assert.equal(found(cart(add, fill), cart(fill)).length, 1);
      assert.deepEqual(found(cart(add, fill), after), []);
    });

  it('are not told that an interface of the name has, nor parameters that are properties', () => {
    const merged = `${cart(fill)}export interface Cart {\n  add(item: number): void;\n}\n`;
    assert.deepEqual(found(cart(add, fill), merged, 'cart.ts'), []);
    const parameter = cart('  constructor(private add: Go) {}\n', fill);
    assert.deepEqual(found(cart(add, fill), parameter, 'cart.ts'), []);
  });

  it('are not told that were missing before', () => {
    assert.deepEqual(found(cart(fill), cart(fill, '  more() {}\n')), []);
  });

  it('are a doubt where the change brings what may give them, unless the base had it or another class has them now', () => {
    const doubts = (before: string, after: string): string[] =>
      doubted(findingsOf(javascript, { 'cart.js': before }, { 'cart.js': after }));
    const doubt = 'cart.js:2 cross-file/removed-member → cart.js:3: gives `Cart` members that cannot be listed';
    const [copied, made] = ['Object.assign({}, go);\n', cart(fill).replace('Cart', 'Cart extends Base')];
    assert.deepEqual(doubts(cart(add, fill), cart(fill) + copied), [doubt]);
    assert.deepEqual(doubts(cart(add, fill), made), [doubt]);
    assert.deepEqual(doubts(cart(add, fill) + copied, cart(fill) + copied), []);
    const base = `class Base {\n${add}  run() {\n    this.add(2);\n  }\n}\n`;
    assert.deepEqual(doubts(cart(add, fill), base + made), []);
  });
});
