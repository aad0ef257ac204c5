/** Path and text of a file, and the title of the one comment of the rule on it. */
export type Sample = readonly [path: string, text: string, title: string];

/** Code that breaks each rule of ESLint that is on. */
export const eslintSamples: Readonly<Record<string, Sample>> = {
  'review/contradicting-comparisons': [
    'a.js',
    "export const f = a => a.kind !== 'x' || a.kind !== 'y';\n",
    "`a.kind !== 'x' || a.kind !== 'y'` is always true: one value cannot be both.",
  ],
  'review/index-as-condition': [
    'a.js',
    'export const f = (list, x) => list.length > 1 && list.indexOf(x) && x.length;\n',
    '`list.indexOf(x)` is true where nothing is found, and false where it is found first.',
  ],
  '@typescript-eslint/no-dupe-class-members': [
    'a.js',
    'export class A {\n  go() {}\n  go() {\n    stay();\n  }\n}\n',
    '`go` is in the class twice: the first one is lost.',
  ],
  'constructor-super': [
    'a.js',
    'export class A extends B {\n  constructor() {\n    go();\n  }\n}\n',
    'The constructor of `A` does not call `super()`: `new A()` throws.',
  ],
  'no-const-assign': ['a.js', 'export const a = 1;\na = 2;\n', '`a` is a constant: assigning to it throws.'],
  'no-import-assign': ['a.js', "import { a } from 'a';\na = 2;\n", '`a` is imported: assigning to it throws.'],
  'no-invalid-regexp': [
    'a.js',
    "export const a = new RegExp('[');\n",
    "`new RegExp('[')` throws: the pattern is no valid regular expression.",
  ],
  'no-new-native-nonconstructor': [
    'a.js',
    "export const a = new Symbol('a');\n",
    '`new Symbol()` throws: `Symbol` is called without `new`.',
  ],
  'no-obj-calls': ['a.js', 'export const a = Math();\n', '`Math()` throws: it calls an object that is no function.'],
  'no-this-before-super': [
    'a.js',
    'export class A extends B {\n  constructor() {\n    this.a = 1;\n    super();\n  }\n}\n',
    '`this` is used before `super()`: `new A()` throws.',
  ],
  'no-compare-neg-zero': ['a.js', 'x(a === -0);\n', '`a === -0` does not tell `-0` from `0`: both are equal.'],
  'no-cond-assign': ['a.js', "if (kind = 'a') go();\n", "`kind = 'a'` assigns, so the condition is always true."],
  'no-constant-binary-expression': [
    'a.js',
    'x(`${a}` ?? b);\n',
    '`` `${a}` `` is never null or undefined, so what follows `??` never counts.',
  ],
  'no-dupe-else-if': [
    'a.js',
    'if (a > 1) go();\nelse if (a > 1) stop();\n',
    '`a > 1` is covered by a condition above, so this branch never runs.',
  ],
  'no-duplicate-case': [
    'a.js',
    'switch (a) {\n  case 1:\n    break;\n  case 1:\n    go();\n}\n',
    '`case 1` is above already, so this one never runs.',
  ],
  'no-self-compare': [
    'a.js',
    'if (a.id === a.id) go();\n',
    '`a.id === a.id` compares a value with itself, so it is always true.',
  ],
  'no-unsafe-negation': ['a.js', 'if (!key in list) go();\n', '`!key in list` negates `key`, not the result.'],
  'use-isnan': ['a.js', 'if (a === NaN) go();\n', '`a === NaN` is always false: nothing equals `NaN`, not even `NaN`.'],
  'valid-typeof': [
    'a.js',
    "if (typeof a === 'strnig') go();\n",
    "`typeof` never gives `'strnig'`, so the comparison always comes out the same.",
  ],
  'review/identical-branches': [
    'a.js',
    'if (a > 1) {\n  go();\n} else {\n  go();\n}\n',
    'Both branches of `a > 1` do the same, so the condition has no effect.',
  ],
  'for-direction': [
    'a.js',
    'for (let i = 0; i < 10; i--) go(i);\n',
    '`i--` moves away from `i < 10`: the loop never runs, or never ends.',
  ],
  'no-dupe-keys': [
    'a.js',
    'export const a = { b: 1, b: 2 };\n',
    '`b` is in the object twice: the first value is lost.',
  ],
  'no-empty-character-class': [
    'a.js',
    'export const a = /a[]/;\n',
    '`/a[]/` never matches where it reaches `[]`: the class is empty.',
  ],
  'no-loss-of-precision': [
    'a.js',
    'export const a = 1234567890123456789;\n',
    '`1234567890123456789` is stored as `1234567890123456800`.',
  ],
  'no-self-assign': ['a.js', 'export let a = go();\na = a;\n', '`a` is assigned to itself, which does nothing.'],
  'no-useless-backreference': [
    'a.js',
    'export const a = /\\1(b)/;\n',
    '`\\1` in `/\\1(b)/` matches nothing: its group has not matched by then.',
  ],
  '@typescript-eslint/no-unused-expressions': ['a.js', 'a.b === 1;\n', '`a.b === 1` is computed and dropped.'],
  'review/left-debugger': [
    'a.js',
    'export function f(a) {\n  debugger;\n  return go(a);\n}\n',
    '`debugger` was left here: it stops the program where developer tools are open.',
  ],
  'review/only-in-test': [
    'a.test.js',
    "it.only('a', go);\n",
    '`it.only` leaves out all other tests, and the run is green all the same.',
  ],
  'review/uncalled-matcher': [
    'a.test.js',
    "it('a', () => {\n  expect(go()).not.toBe;\n});\n",
    '`toBe` is not called: this expects nothing, and the test is green all the same.',
  ],
  'review/empty-expectation': [
    'a.test.js',
    "it('a', () => {\n  expect(go()).toBe(1);\n  expect(go() === 2);\n});\n",
    '`expect(go() === 2)` expects nothing, and the test is green all the same.',
  ],
  'array-callback-return': [
    'a.js',
    'await Promise.all(list.map(each => {\n  axios.post(each.url, each);\n}));\n',
    '`Promise.all` waits for nothing: the callback of `map` does not return `axios.post(each.url, each)`.',
  ],
  'review/async-callback': [
    'a.js',
    'list.forEach(async each => {\n  await save(each);\n});\nleave();\n',
    '`forEach` does not wait for `save(each)`: the code below runs before, and an error is lost.',
  ],
  'review/conditional-hook': [
    'a.jsx',
    "import { useId, useState } from 'react';\nexport function List({ rows }) {\n  useId();\n  if (!rows) return null;\n  const [at] = useState(0);\n  return rows[at];\n}\n",
    '`useState` is not called in each rendering: `!rows` returns before it.',
  ],
  'review/sql-from-template': [
    'a.js',
    "export const find = id => db.query(`SELECT * FROM a WHERE id = '${id}'`);\n",
    '`id` is put between the quotes of a query: a caller can inject SQL.',
  ],
  '@typescript-eslint/no-unused-vars': [
    'a.js',
    "import { join } from 'node:path';\nexport {};\ngo();\n",
    '`join` is imported and not used.',
  ],
  'no-unused-private-class-members': [
    'a.js',
    'export class A {\n  #b = 1;\n}\n',
    '`#b` is declared and nothing in the class reads it.',
  ],
};

