import assert from 'node:assert/strict';
import { doubted, findingsOf, told, type Files } from './pythonChange.ts';

/** `a.py` before and after, used by `b.py`. */
const change = (before: string, after: string, uses: string): [Files, Files] => [
  { 'a.py': before, 'b.py': uses },
  { 'a.py': after },
];

describe('Python calls that a changed signature refuses', () => {
  it('are told at the signature, with the calls', () => {
    const [finding, ...more] = findingsOf(
      ...change(
        'def charge(order):\n    return order\n',
        'def charge(order, currency):\n    return order\n',
        'from a import charge\nimport a\n\ncharge(1)\ncharge(1, 2)\ncharge(1, currency=3)\na.charge(order=1)\n',
      ),
    );
    assert.deepEqual(more, []);
    assert.equal(finding?.title, '`charge` now needs `currency`: 2 calls fail');
    assert.deepEqual(finding.at, { path: 'a.py', line: 1, column: 5, endColumn: 11 });
    assert.deepEqual(
      finding.related.map(({ path, line, message }) => `${path}:${line} ${message}`),
      ['b.py:4 `charge` needs `currency`', 'b.py:7 `charge` needs `currency`'],
    );
  });

  it('are told on new lines alone where the caller or the function could not be read before', () => {
    const broken = 'def f(:\n';
    const charge = 'def charge(order): ...\n';
    const uses = 'from a import charge\n\ncharge()\n';
    assert.deepEqual(told({ 'a.py': broken, 'b.py': uses }, { 'a.py': charge }), []);
    const mended = { 'b.py': `${uses}def f(): ...\n` };
    assert.deepEqual(told({ 'a.py': charge, 'b.py': `${uses}${broken}` }, mended), []);
    assert.deepEqual(told({ 'a.py': charge, 'b.py': broken }, { 'b.py': uses }), ['call-signature b.py:3 <- a.py:1']);
  });

  it('are not told of calls in files that could not be loaded before either', () => {
    const before = {
      'app/__init__.py': '',
      'app/pay.py': 'def charge(order): ...\n',
      'tests/base.py': 'from app import create_app\n',
      'tests/test_pay.py': 'from app.pay import charge\nfrom tests.base import create_app\n\ncharge(1)\n',
    };
    const found = (files: Files, after: Files = {}): string[] =>
      told({ ...before, ...files }, { 'app/pay.py': 'def charge(order, currency): ...\n', ...after });
    const place = ['call-signature app/pay.py:1 <- tests/test_pay.py:4'];
    assert.deepEqual(found({}), []);
    // Where two folders have the name, neither has what is imported.
    assert.deepEqual(found({ 'tests/app/__init__.py': '' }), []);
    const made = { 'app/__init__.py': 'def create_app(): ...\n' };
    assert.deepEqual(found(made), place);
    assert.deepEqual(found({}, made), place);
    // What is installed may have the name of a folder of tests.
    const installed = { 'tests/base.py': 'from kit import create_app\n', 'tests/stubs/kit/__init__.py': '' };
    assert.deepEqual(found(installed), place);
    const guarded = 'try:\n    from app import create_app\nexcept ImportError:\n    create_app = None\n';
    assert.deepEqual(found({ 'tests/base.py': guarded }), place);
    const mended = { 'tests/test_pay.py': 'from app.pay import charge\n\ncharge(1)\n' };
    assert.deepEqual(found({}, mended), ['call-signature app/pay.py:1 <- tests/test_pay.py:3']);
  });

  it('are not told of calls in functions that nothing names any more', () => {
    const called = 'def test_it():\n    _pay()\n';
    const helpers = 'from a import f\n\n\ndef _pay():\n    return _deep()\n\n\ndef _deep():\n    return f(1)\n\n\n';
    const found = (text: string, others: Files = {}, path = 'b.py'): string[] =>
      told({ 'a.py': 'def f(a): ...\n', [path]: text, ...others }, { 'a.py': 'def f(a, b): ...\n' });
    assert.deepEqual(found(helpers), []);
    assert.deepEqual(found(helpers + called), ['call-signature a.py:1 <- b.py:9']);
    // Other files may call it too, or name it in a text.
    assert.deepEqual(found(helpers, { 'c.py': 'from b import _pay\n' }), ['call-signature a.py:1 <- b.py:9']);
    assert.deepEqual(found(helpers, { 'c.py': 'import b\n\nb._pay()\n' }), ['call-signature a.py:1 <- b.py:9']);
    assert.deepEqual(found(`${helpers}run("_deep")\n`), ['call-signature a.py:1 <- b.py:9']);
    // What has no underscore is for others, but for helpers of tests.
    const open = helpers.replaceAll('_pay', 'pay').replaceAll('_deep', 'deep');
    assert.deepEqual(found(open), ['call-signature a.py:1 <- b.py:9']);
    assert.deepEqual(found(open, {}, 'tests/test_b.py'), []);
    assert.deepEqual(found(open.replaceAll('pay', 'test_pay'), {}, 'tests/test_b.py'), [
      'call-signature a.py:1 <- tests/test_b.py:9',
    ]);
    // What a decorator takes may be called by it.
    assert.deepEqual(found(helpers.replace('def _pay', '@task\ndef _pay')), ['call-signature a.py:1 <- b.py:10']);
  });

  it('are not told of a dataclass with several fields on a line', () => {
    const found = (fields: string, call: string): string[] => {
      const made = `from dataclasses import dataclass\n\n@dataclass(frozen=True)\nclass Ack:${fields}\n`;
      return told({ 'a.py': '', 'b.py': '' }, { 'a.py': made, 'b.py': `from a import Ack\n\nAck(${call})\n` });
    };
    for (const fields of [
      '\n    task: str; start: float = 0.0\n    end: float = 1.0; task_count: int = 0;',
      ' task: str; start: float = 0.0; end: float = 1.0; task_count: int = 0',
      '\n    task: str\n    start: float = 0.0; end: float = 1.0\n    task_count: int = 0\n    def m(self): ...',
    ]) {
      for (const call of ['1', '1, 2, 3, 4', 'task=1, end=2']) assert.deepEqual(found(fields, call), [], fields);
      for (const call of ['', '1, 2, 3, 4, 5', '1, other=2', '1, task=2'])
        assert.deepEqual(found(fields, call), ['call-signature b.py:3 <- a.py:4'], `${fields} ${call}`);
    }
    // What it takes depends on a condition.
    assert.deepEqual(found('\n    task: str\n    if x:\n        start: float; end: float', '1, 2, 3'), []);
  });

  describe('where nothing goes on', () => {
    const told = (uses: string): string[] =>
      findingsOf(...change('def charge(order): ...\n', 'def charge(order, currency): ...\n', uses)).flatMap(
        ({ related }) => related.map(({ line }) => `${line}`),
      );
    const inFunction = (leaving: string): string =>
      `from a import charge\n\ndef run(order):\n    ${leaving}\n    charge(1)\n`;

    for (const leaving of ['return order', 'raise ValueError', 'sys.exit(1)', 'pytest.skip("later")'])
      it(`are not told below \`${leaving}\``, () => {
        assert.deepEqual(told(inFunction(leaving)), []);
        // Of a block further in, the rest goes on.
        assert.deepEqual(told(inFunction(`if order:\n        ${leaving}`)), ['6']);
        assert.deepEqual(told(inFunction(`# ${leaving}`)), ['5']);
      });

    it('are not told in functions of a module that ends before it makes them', () => {
      const later = 'def run():\n    charge(1)\n';
      assert.deepEqual(told(`from a import charge\nraise SystemExit\n${later}`), []);
      assert.deepEqual(told(`from a import charge\nif charge is None:\n    raise SystemExit\n${later}`), ['5']);
    });

    it('are not told in a loop that is left, and told behind it', () => {
      const loop = 'from a import charge\nfor each in range(3):\n    break\n    charge(1)\ncharge(1)\n';
      assert.deepEqual(told(loop), ['5']);
    });
  });

  it('are not told of tests that are to fail, unless with another error', () => {
    const told = (mark: string): number =>
      findingsOf(
        ...change(
          'def charge(order): ...\n',
          'def charge(order, currency): ...\n',
          `import pytest\nfrom a import charge\n\n@pytest.mark.${mark}\ndef test_charge():\n    charge(1)\n`,
        ),
      ).length;
    assert.deepEqual([told('xfail'), told('xfail(reason="later")')], [0, 0]);
    assert.deepEqual([told('xfail(raises=KeyError)'), told('slow')], [1, 1]);
  });

  it('are not told of calls in code that is kept and not used any more', () => {
    const before = { 'a.py': 'def f(a): ...\n', 'deprecated/b.py': 'from a import f\n\nf(1)\n' };
    const after = { 'a.py': 'def f(a, b): ...\n' };
    assert.deepEqual(told(before, after), []);
    const used = { ...before, 'c.py': 'import deprecated.b\n' };
    assert.deepEqual(told(used, after), ['call-signature a.py:1 <- deprecated/b.py:3']);
  });

  it('are told once where the call is not awaited either, since it gives nothing', () => {
    const after = 'async def f(a, b): ...\n';
    assert.deepEqual(told(...change('def f(a): ...\n', after, 'from a import f\nf(1)\n')), [
      'call-signature a.py:1 <- b.py:2',
    ]);
    assert.deepEqual(told(...change('def f(a): ...\n', after, 'from a import f\nf(1, 2)\n')), [
      'not-awaited a.py:1 <- b.py:2',
    ]);
  });

  it('are told at the parameter that is new', () => {
    const [before, after] = change('def f(\n    a,\n): ...', 'def f(\n    a,\n    b,\n): ...', 'from a import f\nf(1)');
    assert.deepEqual(told(before, after), ['call-signature a.py:3 <- b.py:2']);
  });

  it('are not told of methods that a class without bodies only declares, which take no `self` there', () => {
    const uses = 'from a import Shop\n\ndef run(shop: Shop):\n    shop.pay(1)\n';
    const shop = (body: string): Files => ({ 'a.py': `class Shop:\n    def pay(order):\n        ${body}\n` });
    assert.deepEqual(told(shop("'Pays.'"), { 'b.py': uses }), []);
    assert.deepEqual(told(shop("'Pays.'\n        return {}"), { 'b.py': uses }), []);
    assert.deepEqual(told(shop('return order'), { 'b.py': uses }), ['call-signature b.py:4 <- a.py:2']);
  });

  it('are counted with the instance where `__new__` calls a method by its class', () => {
    const made = (call: string): string =>
      `class Kind(type):\n    def __new__(cls, name):\n        made = super().__new__(cls, name)\n        ${call}\n        return made\n\n    def name(cls, word): ...\n`;
    assert.deepEqual(told({ 'a.py': made('pass') }, { 'a.py': made('cls.name(made, 1)') }), []);
  });

  it('are not told of `__new__`, nor of a method in whose place the file sets another', () => {
    const made = { 'a.py': 'class Kind:\n    def __new__(cls, name): ...\n    def pay(self, order): ...\n' };
    const uses = (code: string): Files => ({ 'b.py': `from a import Kind\n\ndef run(kind: Kind):\n    ${code}\n` });
    assert.deepEqual(told(made, uses('kind.__new__(kind, 1, 2)')), []);
    assert.deepEqual(told(made, uses('kind.pay = Mock()\n    kind.pay()')), []);
    assert.deepEqual(told(made, uses('kind.pay()')), ['call-signature b.py:4 <- a.py:3']);
  });

  it('are not told of another project of the repository, which is installed in a version of its own', () => {
    const uses = 'from queue_kit.events import read\n\nread(1, 2)\n';
    const kit = { 'libs/kit/queue_kit/events.py': 'def read(request): ...\n' };
    const projects = { 'libs/kit/pyproject.toml': '', 'mail/pyproject.toml': '' };
    assert.deepEqual(told({ ...kit, ...projects }, { 'mail/worker.py': uses }), []);
    assert.deepEqual(told({ ...kit, 'libs/kit/pyproject.toml': '' }, { 'worker.py': uses }), [
      'call-signature worker.py:3 <- libs/kit/queue_kit/events.py:1',
    ]);
  });

  it('are not told of what a package imports from itself, which is a module whatever else has its name', () => {
    const files = {
      'app/__init__.py': 'from app import pay as pay_module\nfrom app.pay import pay\n',
      'app/pay.py': 'class Pay:\n    def update(self, order): ...\npay: Pay = Pay()\ndef update(): ...\n',
    };
    const uses = 'import app\n\napp.pay_module.update()\n';
    assert.deepEqual(told(files, { 'b.py': uses }), []);
    assert.deepEqual(told(files, { 'b.py': uses.replace('update()', 'update(1)') }), [
      'call-signature b.py:3 <- app/pay.py:4',
    ]);
  });

  it('are not told of a method that is left to others, who may take something else', () => {
    const left = 'class A:\n    def m(self):\n        """What there is."""\n        raise NotImplementedError("A.m")\n';
    const uses = '    def n(self, x):\n        return self.m(x)\n';
    assert.deepEqual(told({ 'a.py': left }, { 'a.py': left + uses }), []);
    const own = left.replace('raise NotImplementedError("A.m")', 'return 1 + 1');
    assert.deepEqual(told({ 'a.py': own }, { 'a.py': own + uses }), ['call-signature a.py:6 <- a.py:2']);
  });

  it('are low where tests alone make them, unless these pass all the same', () => {
    const severities = (path: string, after: string): string[] =>
      findingsOf({ 'a.py': 'def f(): ...\n', [path]: 'from a import f\n\nf()\n' }, { 'a.py': after }).map(
        ({ severity }) => severity,
      );
    assert.deepEqual(severities('tests/test_a.py', 'def f(x): ...\n'), ['low']);
    assert.deepEqual(severities('b.py', 'def f(x): ...\n'), ['medium']);
    assert.deepEqual(severities('tests/test_a.py', 'async def f(): ...\n'), ['medium']);
  });

  it('are told at the call where that is what is new', () => {
    const before = { 'a.py': 'def charge(order): ...\n' };
    const [finding] = findingsOf(before, { 'b.py': 'from a import charge\n\ncharge(1, currency=2)\n' });
    assert.equal(finding?.title, '`charge` has no parameter `currency`: this call fails');
    assert.deepEqual(told(before, { 'b.py': 'from a import charge\n\ncharge(1, currency=2)\n' }), [
      'call-signature b.py:3 <- a.py:1',
    ]);
  });

  for (const [what, before, after, uses] of [
    ['one argument too many', 'def f(a, b): ...', 'def f(a): ...', 'from a import f\nf(1, 2)'],
    ['a parameter that is renamed', 'def f(a, b=1): ...', 'def f(a, c=1): ...', 'from a import f\nf(1, b=2)'],
    [
      'a parameter that can only be given by name',
      'def f(a, b): ...',
      'def f(a, *, b): ...',
      'from a import f\nf(1, 2)',
    ],
    ['a parameter that can no longer be given by name', 'def f(a): ...', 'def f(a, /): ...', 'from a import f\nf(a=1)'],
    [
      'what a class takes',
      'class C:\n    def __init__(self): ...',
      'class C:\n    def __init__(self, a): ...',
      'import a\na.C()',
    ],
    [
      'what a dataclass takes',
      'from dataclasses import dataclass\n@dataclass\nclass C:\n    a: int',
      'from dataclasses import dataclass\n@dataclass\nclass C:\n    a: int\n    b: int',
      'import a\na.C(1)',
    ],
    [
      'a method of a new instance',
      'class C:\n    def m(self): ...',
      'class C:\n    def m(self, a): ...',
      'from a import C\ndef f():\n    c = C()\n    c.m()',
    ],
    [
      'a method of an annotated parameter',
      'class C:\n    def m(self): ...',
      'class C:\n    def m(self, a): ...',
      'from a import C\ndef f(c: C):\n    c.m()',
    ],
    [
      'a method of the one instance of a module',
      'class C:\n    def m(self): ...\nc = C()',
      'class C:\n    def m(self, a): ...\nc = C()',
      'from a import c\nc.m()',
    ],
    [
      'an inherited method',
      'class C:\n    def m(self): ...',
      'class C:\n    def m(self, a): ...',
      'from a import C\nclass D(C):\n    def n(self):\n        self.m()',
    ],
    [
      'a method of an attribute',
      'class C:\n    def m(self): ...',
      'class C:\n    def m(self, a): ...',
      'from a import C\nclass D:\n    def __init__(self):\n        self.c = C()\n    def n(self):\n        self.c.m()',
    ],
    [
      'what `super` calls',
      'class C:\n    def __init__(self): ...',
      'class C:\n    def __init__(self, a): ...',
      'from a import C\nclass D(C):\n    def __init__(self):\n        super().__init__()',
    ],
    [
      'what `super` of the class calls',
      'class C:\n    def __init__(self): ...',
      'class C:\n    def __init__(self, a): ...',
      'from a import C\nclass D(C):\n    def __init__(self):\n        super(D, self).__init__()',
    ],
    [
      'a static method',
      'class C:\n    @staticmethod\n    def m(): ...',
      'class C:\n    @staticmethod\n    def m(a): ...',
      'from a import C\nC.m()',
    ],
    [
      'a class method',
      'class C:\n    @classmethod\n    def m(cls): ...',
      'class C:\n    @classmethod\n    def m(cls, a): ...',
      'from a import C\nC.m()',
    ],
    ['a cached function', '@functools.cache\ndef f(): ...', '@functools.cache\ndef f(a): ...', 'from a import f\nf()'],
    [
      'a function in a transaction of Django',
      '@transaction.atomic\ndef f(a): ...',
      '@transaction.atomic(using="b")\ndef f(b): ...',
      'from a import f\nf(a=1)',
    ],
  ] as const)
    it(`include ${what}`, () => {
      const [finding, ...more] = told(...change(before, after, uses));
      assert.match(finding ?? '', /^call-signature a\.py:\d <- b\.py:\d$/);
      assert.deepEqual(more, []);
    });

  for (const [what, before, after, uses] of [
    ['an unknown decorator', 'def f(): ...', '@inject\ndef f(a): ...', 'from a import f\nf()'],
    [
      'values that are made one by one',
      'def f(a, b): ...',
      'def f(a): ...',
      'from a import f\nf(g(x) async for x in y)\nf(g(x) for x in y)',
    ],
    [
      'a class that a class below stands for',
      'class C:\n    def __init__(self, a): ...\n    @classmethod\n    def make(cls):\n        return cls(1)',
      'class C:\n    def __init__(self, a, b): ...\n    @classmethod\n    def make(cls):\n        return cls(1)',
      'from a import C\nclass D(C):\n    def __init__(self, a):\n        self.a = a',
    ],
    ['unpacked arguments', 'def f(): ...', 'def f(a): ...', 'from a import f\nf(*x)\nf(**x)'],
    [
      '`super` where another class may come first',
      'class C:\n    def m(self): ...',
      'class C:\n    def m(self, a): ...',
      'from a import C\nclass D(C):\n    def m(self):\n        super().m()\nclass E(D, Mixin): ...',
    ],
    ...['@classmethod', '@validator("a")'].map(
      decorator =>
        [
          `\`super\` of a class, where \`${decorator}\` gives that`,
          'class C:\n    def m(self, v, f):\n        return go(v)',
          'class C:\n    def m(v, f):\n        return go(v)',
          `from a import C\nclass D(C):\n    ${decorator}\n    def n(cls, v, f):\n        return super().m(v, f)`,
        ] as const,
    ),
    [
      '`super` that begins behind the class above',
      'class C:\n    def m(self): ...',
      'class C:\n    def m(self, a): ...',
      'from a import C\nclass D(C):\n    def m(self):\n        super(C, self).m()',
    ],
    [
      'a function that a test replaces',
      'def f(): ...',
      'def f(a): ...',
      "import a\nflexmock(a).should_receive('f').and_return(1)\na.f()",
    ],
    ['a function that is patched', 'def f(): ...', 'def f(a): ...', "import a\n@patch('a.f')\ndef g():\n    a.f()"],
    ['an attribute that is set', 'def f(): ...', 'def f(a): ...', "import a\nmonkeypatch.setattr(a, 'f', g)\na.f()"],
    [
      'a protocol that other classes may meet',
      'from typing import Protocol\nclass C(Protocol):\n    def m(self, a): ...',
      'from typing import Protocol\nclass C(Protocol):\n    def m(self): ...',
      'from a import C\ndef f(c: C):\n    c.m(1)',
    ],
    ['a default', 'def f(): ...', 'def f(a=1, *, b=2): ...', 'from a import f\nf()'],
    ['any arguments', 'def f(): ...', 'def f(*a, **b): ...', 'from a import f\nf(1, 2, c=3)'],
    ['two definitions', 'def f(): ...', 'if x:\n    def f(a): ...\nelse:\n    def f(): ...', 'from a import f\nf()'],
    [
      'overloads',
      'def f(): ...',
      '@overload\ndef f(a): ...\n@overload\ndef f(): ...\ndef f(a=1): ...',
      'from a import f\nf()',
    ],
    ['a name that is bound again', 'def f(): ...', 'def f(a): ...', 'from a import f\nf = other\nf()'],
    ['a parameter of the same name', 'def f(): ...', 'def f(a): ...', 'from a import f\ndef g(f):\n    f()'],
    [
      'a failure that a test expects',
      'def f(): ...',
      'def f(a): ...',
      'from a import f\nwith pytest.raises(TypeError):\n    f()',
    ],
    [
      'a failure that is caught',
      'def f(): ...',
      'def f(a): ...',
      'from a import f\ntry:\n    f()\nexcept TypeError:\n    f(1)',
    ],
    [
      'a method that a subclass overrides',
      'class C:\n    def m(self): ...',
      'class C:\n    def m(self, a): ...\n    def n(self):\n        self.m()',
      'from a import C\nclass D(C):\n    def m(self): ...',
    ],
    [
      'a class with a metaclass',
      'class C:\n    def __init__(self): ...',
      'class C(metaclass=M):\n    def __init__(self, a): ...',
      'from a import C\nC()',
    ],
    [
      'an enumeration',
      'class C:\n    def __init__(self): ...',
      'import enum\nclass C(enum.Enum):\n    def __init__(self, a, b): ...',
      'from a import C\nC(1)',
    ],
    [
      'a property',
      'class C:\n    @property\n    def m(self): ...',
      'class C:\n    @property\n    def m(self, a): ...',
      'from a import C\nC().m()',
    ],
    [
      'an instance attribute of the same name',
      'class C:\n    def m(self): ...',
      'class C:\n    def __init__(self):\n        self.m = x\n    def m(self, a): ...',
      'from a import C\nC().m()',
    ],
    [
      'a first parameter that is of another class',
      'class C:\n    def m(c: D): return c',
      'class C:\n    def m(c: D, a): return c\n    def n(c: D): return c.m()',
      'from a import C\nC.n(1)',
    ],
    ['a generator as the only argument', 'def f(a): ...', 'def f(a, b=1): ...', 'from a import f\nf(x for x in y)'],
    [
      'comments between arguments',
      'def f(a): ...',
      'def f(a, b): ...',
      'from a import f\nf(\n    # one\n    1,  # two\n    2,\n)',
    ],
    ['a call that was refused before', 'def f(a): ...', 'def f(a, b): ...', 'from a import f\nf()'],
  ] as const)
    it(`are not told of ${what}`, () => assert.deepEqual(told(...change(before, after, uses)), []));
});

