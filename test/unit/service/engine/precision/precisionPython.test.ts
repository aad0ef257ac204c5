import assert from 'node:assert/strict';
import { ruffReviewer } from '../../../../../src/service/reviewers/ruff/ruffReviewer.ts';
import { findingsIn, newFile, rulesIn } from '../newFile.ts';

/** Code that looks like a defect and is none, beside the same code where it is one. */
interface Case {
  readonly what: string;
  readonly quiet: readonly (readonly [path: string, text: string])[];
  readonly loud: readonly [path: string, text: string, rule: string];
}

const cases: readonly Case[] = [
  ...[
    'import pdb; pdb.set_trace()',
    'breakpoint()  # why?',
    'import ipdb\n    ipdb.set_trace()',
    '__import__("ipdb").set_trace()',
    'import ipdb\n    ipdb.set_trace(context=9)',
    'from pudb import set_trace\n    set_trace()',
    'for y in x:\n        breakpoint()',
  ].map((left): Case => ({
    what: `what only looks like a debugger that was left: ${left}`,
    quiet: [
      ['app/debug.py', `def f(x):\n    ${left}\n    return x\n`],
      ['docs/a.py', `def f(x):\n    ${left}\n    return x\n`],
      ['a.py', `def start_debugger(x):\n    ${left}\n    return x\n`],
    ],
    loud: ['a.py', `def f(x):\n    ${left}\n    return x\n`, 'ruff/T100'],
  })),
  {
    what: 'branches that a comment behind them or above them calls alike',
    quiet: [
      ['a.py', 'def f(ok):\n    return 0 if ok else 0  # a report never fails the build\n'],
      ['a.py', 'def f(ok):\n    # A report fails no build.\n    return 0 if ok else 0\n'],
    ],
    loud: ['a.py', 'def f(ok):\n    return 0 if ok else 0  # noqa: E501\n', 'ruff/RUF034'],
  },
  {
    what: 'a debugger that is started on purpose',
    quiet: [
      ['a.py', 'import pdb\n\n\ndef f(options):\n    if options.pdb:\n        pdb.set_trace()\n    return 1\n'],
      ['a.py', 'def f(options):\n    if options.pdb: breakpoint()\n    return 1\n'],
      ['a.py', 'def f(x):\n    try:\n        x()\n    except ValueError:\n        breakpoint()\n        raise\n'],
      ['a.py', 'import pdb\n\nhook = pdb.set_trace\nx = pdb.Pdb()\nx.run(1)\n'],
      ['a.py', 'import pdb\n\n\ndef f(e):\n    pdb.post_mortem(e)\n'],
      ['a.py', 'import debugpy\n\ndebugpy.listen(5678)\n'],
      ['a.py', 'from css import breakpoint\n\nbreakpoint()\nx = {"breakpoint": 600}\n'],
      ['a.py', 'from IPython import embed\n\nembed()\n'],
      ['a.py', '# __import__("pdb").set_trace()\nx = "__import__(\'pdb\').set_trace()"\n'],
      ['a.py', '__import__("app").set_trace()\n'],
    ],
    loud: [
      'a.py',
      'def f(options):\n    if options.pdb:\n        return 2\n    breakpoint()\n    return 1\n',
      'ruff/T100',
    ],
  },
  {
    what: 'a name that only type checkers import and they alone use, or that is there by another import',
    quiet: [
      [
        'a.py',
        'from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from decimal import Decimal\n\n\ndef f(x: "Decimal") -> "list[Decimal]":\n    y: Decimal = x\n    return [y]\n',
      ],
      [
        'a.py',
        'from __future__ import annotations\n\nfrom typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from decimal import Decimal\n\n\ndef f(x: Decimal) -> Decimal:\n    return x\n',
      ],
      [
        'a.py',
        'from typing import TYPE_CHECKING\n\nfrom numbers import (\n    Decimal,\n)\n\nif TYPE_CHECKING:\n    from decimal import Decimal\n\n\ndef f(x: Decimal):\n    return x\n',
      ],
    ],
    loud: [
      'a.py',
      'from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from decimal import Decimal as D\n\n\ndef f(x: "D"):\n    return D(x)\n',
      'ruff/TC004',
    ],
  },
  {
    what: 'a name that a condition looks for by its text',
    quiet: [
      ['a.py', 'if "VERSION" in globals():\n    print(VERSION)\n'],
      ['a.py', "def f():\n    return VERSION if 'VERSION' not in dir() else 1\n"],
    ],
    loud: ['a.py', '# "VERSION" in globals()\nprint(VERSION)\n', 'ruff/F821'],
  },
  {
    what: 'a name that code looks for, and not a text',
    quiet: [['a.py', 'import sys\n\nif sys and "VERSION" in globals():\n    print(VERSION)\n']],
    loud: ['a.py', 'def f():\n    """If \'VERSION\' in globals()"""\n    return VERSION\n', 'ruff/F821'],
  },
  {
    what: 'a comparison of what is expected, and not of a value',
    quiet: [['a.py', 'def it_counts(expect, x):\n    expect(x.total) == 2\n']],
    loud: ['a.py', 'def it_counts(expected, x):\n    expected(x.total) == 2\n', 'ruff/B015'],
  },
  {
    what: 'what is to fail, and not where a comment says so',
    quiet: [['a.py', 'with pytest.raises(ValueError):\n    x == 1\n']],
    loud: ['a.py', '# pytest.raises(x)\nx == 1\n', 'ruff/B015'],
  },
  {
    what: 'names that code which is run from elsewhere may define',
    quiet: [
      ['a.py', 'with open("version.py") as f:\n    exec(f.read())\nprint(VERSION)\n'],
      ['a.py', 'globals()["VERSION"] = 1\nprint(VERSION)\n'],
      ['a.py', 'globals().update(load())\nprint(VERSION)\n'],
    ],
    loud: ['a.py', 'text = "exec(x)"\nprint(VERSION)\n', 'ruff/F821'],
  },
  {
    what: 'a name in a text that is run',
    quiet: [['a.py', 'exec("VERSION = 1")\nprint(VERSION)\n']],
    loud: ['a.py', 'exec("")\nprint(VERSION)\n', 'ruff/F821'],
  },
  {
    what: 'a name that the file may give to all modules',
    quiet: [
      ['a.py', 'import builtins\nbuiltins.VERSION = 1\nprint(VERSION)\n'],
      ['a.py', 'import builtins\nsetattr(builtins, key, 1)\nprint(VERSION)\n'],
    ],
    loud: ['a.py', 'import builtins\nbuiltins.print(VERSION)\n', 'ruff/F821'],
  },
  {
    what: 'a name that a build tool gives its files',
    quiet: [
      ['lib/wscript.py', 'print(bld)\n'],
      ['SConscript.py', 'print(env)\n'],
      ['wscript_build.py', 'print(bld)\n'],
    ],
    loud: ['app/wscript_tools.py', 'print(bld)\n', 'ruff/F821'],
  },
  {
    what: 'a name whose absence is handled',
    quiet: [
      ['a.py', 'try:\n    show\nexcept NameError:\n    exit()\n\n\ndef f():\n    return show()\n'],
      ['a.py', 'def f():\n    return get_ipython().config\n'],
      ['a.py', '# from data import other, show\n\n\ndef f():\n    return show()\n'],
    ],
    loud: ['a.py', 'def f():\n    return show()\n', 'ruff/F821'],
  },
  {
    what: 'what a method does that the class defines again below',
    quiet: [
      [
        'a.py',
        'class A:\n    def go(self):\n        return src\n\n    # Once more.\n    def go(self):\n        return 1\n',
      ],
    ],
    loud: [
      'a.py',
      'class A:\n    def go(self):\n        return src\n\n    gone = go\n\n    def go(self):\n        return 1\n',
      'ruff/F821',
    ],
  },
  {
    what: 'what fails in a function that is defined again, unless nothing of the file can be parsed',
    quiet: [['a.py', 'def go():\n    return src\n\n\ndef go():\n    return 1\n']],
    loud: ['a.py', 'def go(a):\n    return yield\n\n\ndef go(a):\n    return a\n', 'ruff/syntax-error'],
  },
  {
    what: 'what one of two functions does that are defined on a condition',
    quiet: [['a.py', 'def go():\n    return src\n\n\ndef go():\n    return 1\n']],
    loud: ['a.py', 'if x():\n    def go():\n        return src\nelse:\n    def go():\n        return 1\n', 'ruff/F821'],
  },
  {
    what: 'what a method does that a decorator keeps',
    quiet: [],
    loud: [
      'a.py',
      'class A:\n    @property\n    def go(self):\n        return src\n\n    def go(self):\n        return 1\n',
      'ruff/F821',
    ],
  },
  {
    what: 'a name that the round of a loop before gives its value',
    quiet: [
      ['a.py', 'def f(x):\n    for i in x:\n        if i > 0:\n            print(last)\n        last = i\n'],
      [
        'a.py',
        'def f(n):\n    while n:\n        if n > 1:\n            print(last)\n        text = """\nNot indented.\n"""\n        last = text\n',
      ],
      ['a.py', 'n = 0\nwhile n < 3:\n    if n:\n        print(last)\n    n += 1\n    last, other = n, 1\n'],
    ],
    loud: [
      'a.py',
      'def f(x):\n    for i in x:\n        if i > 0:\n            print(last)\n    return i\n',
      'ruff/F821',
    ],
  },
  {
    what: 'a name that a function gives the module',
    quiet: [
      [
        'a.py',
        'def stop():\n    def end():\n        global go_on\n        go_on = 1\n    return end\n\n\nif __name__ == "__main__":\n    if go_on:\n        stop()\n',
      ],
    ],
    loud: ['a.py', 'def stop():\n    go_on = 1\n    return go_on\n\n\nif go_on:\n    stop()\n', 'ruff/F821'],
  },
  {
    what: 'a name in code that is kept and not used any more',
    quiet: [['archived_examples/a.py', 'def f(x):\n    return sys.exit(x)\n']],
    loud: ['examples/a.py', 'def f(x):\n    return sys.exit(x)\n', 'ruff/F821'],
  },
  {
    what: 'a built-in of Python 2 where the file asks which Python runs it',
    quiet: [
      [
        'a.py',
        'import sys\n\n\ndef f(x):\n    if sys.version_info.major >= 3:\n        return int(x)\n    return long(x)\n',
      ],
    ],
    loud: ['a.py', 'def f(x):  # version_info\n    print(x, end="")\n    return long(x)\n', 'ruff/F821'],
  },
  {
    what: 'a name below a condition that never holds',
    quiet: [
      [
        'a.py',
        'def f(x, cat):\n    if False:\n        return print(cats)\n    if x and False:\n        print(cats)\n    return cat\n',
      ],
    ],
    loud: ['a.py', 'def f(cat):\n    if cat:\n        print(cats)\n    return cat\n', 'ruff/F821'],
  },
  {
    what: 'an import that code in a comment uses',
    quiet: [['a.py', 'from views import Award\n\n# router.register("award", Award)\n']],
    loud: ['a.py', 'from views import Award\n\n# The Award comes later.\n', 'ruff/F401'],
  },
  {
    what: 'an import that pytest takes by its name',
    quiet: [
      ['tests/conftest.py', 'from shop.testing import set_up\n'],
      ['tests/test_pay.py', 'from shop.testing import cart_fixture\n'],
      ['tests/test_pay.py', 'from shop.fixtures import cart\n'],
      ['tests/test_pay.py', 'from shop.testing import cart\n\n\ndef test_pay(cart):\n    pass\n'],
    ],
    loud: ['tests/test_pay.py', 'from shop.testing import cart\n', 'ruff/F401'],
  },
  {
    what: 'a stub that names what follows',
    quiet: [['a.pyi', 'A = int | tuple[A, ...]\n']],
    loud: ['a.py', 'A = int | tuple[A, ...]\n', 'ruff/F821'],
  },
  {
    what: 'a package that lists its modules, and a stub',
    quiet: [
      ['pkg/__init__.py', '__all__ = ["one", "two"]\n'],
      ['pkg/all.pyi', '__all__ = ["one", "two"]\n'],
    ],
    loud: ['pkg/all.py', '__all__ = ["one", "two"]\n', 'ruff/F822'],
  },
  {
    what: 'an error that is caught and named, what a block opens, or what a call gives back',
    quiet: [
      ['a.py', 'def f(x):\n    with x.row() as row:\n        return 1\n'],
      ['a.py', 'async def f(x):\n    e: int = await x.go(\n        1\n    )\n'],
      [
        'a.py',
        'def f():\n    try:\n        go()\n    except ValueError as e:\n        return 1\n\n\ndef go():\n    pass\n',
      ],
    ],
    loud: ['a.py', 'def f():\n    e = go() + 1\n    return 1\n\n\ndef go():\n    pass\n', 'ruff/F841'],
  },
  {
    what: 'a value that is taken to see whether that fails',
    quiet: [
      ['a.py', 'def f(x):\n    try:\n        body = x.body\n    except ValueError:\n        return 1\n    return 2\n'],
    ],
    loud: [
      'a.py',
      'def f(x):\n    try:\n        x.go()\n        body = x.body\n    except ValueError:\n        return 1\n    return 2\n',
      'ruff/F841',
    ],
  },
  {
    what: 'a condition that somebody switched on or off',
    quiet: [
      ['a.py', 'def f(x):\n    return x or True\n'],
      ['a.py', 'def f(x):\n    return False and x\n'],
      ['a.py', 'def f(x):\n    return 0 and x\n'],
      ['a.py', 'def f(x, y):\n    return x and False and y\n'],
    ],
    loud: ['a.py', 'def f(x, y):\n    return ("a" or y) in x\n', 'ruff/SIM222'],
  },
  {
    what: 'a condition on which another rule tells what is caught',
    quiet: [['a.py', 'try:\n    print(1)\nexcept (ValueError, TypeError) or KeyError:\n    pass\n']],
    loud: ['a.py', 'try:\n    print((ValueError, TypeError) or KeyError)\nexcept KeyError:\n    pass\n', 'ruff/SIM222'],
  },
  {
    what: 'a call of the loggers of others, which fill in braces',
    quiet: [
      ['a.py', 'from x import log\n\n\ndef f(x):\n    log.error(\n        "It failed: {}", x\n    )\n'],
      ['a.py', 'from loguru import logger\n\n\ndef f(x):\n    logger.error("It failed", x)\n'],
    ],
    loud: [
      'a.py',
      'import logging\n\n\ndef f(x):\n    logging.error(\n        "It failed", x\n    )\n',
      'ruff/PLE1205',
    ],
  },
  {
    what: 'a function called `_` that looks nothing up, or a text that is looked up before',
    quiet: [
      ['a.py', '_ = print\n\n\ndef f(x):\n    _("{}".format(x))\n'],
      ['a.py', 'from gettext import gettext as _\n\n\ndef f(x):\n    _(\n        _("{}").format(x)\n    )\n'],
    ],
    loud: ['a.py', 'from gettext import gettext as _\n\n\ndef f(x):\n    _("{}".format(x))\n', 'ruff/INT002'],
  },
  {
    what: 'a character of a format, which may be a number or a text',
    quiet: [['a.py', 'def f(x, n):\n    return "%crw %10d" % ("d" if x > 0 else "-", n)\n']],
    loud: ['a.py', 'def f():\n    return "%d" % ("-",)\n', 'ruff/PLE1307'],
  },
  {
    what: 'white space and ends of texts to strip',
    quiet: [
      ['a.py', 'def f(x):\n    return x.rstrip("\\x0d\\x0a\\x00\\x0a")\n'],
      ['a.py', 'def f(x):\n    return x.strip(" -\\t:\\t ")\n'],
    ],
    loud: ['a.py', 'def f(x):\n    return x.rstrip(".jpeg.png")\n', 'ruff/B005'],
  },
  {
    what: 'an import that a comment on a line of its own leaves for others',
    quiet: [['a.py', '# pylint: disable=unused-import\n\nif x:\n    from a import b\nelse:\n    from c import b\n']],
    loud: ['a.py', 'from a import b\nimport c  # pylint: disable=unused-import\n', 'ruff/F401'],
  },
  {
    what: 'a name that is read before it has a value where nothing gets',
    quiet: [['a.py', 'total = 0\n\n\ndef f(x):\n    p = go(x)\n    return p\n    total = total + p\n']],
    loud: ['a.py', 'total = 0\n\n\ndef f(x):\n    p = go(x)\n    total = total + p\n    return total\n', 'ruff/F823'],
  },
  {
    what: 'a logger that is no logger of Python, which prints all it is given',
    quiet: [
      ['a.py', 'def f(self, x):\n    self.log.debug("It failed", x)\n'],
      [
        'a.py',
        'from lib.logs import Logger\n\nlogger = Logger("a")\n\n\ndef f(x):\n    logger.error("It failed", x)\n',
      ],
      ['a.py', 'def f(self, x):\n    from app.utils.logging import log\n    self.log.debug("It failed", x)\n'],
      [
        'a.py',
        'from kit import kit_logger\n\nlogger = kit_logger.logger\n\n\ndef f(x):\n    logger.info("It failed", x)\n',
      ],
    ],
    loud: ['a.py', 'import logging\n\n\ndef f(self, x):\n    self.log.debug("It failed", x)\n', 'ruff/PLE1205'],
  },
  {
    what: 'what a comment of a notebook shows a value for, which who runs it sets',
    quiet: [['a.py', '# Notebook\n# folder = "2022/"\npath = folder + "a"\n\n# COMMAND ----------\n\nprint(path)\n']],
    loud: ['a.py', '# Script\n# folder = "2022/"\npath = folder + "a"\n\nprint(path)\n', 'ruff/F821'],
  },
  {
    what: 'a list of names that a tool is to take for used',
    quiet: [['tools/vulture_allowlist.py', '_show_help\n']],
    loud: ['tools/vulture_allowlist.py', 'print(_show_help)\n', 'ruff/F821'],
  },
  {
    what: 'a format without a place, which takes any dictionary',
    quiet: [['a.py', 'def f(self):\n    return "" % self.params\n']],
    loud: ['a.py', 'def f(self):\n    return "" % (self.params,)\n', 'ruff/F507'],
  },
  {
    what: 'a comparison that is timed',
    quiet: [
      ['benchmarks/equal.py', 'def f(x):\n    x == 1\n'],
      ['lib/bench_equal.py', 'def f(x):\n    x == 1\n'],
    ],
    loud: ['lib/workbench.py', 'def f(x):\n    x == 1\n', 'ruff/B015'],
  },
  {
    what: 'a request of a tool that somebody runs by hand',
    quiet: [
      ['docs/lambda/handler.py', 'import requests\n\nrequests.get("https://a.dev")\n'],
      ['tools/scan.py', 'import requests\n\nrequests.get("https://a.dev")\n'],
      ['contest/samples/scan.py', 'import requests\n\nrequests.get("https://a.dev")\n'],
      ['etc/dev/shop/scan.py', 'import requests\n\nrequests.get("https://a.dev")\n'],
    ],
    loud: ['shop/tools/scan.py', 'import requests\n\nrequests.get("https://a.dev")\n', 'ruff/S113'],
  },
  {
    what: 'a request to a server of the same machine',
    quiet: [
      ['a.py', 'import requests\n\nrequests.post("http://localhost:8011/tags", json={})\n'],
      ['a.py', 'import requests\n\nrequests.request("POST", url=f"http://127.0.0.1:{port}/tags")\n'],
      ['a.py', 'import requests\n\nrequests.get("http://tagger/tags")\n'],
      ['a.py', 'import requests\n\nTAGGER = "http://localhost:8011"\nrequests.get(f"{TAGGER}/tags")\n'],
    ],
    loud: ['a.py', 'import requests\n\nrequests.post("http://localhost.dev/tags", json={})\n', 'ruff/S113'],
  },
  {
    what: 'a request to a server that is not always on the same machine',
    quiet: [['a.py', 'import requests\n\nurl = "http://tagger:80/a"\nrequests.get(url)\n']],
    loud: [
      'a.py',
      'import requests\n\nurl = "http://tagger:80/a"\nif x:\n    url = "https://a.dev"\nrequests.get(url)\n',
      'ruff/S113',
    ],
  },
  {
    what: 'a request that is handed what may have a timeout',
    quiet: [['a.py', 'import requests\n\n\ndef f(url, options):\n    return requests.get(url, **options)\n']],
    loud: [
      'a.py',
      'import requests\n\n\ndef f(url, n):\n    return requests.get(url, params={"n": 2**n})\n',
      'ruff/S113',
    ],
  },
  {
    what: 'an error that is made where nobody runs it',
    quiet: [
      ['a.py', 'class A:\n    @property\n    @abstractmethod\n    def b(self):\n        NotImplementedError()\n'],
      ['test/test_a.py', 'def test_a():\n    with pytest.raises(write(1)):\n        ValueError()\n'],
    ],
    loud: ['a.py', 'class A:\n    @property\n    def b(self):\n        NotImplementedError()\n', 'ruff/PLW0133'],
  },
  {
    what: 'an import that a comment for type checkers uses',
    quiet: [['a.py', 'from typing import Dict\n\nx = {}  # type: Dict[str, str]\n']],
    loud: ['a.py', 'from typing import Dict\n\nx = {}  # a Dict\n', 'ruff/F401'],
  },
  {
    what: 'an import that the template of Alembic writes into each revision',
    quiet: [
      ['a.py', 'from alembic import op\nimport sqlalchemy as sa\n\nrevision = "a"\ndown_revision = "b"\n'],
      ['a.py', 'import geoalchemy2\n\nrevision: str = "a"\ndown_revision: Union[str, None] = None\n'],
    ],
    loud: ['a.py', 'import geoalchemy2\n\nrevision = "a"\nupgrade(down_revision="b")\n', 'ruff/F401'],
  },
  {
    what: 'an error that is raised for type checkers, as a comment says',
    quiet: [
      ['a.py', 'def f(x):\n    abort(403)\n    raise  # unreachable\n'],
      ['a.py', 'def f(x):\n    if x:\n        # should not happen\n        raise\n    return 1\n'],
      [
        'tests/test_a.py',
        'def test_f():\n    try:\n        go()\n    except OSError:\n        pass\n    else:\n        raise\n',
      ],
    ],
    loud: ['a.py', 'def f(x):\n    abort(403)\n    raise\n', 'ruff/PLE0704'],
  },
  {
    what: 'an error that is handled right below',
    quiet: [
      ['a.py', 'def f(x):\n    try:\n        if not x:\n            raise\n    except:\n        x = 1\n    return x\n'],
    ],
    loud: ['a.py', 'def f(x):\n    if not x:\n        raise\n    return x\n', 'ruff/PLE0704'],
  },
  {
    what: 'a key that is twice in a dictionary of arguments',
    quiet: [
      ['a.py', 'def f(g, b):\n    return g(**{"a": b, "a": b})\n'],
      ['a.py', 'def f(g, b):\n    return g(**{"a(": b, "a(": b})\n'],
    ],
    loud: ['a.py', 'def f(g, b):\n    return g(a=1, **{"a": b})\n', 'ruff/PLE1132'],
  },
  {
    what: 'a name that is looked for before it is used',
    quiet: [['a.py', "def f():\n    if 'found' in locals() and found:\n        return 1\n"]],
    loud: ['a.py', "def f():\n    if 'found' in names() and found:\n        return 1\n", 'ruff/F821'],
  },
  {
    what: 'a name that is missing where nothing runs',
    quiet: [
      ['a.py', 'def f():\n    return 1\n    print(gone)\n'],
      [
        'a.py',
        'def f(x):\n    raise ValueError(\n        x\n    )\n    for y in x:\n        if y:\n            print(gone)\n',
      ],
    ],
    loud: [
      'a.py',
      'def f(x):\n    if x:\n        return 1\n    print(gone)\n\n\ndef g():\n    return 1\n',
      'ruff/F821',
    ],
  },
  {
    what: 'an error that is made before a default is taken',
    quiet: [
      [
        'a.py',
        'def f(kinds, kind):\n    if kind not in kinds:\n        ValueError(kind)\n    return kinds.get(kind, 1)\n',
      ],
    ],
    loud: [
      'a.py',
      'def f(kinds, kind):\n    if kind not in kinds:\n        ValueError(kind)\n    return kinds[kind]\n',
      'ruff/PLW0133',
    ],
  },
  {
    what: 'what the body of a class has',
    quiet: [['a.py', 'class A:\n    name: str = __qualname__\n    of = __module__\n']],
    loud: ['a.py', 'class A:\n    name: str = __quality__\n', 'ruff/F821'],
  },
  {
    what: 'syntax of the latest Python',
    quiet: [
      ['a.py', 'try:\n    go()\nexcept OSError, ValueError:\n    stop()\n'],
      ['a.py', 'try:\n    go()\nexcept json.JSONDecodeError, TypeError, errors.Lost:\n    stop()\n'],
      ['a.py', 'x = 1\nprint(t"{x}")\n'],
    ],
    loud: ['a.py', 'try:\n    go()\nexcept OSError error:\n    stop()\n', 'ruff/syntax-error'],
  },
  {
    what: 'syntax of Python 2',
    quiet: [
      ['a.py', 'try:\n    go()\nexcept OSError, error:\n    stop()\n'],
      ['a.py', 'try:\n    go()\nexcept OSError, e:\n    stop()\nexcept KeyError, e:\n    go()\n'],
      ['a.py', 'print "done"\n'],
      ['a.py', 'raise ValueError, "x"\n'],
      ['a.py', 'if 1 <> 2:\n    go()\n'],
    ],
    loud: ['a.py', 'print("done"\n', 'ruff/syntax-error'],
  },
  {
    what: 'an import that one system needs',
    quiet: [
      ['shop/a.py', 'import sys\n\nif sys.platform == "win32":\n    import win32_argv\n'],
      ['shop/a.py', 'import os\n\nif os.name == "nt":  # Windows\n    import one\n    import two\n'],
    ],
    loud: ['shop/a.py', 'import sys\n\nif sys.argv:\n    import win32_argv\n', 'ruff/F401'],
  },
  {
    what: 'an import that only asks whether a module is there',
    quiet: [
      [
        'shop/a.py',
        'def f():\n    try:\n        import money\n    except Exception:\n        return False\n    return True\n',
      ],
    ],
    loud: ['shop/a.py', 'def f():\n    import money\n    return True\n', 'ruff/F401'],
  },
  {
    what: 'a module that hands on names of others',
    quiet: [
      ['shop/prices.py', '"""Kept for backwards compatibility: see `shop.money`."""\nfrom shop.money import refund\n'],
      ['shop/prices.py', '# Re-exports what is in shop.money.\nfrom shop.money import refund\n'],
      ['shop/prices.py', '"""Shim so that old import paths work."""\nfrom shop.money import refund\n'],
    ],
    loud: [
      'shop/prices.py',
      '"""Prices of what is imported."""\nfrom shop.money import refund\n\n# Backwards compatible.\nrate = 1\n',
      'ruff/F401',
    ],
  },
  {
    what: 'a text of a type that is imported from anywhere',
    quiet: [
      ['a.py', 'from .types import Literal\n\nMode = Literal["debug", "info"]\nOther = dict[str, Literal["x"]]\n'],
    ],
    loud: ['a.py', 'from .types import Listing\n\n\ndef f(x: Listing[debug]):\n    return x\n', 'ruff/F821'],
  },
  {
    what: 'a name that a function inside gives its value',
    quiet: [
      [
        'a.py',
        'def f(go):\n    result: int\n\n    def g():\n        nonlocal result\n        result = 1\n\n    go(g)\n    return result\n',
      ],
    ],
    loud: ['a.py', 'def f(go):\n    go(1)\n    return result\n', 'ruff/F821'],
  },
  {
    what: 'a name that is deleted after the functions that read it have run',
    quiet: [
      ['a.py', 'def f(x):\n    lock = x.lock()\n    x.on_open(lambda: lock.release())\n    x.start()\n    del lock\n'],
    ],
    loud: ['a.py', 'def f(x):\n    x.on_open(lambda: lock.release())\n    x.start()\n', 'ruff/F821'],
  },
  {
    what: 'an import for what loading the module does',
    quiet: [
      ['shop/apps.py', 'class A:\n    def ready(self):\n        import shop.receipts\n'],
      ['shop/web.py', 'def create_app():\n    from . import pages\n'],
      ['shop/main.py', 'from . import signals\n'],
      ['shop/main.py', 'import shop.handlers\n'],
      ['run.py', '# Patches a call that fails on macOS.\nimport tkinter_calls\n'],
      ['run.py', 'import tkinter_calls  # registers its types\n'],
      ['run.py', 'import tkinter_fix\n'],
    ],
    loud: ['shop/main.py', '# Local imports.\nfrom shop.money import refund\n', 'ruff/F401'],
  },
  {
    what: 'a comparison that is tried',
    quiet: [['a.py', 'try:\n    WindowsError is None\nexcept NameError:\n    WindowsError = None\n']],
    loud: ['a.py', 'def f(x):\n    x == 1\n', 'ruff/B015'],
  },
  {
    what: 'a request to the own machine by what a method knows',
    quiet: [
      [
        'a.py',
        'import requests\n\n\nclass A:\n    def f(self):\n        self.base = "http://localhost:80"\n        requests.get(f"{self.base}/x")\n',
      ],
      ['a.py', 'import requests\nhost = "127.0.0.1"\nrequests.get(f"http://{host}:80/x")\n'],
    ],
    loud: ['a.py', 'import requests\nhost = "api.shop.dev"\nrequests.get(f"http://{host}/x")\n', 'ruff/S113'],
  },
  {
    what: 'a default that the function empties again',
    quiet: [['a.py', 'def walk(node, path=[]):\n    path.append(node)\n    go(path)\n    path.pop()\n']],
    loud: ['a.py', 'def walk(node, path=[]):\n    path.append(node)\n    go(path)\n', 'ruff/B006'],
  },
  {
    what: 'a message of an assertion that compares',
    quiet: [['a.py', 'assert found(x) > 0, 1\n']],
    loud: ['a.py', 'assert found(x), 1\n', 'ruff/RUF040'],
  },
  {
    what: 'the body of a function that something else puts around it',
    quiet: [
      ['a.py', 'total = sum(item["n"] for item in items)\nreturn {"total": total}\n'],
      [
        'a.py',
        'if not items:\n    return []\ndef one(item):\n    return item\nfound = [one(each) for each in items]\nreturn found\n',
      ],
      ['a.py', '# In[ ]:\n\n\nreturn 1\n'],
    ],
    loud: ['a.py', 'found = []\ndef one(item):\n    found.append(item)\nreturn found\n', 'ruff/F706'],
  },
  {
    what: 'a script that ends early',
    quiet: [['a.py', 'def f(x):\n    return x\n']],
    loud: ['a.py', 'if not open("a"):\n    return\nprint(1)\n', 'ruff/F706'],
  },
  {
    what: 'a notebook that awaits in its cells',
    quiet: [
      ['a.py', '# %%\nfound = await load()\n'],
      ['a.py', '# Databricks notebook source\nprint(1)\n\n# COMMAND ----------\n\nfound = await load()\n'],
    ],
    loud: ['a.py', '# Load it.\nfound = await load()\n', 'ruff/F704'],
  },
  {
    what: 'a list of names that is unpacked',
    quiet: [
      ['a.py', "x = {}\n__all__ = [\n    'x',\n    *x.keys(),\n]\n"],
      ['tests/bad_all.py', 'x = 1\n__all__ = [x]\n'],
      ['a.py', 'class A: ...\n\n\n__all__ = [A]\n\n\ndef setup(bot):\n    bot.add(__all__)\n'],
    ],
    loud: ['a.py', 'x = 1\n__all__ = [x]\n', 'ruff/PLE0604'],
  },
  {
    what: 'a list of names that texts stand for',
    quiet: [
      ['a.py', 'def f(): ...\n\n\n__all__ = [f.__name__, str(f)]\n'],
      ['a.py', "name = 'f'\n\n\ndef f(): ...\n\n\n__all__ = [name]\n"],
      ['a.py', "from b import MAIN\n\n__all__ = [MAIN, 'f']\n"],
    ],
    loud: ['a.py', 'def f(): ...\n\n\n__all__ = [f.__name__, f]\n', 'ruff/PLE0604'],
  },
  {
    what: 'a bare raise of a function that is called where an error is handled',
    quiet: [
      ['a.py', 'def handleError(self, record):\n    raise\n'],
      ['a.py', 'def stop():\n    print(sys.exc_info())\n    raise\n'],
    ],
    loud: ['a.py', 'def load(record):\n    raise\n', 'ruff/PLE0704'],
  },
  {
    what: 'a bare raise of a function that is given the error',
    quiet: [
      ['a.py', 'def f(e):\n    if isinstance(e, ValueError):\n        raise\n'],
      ['a.py', 'class A:\n    def __exit__(self, *args):\n        raise\n'],
    ],
    loud: ['a.py', 'def f(x):\n    if not x:\n        raise\n', 'ruff/PLE0704'],
  },
];