/** Code that breaks each rule of Ruff that is on. */
export const ruffSamples: Readonly<Record<string, Sample>> = {
  F401: ['a.py', 'import os\n', '`os` is imported and not used.'],
  F811: [
    'a.py',
    'def a():\n    pass\n\n\ndef a():\n    return 1\n',
    '`a` is defined again here, so the one in line 1 is never used.',
  ],
  F821: ['a.py', 'print(json.dumps(1))\n', '`json` is not defined: this line raises `NameError`.'],
  TC004: [
    'a.py',
    'from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from decimal import Decimal\n\n\ndef f(x):\n    return Decimal(x)\n',
    '`Decimal` is imported for type checkers alone and used when the code runs: that raises `NameError`.',
  ],
  F822: ['a.py', '__all__ = ["nope"]\n', '`__all__` lists `nope`, which the module does not have.'],
  F823: [
    'a.py',
    'x = 1\n\n\ndef f():\n    print(x)\n    x = 2\n    return x\n',
    '`x` is read before it has a value: this line raises `UnboundLocalError`.',
  ],
  F841: ['a.py', 'def f():\n    x = len("a") + 1\n', '`x` is assigned and never read.'],
  F842: ['a.py', 'def f():\n    x: int\n', '`x` is declared and never read.'],
  F502: ['a.py', 'print("%(a)s" % (1,))\n', '`"%(a)s" % (1,)` raises `TypeError`.'],
  F503: ['a.py', 'print("%s %s" % {"a": 1})\n', '`"%s %s" % {"a": 1}` raises `TypeError`.'],
  F505: ['a.py', 'print("%(a)s" % {"b": 1})\n', '`"%(a)s" % {"b": 1}` raises `KeyError`.'],
  F506: ['a.py', 'print("%s %(a)s" % (1,))\n', '`"%s %(a)s" % (1,)` raises `TypeError`.'],
  F507: ['a.py', 'print("%s %s" % (1,))\n', '`"%s %s" % (1,)` raises `TypeError`.'],
  F509: ['a.py', 'print("%y" % 1)\n', '`"%y" % 1` raises `ValueError`.'],
  F521: ['a.py', 'print("{".format(1))\n', '`"{".format(1)` raises `ValueError`.'],
  F524: ['a.py', 'print("{} {}".format(1))\n', '`"{} {}".format(1)` raises `IndexError` or `KeyError`.'],
  F525: ['a.py', 'print("{0} {}".format(1, 2))\n', '`"{0} {}".format(1, 2)` raises `ValueError`.'],
  F633: [
    'a.py',
    'import sys\n\nprint >>sys.stderr, 1\n',
    '`print >>sys.stderr, 1` raises `TypeError`: `print` is a function.',
  ],
  F901: ['a.py', 'def f():\n    raise NotImplemented\n', '`raise NotImplemented` raises `TypeError`.'],
  PLE0241: [
    'a.py',
    'class B:\n    pass\n\n\nclass A(B, B):\n    pass\n',
    '`A` has the base class `B` twice: this line raises `TypeError`.',
  ],
  PLE1132: ['a.py', 'print(end="a", **{"end": "b"})\n', '`end` is given twice: the call raises `TypeError`.'],
  PLE1307: ['a.py', 'print("%d" % "a")\n', '`"%d" % "a"` raises `TypeError`.'],
  F601: ['a.py', 'print({"a": 1, "a": 2})\n', 'The key `"a"` is in the dictionary twice: the first value is lost.'],
  F631: ['a.py', 'assert (1, "x")\n', '`assert (1, "x")` never fails: it tests a tuple, which is always true.'],
  F632: [
    'a.py',
    'def f(x):\n    return x is "a"\n',
    '`x is "a"` asks whether both are one object, not whether they are equal.',
  ],
  F634: ['a.py', 'def f(x):\n    if (x,):\n        pass\n', '`(x,)` is a tuple, so the condition is always true.'],
  B005: [
    'a.py',
    'def f(x):\n    return x.strip("https://")\n',
    '`x.strip("https://")` removes any of these characters, not the text as a whole.',
  ],
  B006: [
    'a.py',
    'def add(x, found=[]):\n    found.append(x)\n    return found\n',
    '`found.append(…)` changes the default of `found`: the next call of `add` starts with what this one put in.',
  ],
  B015: ['a.py', 'def f(x):\n    x == 1\n', '`x == 1` compares and drops the result.'],
  B025: [
    'a.py',
    'try:\n    print()\nexcept ValueError:\n    pass\nexcept ValueError:\n    raise\n',
    '`ValueError` is handled above already: this handler never runs for it.',
  ],
  S113: [
    'a.py',
    'import requests\n\nrequests.get("https://a.dev")\n',
    '`requests.get` waits forever where the server does not answer: it has no timeout.',
  ],
  B016: ['a.py', 'raise "no"\n', '`raise "no"` raises `TypeError`: only errors can be raised.'],
  B030: [
    'a.py',
    'try:\n    print()\nexcept ValueError | KeyError:\n    pass\n',
    '`except ValueError | KeyError:` raises `TypeError` when an error arrives: `ValueError | KeyError` is no kind of error.',
  ],
  PLE0604: [
    'a.py',
    'class A:\n    pass\n\n\n__all__ = [A]\n',
    '`__all__` has values in it that are no texts: `from … import *` raises `TypeError`.',
  ],
  PLE0704: [
    'a.py',
    'def f(x):\n    if not x:\n        raise\n',
    '`raise` has no error to raise here: it raises `RuntimeError` unless a caller handles one.',
  ],
  SIM222: [
    'a.py',
    'def f(x):\n    return ("a" or "b") in x\n',
    '`"a" or "b"` is always true: one of its values decides alone.',
  ],
  SIM223: ['a.py', 'def f(x):\n    return [] and x\n', '`[] and x` is always false: one of its values decides alone.'],
  RUF034: [
    'a.py',
    'def f(x, y):\n    return y if x else y\n',
    'Both branches of `y if x else y` are the same, so the condition has no effect.',
  ],
  RUF040: [
    'a.py',
    'def f(x):\n    assert len(x), 1\n',
    '`assert len(x), 1` compares nothing: what follows the comma is the message.',
  ],
  INT002: [
    'a.py',
    'from gettext import gettext as _\n\n\ndef f(name):\n    return _("Hello {}".format(name))\n',
    '`return _("Hello {}".format(name))` is never translated: the values are put in before the text is looked up.',
  ],
  INT003: [
    'a.py',
    'from gettext import gettext as _\n\n\ndef f(name):\n    return _("Hello %s" % name)\n',
    '`return _("Hello %s" % name)` is never translated: the values are put in before the text is looked up.',
  ],
  T100: [
    'a.py',
    'def f(x):\n    breakpoint()\n    return x\n',
    '`breakpoint()` was left here: the program halts in the debugger.',
  ],
  PLE1205: [
    'a.py',
    'import logging\n\n\ndef f(x):\n    logging.error("It failed", x)\n',
    '`logging.error("It failed", x)` logs an error in place of the message: it has more values than places.',
  ],
  PLE1206: [
    'a.py',
    'import logging\n\n\ndef f(x):\n    logging.error("%s of %s", x)\n',
    '`logging.error("%s of %s", x)` logs an error in place of the message: it has fewer values than places.',
  ],
  PLW0133: ['a.py', 'def f():\n    ValueError("no")\n', '`ValueError("no")` makes an error and does not raise it.'],
  PLW0245: [
    'a.py',
    'class A:\n    def __str__(self):\n        return super.__str__(self)\n',
    '`return super.__str__(self)` does not reach the class above: `super` is not called.',
  ],
  PLW0711: [
    'a.py',
    'try:\n    print()\nexcept ValueError or KeyError:\n    pass\n',
    '`except ValueError or KeyError:` catches one kind of error only: `or` and `and` choose one of them.',
  ],
  F404: [
    'a.py',
    'x = 1\nfrom __future__ import annotations\n',
    'Python cannot read `from __future__ import annotations`, so the file does not load.',
  ],
  F407: [
    'a.py',
    'from __future__ import nope\n',
    'Python cannot read `from __future__ import nope`, so the file does not load.',
  ],
  F622: ['a.py', 'c = [1]\n*a, *b = c\n', 'Python cannot read `*a, *b = c`, so the file does not load.'],
  F701: ['a.py', 'break\n', 'Python cannot read `break`, so the file does not load.'],
  F702: ['a.py', 'continue\n', 'Python cannot read `continue`, so the file does not load.'],
  F704: ['a.py', 'yield 1\n', 'Python cannot read `yield 1`, so the file does not load.'],
  F706: ['a.py', 'return 1\n', 'Python cannot read `return 1`, so the file does not load.'],
  F707: [
    'a.py',
    'try:\n    print()\nexcept:\n    pass\nexcept ValueError:\n    pass\n',
    'Python cannot read `except:`, so the file does not load.',
  ],
  PLE1142: ['a.py', 'def f(g):\n    await g()\n', 'Python cannot read `await g()`, so the file does not load.'],
};