describe('Python calls that were refused before', () => {
  const before = { 'a.py': 'def f(a, b): ...\n', 'b.py': 'from a import f\nf(1)\n' };
  it('are not told again where they are edited', () =>
    assert.deepEqual(told(before, { 'b.py': 'from a import f\nf(2)\n' }), []));
  it('are not told again where the file is moved', () =>
    assert.deepEqual(told(before, { 'b.py': undefined, 'c/b.py': 'from a import f\nf(1)\n' }), []));
  it('are not told again where everything is moved', () =>
    assert.deepEqual(
      told(before, {
        'a.py': undefined,
        'b.py': undefined,
        'app/a.py': before['a.py'],
        'app/b.py': 'from app.a import f\nf(1)\n',
      }),
      [],
    ));
  it('are told where they are refused for another reason', () =>
    assert.deepEqual(told(before, { 'b.py': 'from a import f\nf(2, 3, c=4)\n' }), ['call-signature b.py:2 <- a.py:1']));
});

describe('Python values that are awaited', () => {
  const run = 'from a import load\n\nasync def run():\n    await load()\n';
  it('are told at the function that is not asynchronous any more', () => {
    const [before, after] = change('async def load(): ...', 'def load():\n    print(1)', run);
    const [finding] = findingsOf(before, after);
    assert.equal(finding?.title, '`load` is not asynchronous any more, but the call in `b.py` still awaits it');
    assert.deepEqual(told(before, after), ['awaited-value a.py:1 <- b.py:4']);
  });

  for (const definition of ['def load():\n    print(1)', 'def load() -> None:\n    print(1)'])
    it(`include \`${definition.replaceAll('\n', ';')}\``, () =>
      assert.deepEqual(told({ 'a.py': definition }, { 'b.py': run }), ['awaited-value b.py:4 <- a.py:1']));

  for (const definition of [
    'def load():\n    return x',
    'def load() -> Awaitable[str]:\n    return x',
    'def load() -> dict[str, int]:\n    return x',
    'def load() -> None: ...',
    'def load():\n    yield',
    'def load():\n    raise NotImplementedError',
    'def load(): ...',
    'def load():\n    """Loads."""',
    '@sync_to_async\ndef load():\n    print(1)',
  ])
    it(`do not include \`${definition.replaceAll('\n', ';')}\``, () =>
      assert.deepEqual(told({ 'a.py': definition }, { 'b.py': run }), []));
});