describe('the analyser of Python', () => {
  for (const { what, quiet, loud } of cases)
    it(`leaves alone ${what}`, async () => {
      const [path, text, rule] = loud;
      const rules = async (at: string, code: string, before = {}): Promise<string[]> =>
        (await findingsIn(ruffReviewer, { ...newFile(at, code), ...before })).map(each => each.rule);
      assert.ok((await rules(path, text, { baseBlob: 'empty' })).includes(rule), rule);
      for (const [at, code] of quiet)
        assert.deepEqual(
          (await rules(at, code)).filter(each => each === rule),
          [],
          code,
        );
    });

  it('asks of a warning that nobody sees for what shows it', async () => {
    const said = async (text: string): Promise<string[]> =>
      (await findingsIn(ruffReviewer, newFile('a.py', text))).map(({ title, body }) => `${title} ${body}`);
    assert.deepEqual(await said('def f(x):\n    UserWarning("cut")\n    return x[:8]\n'), [
      '`UserWarning("cut")` makes a warning and does not show it. Is `warnings.warn` missing?',
    ]);
  });

  it('tells as low what matters in a test only once it fails', async () => {
    const severities = async (path: string, text: string): Promise<string[]> =>
      (await findingsIn(ruffReviewer, newFile(path, text))).map(({ severity, rule }) => `${severity} ${rule}`);
    const said = 'def test_f(x):\n    assert x, mesage\n    message = "a"\n    return message\n';
    assert.deepEqual(await severities('test/test_a.py', said), ['low ruff/F821']);
    assert.deepEqual(await severities('test/test_a.py', said.replace('x, ', '')), ['medium ruff/F821']);
    const checked = (what: string): string => `def go(x):\n    assert ${what}\n`;
    assert.deepEqual(await severities('a.py', checked('isinstance(x, int), "no {} of {}".format(a, x)')), [
      'low ruff/F821',
    ]);
    assert.deepEqual(await severities('a.py', checked('x, f"no {a}"')), ['low ruff/F821']);
    assert.deepEqual(await severities('a.py', checked('isinstance(x, a), "none"')), ['medium ruff/F821']);
    assert.deepEqual(await severities('a.py', checked('x, "no {}".format()')), ['low ruff/F524']);
    assert.deepEqual(await severities('a.py', 'def go(x):\n    return "no {}".format()\n'), ['high ruff/F524']);
    for (const [path, severity] of [
      ['shop/a.py', 'high'],
      ['examples/a.py', 'medium'],
      ['test/test_a.py', 'medium'],
    ] as const)
      assert.deepEqual(await severities(path, 'print(trainer)\n'), [`${severity} ruff/F821`]);
  });

  it('tells as medium that an assertion never fails, which crashes nothing', async () => {
    const found = await findingsIn(ruffReviewer, newFile('a.py', 'def f(x):\n    assert (x, "none")\n'));
    assert.deepEqual(
      found.map(({ severity, rule }) => `${severity} ${rule}`),
      ['medium ruff/F631'],
    );
  });

  it('tells as low that a function of AWS Lambda may wait until it is ended', async () => {
    const told = async (path: string, text: string): Promise<string[]> =>
      (await findingsIn(ruffReviewer, newFile(path, `import requests\n\n\n${text}`))).map(
        ({ severity, title }) => `${severity} ${title}`,
      );
    const load = 'def load(url):\n    return requests.get(url)\n';
    const ended =
      'low `requests.get` waits until AWS Lambda ends the function where the server does not answer: it has no timeout.';
    assert.deepEqual(await told('lib/lambdas/orders/index.py', load), [ended]);
    assert.deepEqual(await told('orders.py', `${load}\n\ndef lambda_handler(event, context): ...\n`), [ended]);
    assert.deepEqual(await told('lib/orders/lambda.py', load), [
      'medium `requests.get` waits forever where the server does not answer: it has no timeout.',
    ]);
  });

  it('tells as low that a script may wait forever which somebody starts and sees', async () => {
    const severities = async (before: string, after = ''): Promise<string[]> => {
      const text = `import requests\n${before}\ndef load(url):\n    return requests.get(url)\n${after}`;
      const found = await findingsIn(ruffReviewer, newFile('a.py', text));
      return found.filter(({ rule }) => rule === 'ruff/S113').map(({ severity }) => severity);
    };
    const main = 'if __name__ == "__main__":\n    load("https://a.dev")\n';
    assert.deepEqual(await severities('', main), ['low']);
    assert.deepEqual(await severities('import argparse\n', 'load(argparse.ArgumentParser().parse_args().url)\n'), [
      'low',
    ]);
    assert.deepEqual(await severities('import sys\n', 'load(sys.argv[1])\n'), ['low']);
    assert.deepEqual(await severities('', 'load(input("Which one? "))\n'), ['low']);
    assert.deepEqual(await severities(''), ['medium']);
    const steps = await findingsIn(
      ruffReviewer,
      newFile('load.py', 'import requests\n\nrequests.get("https://a.dev")\n'),
    );
    assert.deepEqual(
      steps.map(({ severity }) => severity),
      ['low'],
    );
    assert.deepEqual(await severities('from flask import Flask\n', main), ['medium']);
    assert.deepEqual(await severities('import time\n', `${main}    while True:\n        time.sleep(9)\n`), ['medium']);
  });

  it('tells a name that is not defined as low where the error is passed over in silence', async () => {
    const severities = async (handler: string): Promise<string[]> => {
      const text = `def load(x):\n    return x\n\n\ndef f(x):\n    try:\n        return laod(x)\n    ${handler}\n`;
      return (await findingsIn(ruffReviewer, newFile('a.py', text))).map(({ severity }) => severity);
    };
    assert.deepEqual(await severities('except Exception:\n        pass'), ['low']);
    assert.deepEqual(await severities('except:  # whatever\n        # Not here.\n        pass'), ['low']);
    assert.deepEqual(await severities('except Exception as e:\n        print(e)'), ['medium']);
    assert.deepEqual(await severities('except KeyError:\n        pass'), ['medium']);
    assert.deepEqual(await severities('finally:\n        x.close()'), ['medium']);
  });

  it('says where a name is defined that is used before', async () => {
    const told = async (text: string): Promise<string[]> =>
      (await findingsIn(ruffReviewer, newFile('a.py', text))).map(({ title, body }) => `${title} ${body}`);
    const below = (lines: string): string =>
      `\`log\` is not defined yet: this line raises \`NameError\`. It is defined ${lines}, which has not run by then. Move one of the two.`;
    assert.deepEqual(await told('log(1)\n\n\ndef log(x):\n    return x\n'), [below('3 lines below')]);
    assert.deepEqual(await told('log(1)\nlog: int = print\n'), [below('in the next line')]);
    for (const text of ['log(1)\n"""\nlog = 1\n"""\n', 'log(1)\nlog_level = 1\n', 'log(1)\nx = {\n  "log": 1}\n'])
      assert.match((await told(text)).join(), /^`log` is not defined: .* Is an import missing/, text);
  });

  it('says nothing of an annotation that Python leaves alone, since no error is raised', async () => {
    const severities = async (text: string): Promise<string[]> =>
      (await findingsIn(ruffReviewer, newFile('a.py', text))).map(({ severity, title }) => `${severity} ${title}`);
    const none: string[] = [];
    const [grave, inFunction] = ['high', 'medium'].map(severity => [
      `${severity} \`Callable\` is not defined: this line raises \`NameError\`.`,
    ]);
    const future = 'from __future__ import annotations\n';
    assert.deepEqual(await severities('def f(self, x):\n    self.go: Callable[[], int] = x\n'), none);
    assert.deepEqual(await severities(`${future}def f(x: list[Callable] = 1):\n    return x\n`), none);
    assert.deepEqual(await severities(`${future}def f(x) -> Callable:\n    return x\n`), none);
    assert.deepEqual(await severities('def f(x: "list[Callable]"):\n    return x\n'), none);
    assert.deepEqual(await severities('def f(x):\n    return f"{Callable}"\n'), inFunction);
    assert.deepEqual(await severities(`${future}class A:\n    go: Callable\n`), none);
    assert.deepEqual(await severities('def f(x: Callable):\n    return x\n'), grave);
    assert.deepEqual(await severities('class A:\n    go: Callable\n'), grave);
    assert.deepEqual(await severities('go = lambda x: Callable(x)\n'), inFunction);
    assert.deepEqual(await severities('def f(x): return Callable(x)\n'), inFunction);
    assert.deepEqual(await severities('if len([]):\n    go = Callable\n'), inFunction);
    assert.deepEqual(await severities('go = 1\n\n\ndef f():\n    print(go)\n    go = 2\n    return go\n'), [
      'medium `go` is read before it has a value: this line raises `UnboundLocalError`.',
    ]);
    assert.deepEqual(await severities(`${future}def f(x=Callable):\n    return x\n`), grave);
    assert.deepEqual(await severities(`${future}def f(x):\n    return {"a": Callable}\n`), inFunction);
  });

  it('says nothing of a name in braces that what makes the file puts a value for', async () => {
    const told = async (text: string): Promise<string[]> => rulesIn(ruffReviewer, newFile('a.py', text));
    assert.deepEqual(await told('chain  = {chain}\ngo(chain)\n'.replace('go', 'print')), []);
    assert.deepEqual(await told('chain = {other}\nprint(chain)\n'), ['1 ruff/F821']);
  });

  it('says nothing of a function that is defined twice in the same way', async () => {
    const severities = async (text: string): Promise<string[]> =>
      (await findingsIn(ruffReviewer, newFile('a.py', text))).map(({ rule, severity }) => `${severity} ${rule}`);
    const once = 'def go(x):\n    return x\n\n\n';
    assert.deepEqual(await severities(`${once}def stay():\n    return 2\n\n\n${once}`), []);
    assert.deepEqual(await severities(`${once}def go(x):\n    return 2\n`), ['low ruff/F811']);
    const test = once.replace('go', 'test_go');
    assert.deepEqual(await severities(`${test}def test_go(x):\n    return 2\n`), ['medium ruff/F811']);
    assert.deepEqual(await severities('class A:\n    a = 1\n\n\nclass A:\n    b = 1\n'), ['medium ruff/F811']);
    // A decorator keeps what it decorates, on however many lines it is.
    const step = (text: string): string => `@given(\n    '${text}')\ndef step(context):\n    return '${text}'\n\n\n`;
    assert.deepEqual(await severities(`from behave import given\n\n\n${step('a page')}${step('a card')}`), []);
    const plain = `from behave import given\n\n\n${step('a')}def go(x):\n    return x\n\n\ndef go(x):\n    return 2\n`;
    assert.deepEqual(await severities(plain), ['low ruff/F811']);
  });

  it('tells what fails another way than was meant, or only where all of a module is imported, as less grave', async () => {
    const text = 'class A: ...\n\n\n__all__ = [A]\n\n\ndef f():\n    raise "no"\n';
    const found = await findingsIn(ruffReviewer, newFile('a.py', text));
    assert.deepEqual(
      found.map(({ rule, severity }) => `${severity} ${rule}`),
      ['medium ruff/B016', 'low ruff/PLE0604'],
    );
  });

  it('tells a key with the same value twice from one whose value is lost', async () => {
    const severities = async (text: string): Promise<string[]> =>
      (await findingsIn(ruffReviewer, newFile('a.py', text))).map(({ severity, title }) => `${severity} ${title}`);
    assert.deepEqual(await severities('a = {"is": {"x": [1, 2]}, "b": 1, "is": {"x": [1, 2]}}\n'), []);
    assert.deepEqual(await severities('a = {\n    # Once.\n    "is": [1],\n    "is": [2],\n}\n'), [
      'low The key `"is"` is in the dictionary twice: the first value is lost.',
    ]);
    assert.deepEqual(await severities('a = {"is": {"x": [1, 2]}, "b": 1, "is": {"x": [1, 3]}}\n'), [
      'low The key `"is"` is in the dictionary twice: the first value is lost.',
    ]);
  });

  it('suggests nothing that leaves a value alone on its line, or takes away what a module does', async () => {
    const fixes = async (text: string): Promise<boolean[]> =>
      (await findingsIn(ruffReviewer, newFile('a.py', text))).map(({ fix }) => fix !== undefined);
    assert.deepEqual(await fixes('def f(signs, hand):\n    sign = signs[hand]["emoji"]\n    return 1\n'), [false]);
    assert.deepEqual(await fixes('def f():\n    sign = 1\n    return 1\n'), [true]);
    assert.deepEqual(await fixes('def f(x, y):\n    return ("a" or y) in x\n'), [false]);
    assert.deepEqual(await fixes('from shop import money, signals\n'), [false]);
    assert.deepEqual(await fixes('from shop import money, rates\n'), [true, true]);
  });

  it('says of a name only that it has no value, where that is why nothing reads it', async () => {
    const text = 'def f(x):\n    if key := x and len(key):\n        return 1\n';
    assert.deepEqual(
      (await findingsIn(ruffReviewer, newFile('a.py', text))).map(({ rule }) => rule),
      ['ruff/F821'],
    );
  });
});
