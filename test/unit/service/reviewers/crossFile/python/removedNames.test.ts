import assert from 'node:assert/strict';
import { doubted, findingsOf, told, type Files, type Touched } from './pythonChange.ts';

const pay = 'import os\n\ndef charge(order):\n    return order\n\ndef refund(order):\n    return os.sep\n';
const payWithout = 'import os\n\ndef refund(order):\n    return os.sep\n';
const shop: Files = { 'app/__init__.py': '', 'app/pay.py': pay };

describe('names of Python modules that a change removes', () => {
  it('are told where they stood, with all places that use them', () => {
    const before = {
      ...shop,
      'app/shop.py': 'from .pay import charge, refund\n',
      'app/admin.py': 'from app import pay\n\n\ndef run(order):\n    return pay.charge(order)\n',
      'tests/test_pay.py': 'import app.pay\n\napp.pay.charge(1)\napp.pay.refund(1)\n',
      'main.py': 'import app.shop\n',
    };
    const [finding, ...more] = findingsOf(before, { 'app/pay.py': payWithout });
    assert.equal(finding?.title, '`charge` is removed from `app/pay.py`, but 3 files still use it');
    assert.deepEqual(more, []);
    assert.deepEqual(told(before, { 'app/pay.py': payWithout }), [
      'removed-name app/pay.py:3 of the base <- app/admin.py:5, app/shop.py:1, tests/test_pay.py:3',
    ]);
  });

  it('are told at the new name where they are renamed', () => {
    const before = { ...shop, 'app/shop.py': 'from .pay import charge\n' };
    const after = { 'app/pay.py': pay.replace('charge', 'charge_order') };
    assert.deepEqual(told(before, after), ['removed-name app/pay.py:3 <- app/shop.py:1']);
  });

  it('are not told of modules that a build makes', () => {
    const uses = { 'app/shop.py': 'from .orders_pb2 import Order\n' };
    const made = { 'app/orders_pb2.py': 'class Order: ...\n' };
    assert.deepEqual(told({ ...shop, ...uses, ...made }, { 'app/orders_pb2.py': undefined }), []);
  });

  it('are in doubt where git leaves the module out now, since a build may make it', () => {
    const before = { ...shop, 'app/icons.py': 'go = 1\n', 'main.py': 'import app.icons\nfrom app import pay, icons\n' };
    const gone = { 'app/icons.py': undefined };
    const place = 'removed-name app/icons.py:1 of the base <- main.py:1, main.py:2';
    assert.deepEqual(told(before, gone), [place]);
    assert.deepEqual(told({ ...before, '.gitignore': '*.log\n' }, gone), [place]);
    assert.deepEqual(told({ ...before, '.gitignore': 'app/icons.py\n' }, gone), []);
    const ignoring = { ...gone, '.gitignore': 'app/icons.py\n' };
    assert.deepEqual(doubted(before, ignoring), [`${place}: has \`.gitignore\` leave it out`]);
  });

  it('are of low severity where nothing, or a test alone, loads the code that uses them', () => {
    const severity = (files: Files): string | undefined =>
      findingsOf({ ...shop, ...files }, { 'app/pay.py': payWithout })[0]?.severity;
    const till = { 'app/till.py': 'from .pay import charge\n' };
    assert.equal(severity(till), 'low');
    assert.equal(severity({ ...till, 'app/shop.py': 'from . import till\n' }), 'medium');
    for (const path of ['till.py', 'app/__main__.py', 'app/cli.py', 'app/migrations/one.py'])
      assert.equal(severity({ [path]: 'from app.pay import charge\n' }), 'medium', path);
    assert.equal(severity({ 'tests/test_till.py': 'from app.pay import charge\n' }), 'low');
  });

  it('are not told of code that is left over, while the tests load what it uses', () => {
    const left = {
      'old/__init__.py': '',
      'old/urls.py': 'from . import views\n',
      'old/views.py': 'from app.pay import charge\n',
    };
    const found = (files: Files, touched: Touched = {}): string[] =>
      told({ ...shop, ...left, ...files }, { 'app/pay.py': payWithout, ...touched });
    const place = ['removed-name app/pay.py:3 of the base <- old/views.py:1'];
    const tests = { 'tests/test_pay.py': 'from app.pay import refund\n' };
    assert.deepEqual(found(tests), []);
    assert.deepEqual(found({}), place);
    assert.deepEqual(found({ ...tests, 'manage.py': 'import old.urls\n' }), place);
    assert.equal(found(tests, { 'old/views.py': 'from app.pay import charge\n\ncharge(1)\n' }).length, 1);
  });

  it('are not told of files that could not be loaded before either', () => {
    const uses = 'from app.pay import charge\nfrom app.till import open_till\n';
    const found = (till: string): string[] =>
      told({ ...shop, 'app/till.py': till, 'main.py': uses }, { 'app/pay.py': payWithout });
    assert.deepEqual(found(''), []);
    assert.deepEqual(found('def open_till(): ...\n'), ['removed-name app/pay.py:3 of the base <- main.py:1']);
  });

  it('are not told of a copy of a module that Python has itself', () => {
    const found = (name: string): string[] =>
      told({ [`libs/${name}.py`]: '', 'libs/rar.py': `import ${name}\n` }, { [`libs/${name}.py`]: undefined });
    assert.deepEqual(found('argparse'), []);
    assert.equal(found('appdirs').length, 1);
  });

  it('are not told where the import is written now, and may be of what is installed', () => {
    const before = { 'libs/scaler.py': '', 'libs/look.py': 'import scaler\n' };
    const found = (after: Touched): string[] => told(before, { 'libs/scaler.py': undefined, ...after });
    assert.equal(found({}).length, 1);
    assert.deepEqual(found({ 'libs/look.py': 'from scaler import Client\n' }), []);
    assert.equal(found({ 'libs/look.py': 'import scaler\n\nscaler.look()\n' }).length, 1);
  });

  it('are not told where code sets them', () => {
    const found = (code: string): string[] =>
      told({ ...shop, 'main.py': `from app import pay\n\n${code}\n` }, { 'app/pay.py': payWithout });
    assert.deepEqual(found('pay.charge = print'), []);
    assert.deepEqual(found('pay.charge(1)'), ['removed-name app/pay.py:3 of the base <- main.py:3']);
  });

  it('are not told of what is installed, where a package has a module of that name and builds itself', () => {
    const traits = { 'app/__init__.py': '', 'app/base/traits.py': 'Any = 1\n', 'app/info.py': 'import traits\n' };
    const found = (files: Files): string[] => told({ ...traits, ...files }, { 'app/base/traits.py': undefined });
    assert.deepEqual(found({ 'app/base/__init__.py': '', 'app/base/setup.py': '' }), []);
    assert.equal(found({ 'app/base/setup.py': '' }).length, 1);
  });

  it('are not told of a module that ran a program when it was loaded', () => {
    const found = (run: string, before = run): string[] =>
      told(
        { ...shop, 'app/pay.py': `${shop['app/pay.py']}\n${before}\n`, 'start.py': 'from app.pay import charge\n' },
        { 'app/pay.py': `${payWithout}\n${run}\n` },
      );
    assert.equal(found('refund(1)', '').length, 1);
    assert.deepEqual(found('refund(1)'), []);
    assert.equal(found('if __name__ == "__main__":\n    refund(1)').length, 1);
    assert.equal(found('os.chdir("/")').length, 1);
  });

  it('are not told of tests that are skipped, or skip themselves where something is not installed', () => {
    const test = 'def test_charge():\n    from app.pay import charge\n\n    charge(1)\n';
    const found = (text: string): string[] =>
      told({ ...shop, 'tests/test_pay.py': text }, { 'app/pay.py': payWithout });
    assert.equal(found(test).length, 1);
    assert.equal(found(`@pytest.mark.skipif(sys.platform == "win32", reason="slow")\n${test}`).length, 1);
    for (const skipped of [
      `@pytest.mark.skipif(\n    find_spec("app_pay") is None,\n    reason="not there",\n)\n${test}`,
      `@pytest.mark.skip(reason="later")\n${test}`,
      `@unittest.skipUnless(HAS_PAY, "not there")\nclass TestPay:\n    ${test.replaceAll('\n', '\n    ').trimEnd()}\n`,
      `pay = pytest.importorskip("app_pay")\n\n\n${test}`,
      `pytestmark = pytest.mark.skipif(not is_installed("app_pay"), reason="not installed")\n\n\n${test}`,
    ])
      assert.deepEqual(found(skipped), [], skipped);
  });

  it('are told of the package that hands one on no more', () => {
    const files = {
      ...shop,
      'app/__init__.py': 'from .pay import *\n',
      'main.py': 'from app import charge\n\ncharge(1)\n',
    };
    const [finding] = findingsOf(files, { 'app/__init__.py': 'from .pay import refund\n' });
    assert.match(finding?.title ?? '', /^`charge` is removed from `app\/__init__\.py`, but `main\.py` still uses it/);
    assert.equal(finding?.at.path, 'app/__init__.py');
  });

  it('are told where a file takes the place of a package, a package that of a file, or a stub that of code', () => {
    const uses = { ...shop, 'app/shop.py': 'from app.pay import charge\nfrom app.pay import refund\n' };
    const place = ['removed-name app/pay.py:3 of the base <- app/shop.py:1'];
    const asPackage = (text: string): Touched => ({ 'app/pay.py': undefined, 'app/pay/__init__.py': text });
    assert.deepEqual(told(uses, asPackage(payWithout)), place);
    assert.deepEqual(told(uses, asPackage(pay)), []);
    assert.deepEqual(told(uses, { 'app/pay/__init__.py': payWithout }), [
      'removed-name app/pay/__init__.py:1 <- app/shop.py:1',
    ]);
    assert.deepEqual(told(uses, { 'app/pay/__init__.py': pay }), []);
    assert.deepEqual(told(uses, { ...asPackage('from .a import charge, refund\n'), 'app/pay/a.py': pay }), []);
    const packed = { ...uses, 'app/pay.py': '', 'app/pay/__init__.py': pay };
    const asFile = (text: string): Touched => ({ 'app/pay/__init__.py': undefined, 'app/pay.py': text });
    assert.deepEqual(told(packed, asFile(payWithout)), [
      'removed-name app/pay/__init__.py:3 of the base <- app/shop.py:1',
    ]);
    assert.deepEqual(told(packed, asFile(pay)), []);
    const asStub = { 'app/pay.py': undefined, 'app/pay.pyi': pay };
    assert.deepEqual(told(uses, asStub), ['removed-name app/pay.py:1 of the base <- app/shop.py:1, app/shop.py:2']);
    for (const path of ['app/pay.c', 'app/pay.pyx', 'Cargo.toml', 'app/CMakeLists.txt'])
      assert.deepEqual(told({ ...uses, [path]: '' }, asStub), [], path);
    assert.deepEqual(told({ ...uses, 'app/pay.pyi': pay }, { 'app/pay.pyi': `${pay}\n` }), []);
  });

  it('are one finding for one file', () => {
    const before = { ...shop, 'app/shop.py': 'from .pay import charge\nfrom .pay import refund\n' };
    const [finding] = findingsOf(before, { 'app/pay.py': 'import os\n' });
    assert.equal(
      finding?.title,
      '`charge` and `refund` are removed from `app/pay.py`, but `app/shop.py` still uses them',
    );
  });

  it('are one finding for all modules of a folder that is removed', () => {
    const before = {
      ...shop,
      'app/old/a/one.py': 'x = 1\n',
      'app/old/b/two.py': 'y = 1\n',
      'b.py': 'from app.old.a.one import x\nfrom app.old.b.two import y\n',
    };
    const [finding, ...more] = findingsOf(before, { 'app/old/a/one.py': undefined, 'app/old/b/two.py': undefined });
    assert.equal(finding?.title, '2 modules in `app` are removed, but `b.py` still uses them');
    assert.deepEqual([finding.related.length, more], [2, []]);
    const atTop = { 'one.py': 'x = 1\n', 'two.py': 'y = 1\n', 'b.py': 'from one import x\nfrom two import y\n' };
    const [told] = findingsOf(atTop, { 'one.py': undefined, 'two.py': undefined });
    assert.equal(told?.title, '2 modules in the top folder are removed, but `b.py` still uses them');
  });

  for (const [what, before, after, expected] of [
    [
      'a module that is deleted',
      { ...shop, 'app/shop.py': 'from app.pay import charge\n', 'app/b.py': 'from . import pay\n' },
      { 'app/pay.py': undefined },
      ['removed-name app/pay.py:1 of the base <- app/b.py:1, app/shop.py:1'],
    ],
    [
      'a name that a package no longer hands on',
      { ...shop, 'app/__init__.py': 'from .pay import charge\n', 'b.py': 'from app import charge\n' },
      { 'app/__init__.py': '\n' },
      ['removed-name app/__init__.py:1 of the base <- b.py:1'],
    ],
    [
      'a name that a package hands on with all others',
      { ...shop, 'app/__init__.py': 'from .pay import *\n', 'b.py': 'from app import charge\n' },
      { 'app/pay.py': payWithout },
      ['removed-name app/pay.py:3 of the base <- b.py:1'],
    ],
    [
      'a name that is imported in a function, in a src folder',
      {
        'src/app/__init__.py': '',
        'src/app/pay.py': pay,
        'tests/test_a.py': 'def test():\n    from app.pay import charge\n',
      },
      { 'src/app/pay.py': payWithout },
      ['removed-name src/app/pay.py:3 of the base <- tests/test_a.py:2'],
    ],
  ] as const satisfies readonly (readonly [string, Files, Touched, string[]])[])
    it(`include ${what}`, () => assert.deepEqual(told(before, after), expected));

  for (const [what, before, after = { 'app/pay.py': payWithout }] of [
    ['that nobody uses', { ...shop, 'app/shop.py': 'from .pay import refund\n' }],
    [
      'whose use goes too',
      { ...shop, 'app/shop.py': 'from .pay import charge\n' },
      { 'app/pay.py': payWithout, 'app/shop.py': 'from .pay import refund\n' },
    ],
    [
      'that the module imports now',
      { ...shop, 'app/shop.py': 'from .pay import charge\n', 'app/new.py': 'def charge(order): ...\n' },
      { 'app/pay.py': `from .new import charge\n${payWithout}` },
    ],
    [
      'where the import may fail',
      { ...shop, 'b.py': 'try:\n    from app.pay import charge\nexcept ImportError:\n    charge = None\n' },
    ],
    [
      'for type checkers',
      { ...shop, 'b.py': 'from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from app.pay import charge\n' },
    ],
    [
      'in code that only a tool reads',
      { ...shop, 'b.py': 'import app.pay\n\n\ndef run():\n    if False:  # ASYNC\n        app.pay.charge(1)\n' },
    ],
    [
      'of a copy of what builds install',
      { 'versioneer.py': pay, 'setup.py': 'import versioneer\n' },
      { 'versioneer.py': undefined },
    ],
    [
      'where a test expects it',
      { ...shop, 'b.py': 'import app.pay\nwith pytest.raises(AttributeError):\n    app.pay.charge(1)\n' },
    ],
    [
      'that `__getattr__` may give',
      { ...shop, 'b.py': 'from app.pay import charge\n' },
      { 'app/pay.py': 'def __getattr__(name): ...\n' },
    ],
    [
      'that a lazy module may give',
      { ...shop, 'b.py': 'from app.pay import charge\n' },
      { 'app/pay.py': '__getattr__, __all__ = lazy.attach(__name__)\n' },
    ],
    [
      'that an unknown module may give',
      { ...shop, 'b.py': 'from app.pay import charge\n' },
      { 'app/pay.py': 'from .local_settings import *\n' },
    ],
    [
      'that are set by name',
      { ...shop, 'b.py': 'from app.pay import charge\n' },
      { 'app/pay.py': 'globals()["charge"] = 1\n' },
    ],
    [
      'of a module that does not parse',
      { ...shop, 'b.py': 'from app.pay import charge\n' },
      { 'app/pay.py': 'def (:\n' },
    ],
    [
      'of a file that two names fit',
      { 'utils.py': pay, 'scripts/utils.py': pay, 'scripts/run.py': 'from utils import charge\n' },
      { 'utils.py': payWithout },
    ],
    [
      'of a `utils` in some other folder',
      { 'scripts/utils.py': pay, 'app/run.py': 'from utils import charge\n' },
      { 'scripts/utils.py': payWithout },
    ],
    [
      'of a module that becomes a package',
      { ...shop, 'b.py': 'from app.pay import charge\n' },
      { 'app/pay.py': undefined, 'app/pay/__init__.py': pay },
    ],
    [
      'that another name hides',
      { ...shop, 'b.py': 'from app import pay\n\ndef run(pay):\n    return pay.charge(1)\n' },
    ],
    [
      'that were missing before the file was moved',
      { ...shop, 'tests/b.py': 'from app.pay import gone\n' },
      { 'tests/b.py': undefined, 'tests/unit/b.py': 'from app.pay import gone\n' },
    ],
    [
      'that were missing before',
      { ...shop, 'app/pay.py': payWithout, 'b.py': 'from app.pay import charge\n' },
      { 'app/pay.py': payWithout.replace('order', 'one') },
    ],
  ] as readonly (readonly [string, Files, Touched?])[])
    it(`are not told ${what}`, () => assert.deepEqual(told(before, after), []));

  describe('where the change itself makes them unsure', () => {
    const before = { ...shop, 'app/shop.py': 'from app.pay import charge\n', 'main.py': 'import app.shop\n' };
    const lost = 'removed-name app/pay.py:3 of the base <- app/shop.py:1';
    const found = (after: Files, base: Files = before): string[][] =>
      [told, doubted].map(each => each(base, { 'app/pay.py': payWithout, ...after }));

    for (const [what, after] of [
      ['another module of the name', { 'examples/app/__init__.py': '', 'examples/app/pay.py': pay }],
      ['a stub beside the module', { 'app/pay.pyi': 'def charge(order): ...\n' }],
      ['a call of its own function', { 'app/pay.py': `${payWithout}\nrefund(1)\n` }],
    ] as const)
      it(`are told all the same: ${what}`, () => {
        const [sure, doubts] = found(after);
        assert.deepEqual([sure?.length, doubts], [1, []]);
      });

    for (const [what, after, doubt] of [
      ['`globals()`', { 'app/pay.py': `${payWithout}\ndef f():\n    globals()["x"] = 1\n` }, 'gives'],
      ['`__getattr__`', { 'app/pay.py': `${payWithout}\ndef __getattr__(name):\n    return name\n` }, 'gives'],
      ['a star', { 'app/pay.py': `${payWithout}from numpy import *\n` }, 'gives'],
      ['text that cannot be parsed', { 'app/pay.py': 'def (:\n' }, 'makes'],
    ] as const)
      it(`are a doubt: ${what}`, () => {
        const text =
          doubt === 'gives'
            ? 'gives `app/pay.py` names that cannot be listed'
            : 'makes `app/pay.py` what cannot be read';
        assert.deepEqual(found(after), [[], [`${lost}: ${text}`]]);
      });

    it('are a doubt where what is compiled comes beside the module, or in its place', () => {
      assert.deepEqual(found({ 'app/pay.pyx': '' }), [[], [`${lost}: adds \`app/pay.pyx\``]]);
      const ported = { 'app/pay.py': undefined, 'app/pay.pyx': '' };
      assert.deepEqual(told(before, ported), []);
      assert.equal(doubted(before, ported).length, 1);
    });

    it('are nothing where the base was unsure already, or the name comes in another way', () => {
      const open = `${pay}\ndef __getattr__(name):\n    return name\n`;
      const after = { 'app/pay.py': open.replace('def charge(order):\n    return order\n', '') };
      assert.deepEqual(found(after, { ...before, 'app/pay.py': open }), [[], []]);
      const moved = { 'app/pay.py': `${payWithout}from numpy import *\nfrom .new import *\n`, 'app/new.py': pay };
      assert.deepEqual(found(moved), [[], []]);
    });

    it('are nothing where all that is in a folder moves with it', () => {
      const files = { 'src/app/__init__.py': '', 'src/app/pay.py': pay, 'src/app/shop.py': before['app/shop.py'] };
      const after = { ...files, 'app/__init__.py': undefined, 'app/pay.py': undefined, 'app/shop.py': undefined };
      assert.deepEqual([told(before, after), doubted(before, after)], [[], []]);
    });

    it('are not told of a new program that has modules of its own', () => {
      const own = { 'demo/app/pay.py': 'def show(): ...\n', 'demo/app/run.py': 'from app.pay import show\n' };
      assert.deepEqual([told(before, own), doubted(before, own)], [[], []]);
    });
  });

  it('are told where an import fails again, and not where it is handled', () => {
    const found = (handler: string): number =>
      told(
        { ...shop, 'main.py': `try:\n    from app.pay import charge\nexcept ImportError as error:\n    ${handler}\n` },
        { 'app/pay.py': payWithout },
      ).length;
    assert.equal(found('raise'), 1);
    assert.equal(found('print(error)\n    raise'), 1);
    assert.equal(found('charge = None'), 0);
    assert.equal(found('if error.name:\n        pass\n    raise'), 0);
  });

  it('are told where all of a module is imported, unless the name is from elsewhere', () => {
    const found = (code: string, after: Touched = {}): string[] =>
      told({ ...shop, 'main.py': `from app.pay import *\n${code}` }, { 'app/pay.py': payWithout, ...after });
    assert.deepEqual(found('charge(1)\n'), ['removed-name app/pay.py:3 of the base <- main.py:2']);
    assert.deepEqual(found('refund(1)\n'), []);
    assert.deepEqual(found('charge = 1\nprint(charge)\n'), []);
    assert.deepEqual(found('from numpy import *\ncharge(1)\n'), []);
    assert.deepEqual(found('from app.new import *\ncharge(1)\n', { 'app/new.py': pay }), []);
  });
});