describe('Python coroutines that are never awaited', () => {
  it('are told at the function that the change makes asynchronous', () => {
    const [finding] = findingsOf(
      ...change('def load(): ...', 'async def load(): ...', 'from a import load\nif load():\n    load()'),
    );
    assert.equal(finding?.title, '`load` gives a coroutine now, but 2 calls do not await it');
    assert.equal(finding.at.path, 'a.py');
  });

  for (const [what, before] of [
    ['loses a decorator', '@app.task\nasync def load(): ...'],
    ['yields no more', 'async def load():\n    yield 1'],
  ] as const)
    it(`are told at a function that was asynchronous before and ${what}`, () => {
      const uses = 'from a import load\nload()\nasync def run():\n    async for x in load(): pass';
      const [finding] = findingsOf(...change(before, 'async def load(): ...', uses));
      assert.match(finding?.title ?? '', /^`load` gives a coroutine now, but /);
      assert.equal(finding?.at.path, 'a.py');
    });

  const load = 'async def load(): ...\nclass C:\n    async def save(self): ...\n';
  for (const [use, line, title] of [
    ['load()', 4, '`load` is not awaited, so it does not run'],
    ['c = C()\n    c.save()', 5, '`C.save` is not awaited, so it does not run'],
    ['if not load(): pass', 4, '`load` is not awaited, so the condition is always the same'],
    ['return load().name', 4, '`load` is not awaited: the code uses the coroutine in place of its result'],
    ['x = load()\n    return x.name', 4, '`load` is not awaited: the code uses the coroutine in place of its result'],
    ['return f"{load()}"', 4, '`load` is not awaited: the code uses the coroutine in place of its result'],
    ['for x in load(): pass', 4, '`load` is not awaited: a coroutine cannot be iterated'],
  ] as const)
    it(`include \`${use.replace('\n   ', ';')}\``, () => {
      const text = `from a import C, load\n\nasync def run():\n    ${use}\n`;
      const [finding, ...more] = findingsOf({ 'a.py': load }, { 'b.py': text });
      assert.deepEqual([finding?.title, finding?.at.line, more], [title, line, []]);
    });

  for (const use of [
    'await load()',
    'x = await load() + 1 - 2',
    'return load()',
    'asyncio.create_task(load())',
    'await asyncio.gather(load(), *[load() for _ in range(3)])',
    'x = load()\n    await x',
    'x = load()\n    x.close()',
    'x = load()\n    return [x]',
    'x = load()\n    if x: pass\n    await x',
    'x = load()\n    def later():\n        return x',
    'task = lambda: load()',
    'with pytest.warns(RuntimeWarning):\n        load()',
    'yield load()',
    'async with asyncio.timeout(1):\n        return (load())',
  ])
    it(`do not include \`${use.replaceAll(/\n {4}/g, ';')}\``, () => {
      const text = `from a import C, load\n\nasync def run():\n    ${use}\n`;
      assert.deepEqual(told({ 'a.py': load }, { 'b.py': text }), []);
    });

  for (const [what, definition] of [
    ['generators', 'async def load():\n    yield 1\n'],
    ['context managers', '@asynccontextmanager\nasync def load():\n    yield 1\n'],
    ['functions with an unknown decorator', '@task\nasync def load(): ...\n'],
    ['functions that are defined twice', 'if x:\n    async def load(): ...\nelse:\n    def load(): ...\n'],
  ] as const)
    it(`do not include ${what}`, () =>
      assert.deepEqual(told({ 'a.py': definition }, { 'b.py': 'from a import load\n\nload()\n' }), []));
});

describe('Python calls of what a change makes unsure', () => {
  const found = (before: Files, touched: Files): number[] => [told, doubted].map(each => each(before, touched).length);
  const uses = { 'b.py': 'from a import charge\n\ncharge(1)\n' };
  const plain = { ...uses, 'a.py': 'def charge(order):\n    return order\n' };
  const longer = 'def charge(order, currency):\n    return order\n';

  it('are a doubt where the function is wrapped from now on, and nothing where it was before', () => {
    assert.deepEqual(found(plain, { 'a.py': longer }), [1, 0]);
    assert.deepEqual(found(plain, { 'a.py': `@inject\n${longer}` }), [0, 1]);
    assert.deepEqual(
      found({ ...plain, 'a.py': `@inject\n${plain['a.py']}` }, { 'a.py': `@inject\n${longer}` }),
      [0, 0],
    );
    assert.deepEqual(found(plain, { 'a.py': `@inject\n${plain['a.py']}` }), [0, 0]);
  });

  it('are a doubt where a coroutine is wrapped from now on', () => {
    const text = { ...plain, 'b.py': 'from a import charge\n\nx = charge(1) + 1\n' };
    assert.deepEqual(found(text, { 'a.py': `async ${plain['a.py']}` }), [1, 0]);
    assert.deepEqual(found(text, { 'a.py': `@task\nasync ${plain['a.py']}` }), [0, 0]);
  });

  it('are a doubt where a new class overrides the method, and nothing where one did before', () => {
    const cart = (parameters: string): string =>
      `class Cart:\n    def add(self, ${parameters}):\n        return 1\n\n    def run(self):\n        return self.add(1)\n`;
    const below = { 'examples/c.py': 'from a import Cart\n\nclass Mine(Cart):\n    def add(self, *more): ...\n' };
    const before = { 'a.py': cart('item') };
    const after = { 'a.py': cart('item, count') };
    assert.deepEqual(found(before, after), [1, 0]);
    assert.deepEqual(found(before, { ...after, ...below }), [0, 1]);
    assert.deepEqual(found({ ...before, ...below }, after), [0, 0]);
  });
});
