import assert from 'node:assert/strict';
import type { CompletedResult, EngineJob } from '../../../../src/service/engine/messages.ts';
import { reviewNotes } from '../../../../src/service/engine/result/reviewNotes.ts';
import { TestRepository, type Files } from '../../../host/git/repository.ts';
import { engineInProcess } from '../engineInProcess.ts';

const engine = engineInProcess({ gitExecutable: 'git', onError: assert.ifError });
const usesLogger = 'def request(query):\n    logger.debug(query)\n';
const engines: Files = {
  'search/engines/one.py': usesLogger,
  'search/load.py': 'import logging\n\n\ndef load(engine):\n    engine.logger = logging.getLogger()\n',
};
/** Says why the name is missing below it. */
const hasOwnLogger = `def log(logger):\n    logger.debug(1)\n\n\n${usesLogger}`;
const slip = 'def request(query, logger):\n    loger.debug(query, logger)\n';
const takesBoth = 'from shop.money import (\n    fee,  # the usual\n    refund as back,\n)\nprint(fee, back)\n';

async function review({ folder: root }: TestRepository, base: string, head: string, earlier?: EngineJob['earlier']) {
  const result = await engine.review({ root, base, head, ...(earlier && { earlier }) });
  if (result.status !== 'completed') assert.fail(result.reason);
  return result;
}

/** The places of all findings; unused names are listed in one comment. */
function told({ comments }: CompletedResult): string[] {
  return comments.flatMap(({ path, start_line, rule_id, body }) => {
    const listed = [...body.matchAll(/^- `([^`]+:\d+)`/gm)].map(([, place = '']) => place);
    return (listed.length === 0 ? [`${path}:${start_line}`] : listed).map(place => `${place} ${rule_id}`);
  });
}

async function between(before: Files, after: Files): Promise<CompletedResult> {
  const repository = await TestRepository.create({ 'notes.txt': 'One.\n', ...before });
  try {
    const base = await repository.git('rev-parse', 'HEAD');
    return await review(repository, base, await repository.commit(after));
  } finally {
    await repository.dispose();
  }
}

describe('names that other files of Python know', () => {
  const added = 'search/engines/two.py';

  for (const [what, before, after] of [
    ['is injected into files of the base', engines, { [added]: usesLogger }],
    [
      'is injected, and only declared where it is used',
      { 'search/one.py': 'traits: Traits\nprint(traits)\n', 'search/two.py': 'traits: Traits\nprint(1)\n' },
      { 'search/two.py': 'print(traits)\n' },
    ],
    ['is imported for others', { 'shop/main.py': takesBoth }, { 'shop/money.py': 'from .rates import fee\n' }],
    [
      'only the change uses, and nothing explains',
      { 'a.py': 'print(1)\n' },
      { 'b.py': usesLogger, 'c.py': usesLogger },
    ],
    [
      'stands among others that something injects',
      { 'a.py': 'from kit import env\nprint(env)\n' },
      { 'build.py': 'Default(env)\nprint(env, sys)\n' },
    ],
    [
      'a tool gives to what it runs',
      { 'a.py': 'import snakemake\nprint(snakemake)\n' },
      { 'b.py': 'print(snakemake)\n' },
    ],
    [
      'a framework gives to its files',
      { 'a.py': 'from behave import given\nprint(given)\n' },
      { 'f/steps/b.py': '@given("x")\ndef f(): ...\n' },
    ],
    [
      'is the class around it, where Python evaluates no annotation',
      { 'pyproject.toml': '[project]\nrequires-python = ">=3.14,<3.15"\n' },
      { 'a.py': 'class Price:\n    def copy(self) -> Price: ...\n' },
    ],
    [
      'is the class around it, in the project of several that is for Python which evaluates no annotation',
      {
        'shop/pyproject.toml': '[project]\nrequires-python = ">=3.14"\n',
        'kit/pyproject.toml': '[project]\nrequires-python = ">=3.10"\n',
      },
      { 'shop/src/a.py': 'class Price:\n    def copy(self) -> Price: ...\n' },
    ],
    [
      'is further down, where all workflows set up a Python that evaluates no annotation',
      { '.github/workflows/a.yml': "steps:\n  - with:\n      python-version: ['3.14', '3.15']\n" },
      { 'a.py': 'def f(x: Price):\n    return x\n\n\nclass Price: ...\n' },
    ],
    [
      'only annotations use, which Python does not evaluate',
      { 'pyproject.toml': '[tool.mypy]\npython_version = "3.14"\n' },
      {
        'a.py':
          'import typing\n\nif typing.TYPE_CHECKING:\n    from kit import Price\n\n\ndef copy(of: Price) -> Price:\n    return of\n',
      },
    ],
    ['a package has', { 'a.py': '__path__ = []\n' }, { 'shop/__init__.py': '__path__.extend([])\n' }],
    [
      'is imported for others by a relative import',
      { 'shop/till/main.py': 'from ..money import Rate, fee\nprint(Rate, fee)\n' },
      { 'shop/money.py': 'from typing import Any as fee\n' },
    ],
    [
      'is imported for others as an attribute',
      { 'main.py': 'from shop import money as m\nprint(m.json)\n' },
      { 'shop/money.py': 'import json\n' },
    ],
    [
      'is imported for all that take everything',
      { 'main.py': 'from shop.money import *\nprint(fee)\n' },
      { 'shop/money.py': 'from shop.rates import fee\n' },
    ],
    [
      'is taken at run time',
      { 'search/load.py': 'def load(engine):\n    return getattr(engine, "fetch_traits", None)\n' },
      { 'search/engines/two.py': 'from search.engines.one import fetch_traits\n' },
    ],
  ] as const) {
    it(`are not told: one that ${what}`, async () => {
      assert.deepEqual(told(await between(before, after)), []);
    });
  }

  it('are told where code uses what type checkers alone import, whatever the version', async () => {
    const before = { 'pyproject.toml': '[tool.mypy]\npython_version = "3.14"\n' };
    const text = (use: string): string =>
      `import typing\n\nif typing.TYPE_CHECKING:\n    from kit import Price\n\n\ndef copy(of: Price) -> Price:\n    return ${use}\n`;
    const place = ['a.py:2 ruff/TC004'];
    assert.deepEqual(told(await between(before, { 'a.py': text('Price(of)') })), place);
    assert.deepEqual(told(await between({ 'x.txt': '' }, { 'a.py': text('of') })), place);
    for (const version of ["['3.13', '3.14']", '3.13'])
      assert.deepEqual(told(await between({ 'a.yml': `python-version: ${version}\n` }, { 'a.py': text('of') })), place);
  });

  for (const [what, before, after, expected] of [
    ['is one letter off', engines, { [added]: slip }, [`${added}:2 ruff/F821`]],
    [
      'others define, import, or have as an attribute',
      {
        'a.py': 'import logger\nlogger.debug(1)\n',
        'b.py': 'logger = 1\nprint(logger)\n',
        'c.py': 'import x\nx.logger()\n',
        'd.py': 'import logging\n\n\ndef log(logger):\n    logger.debug(logging)\n',
      },
      { 'e.py': usesLogger },
      ['e.py:2 ruff/F821'],
    ],
    [
      'only the change uses undefined',
      { 'a.py': 'print(1)\n' },
      { 'b.py': hasOwnLogger, 'c.py': hasOwnLogger },
      ['b.py:6 ruff/F821', 'c.py:6 ruff/F821'],
    ],
    [
      'the file imported until now',
      { ...engines, [added]: `from log import logger\n\n\n${usesLogger}` },
      { [added]: usesLogger },
      [`${added}:2 ruff/F821`],
    ],
    [
      'the file imported until now, and others import themselves',
      { 'a.py': 'import os\nprint(os.sep)\n', 'b.py': 'import os\nprint(os.sep)\n' },
      { 'a.py': 'print(os.sep)\n' },
      ['a.py:1 ruff/F821'],
    ],
    [
      'a file of the project defines',
      { 'shop/pay.py': 'def charge(order): ...\n' },
      { 'shop/new.py': 'charge(1)\n' },
      ['shop/new.py:1 ruff/F821'],
    ],
    [
      'is the class around it, where Python may evaluate annotations',
      { 'pyproject.toml': '[project]\nrequires-python = ">=3.12"\n' },
      { 'a.py': 'class Price:\n    def copy(self) -> Price: ...\n' },
      ['a.py:2 ruff/F821'],
    ],
    [
      'is the class around it, in the project of several where Python may evaluate annotations',
      {
        'shop/pyproject.toml': '[project]\nrequires-python = ">=3.14"\n',
        'kit/pyproject.toml': '[project]\nrequires-python = ">=3.10"\n',
      },
      { 'kit/src/a.py': 'class Price:\n    def copy(self) -> Price: ...\n' },
      ['kit/src/a.py:2 ruff/F821'],
    ],
    ['the standard library has', { 'a.py': 'print(1)\n' }, { 'b.py': 'print(shlex)\n' }, ['b.py:1 ruff/F821']],
    [
      'is imported and not used',
      {
        'main.py': 'import json\nfrom shop.other import fee\nprint(json.loads, fee, "os")\n',
        'shop/money.py': 'import os\nprint(os)\n',
        'shop/rates.py': 'from shop.y import fee\nprint(fee)\n',
      },
      { 'shop/money.py': 'import re, os\n', 'shop/rates.py': 'from shop.x import fee\n' },
      ['shop/money.py:1 ruff/F401', 'shop/rates.py:1 ruff/F401'],
    ],
    [
      'is imported in a file whose name no module has',
      { 'main.py': 'from shop import fee\nprint(fee)\n', 'shop/a(b[+.py': 'from y import fee\nprint(fee)\n' },
      { 'shop/a(b[+.py': 'from x import fee\n' },
      ['shop/a(b[+.py:1 ruff/F401'],
    ],
  ] as const) {
    it('are told where the change moves the line that used one', async () => {
      const moved = 'def value(items):\n    total_of_all = len(items)\n    return totl_of_all\n';
      const result = await between(
        { 'app/one.py': `# ruff: noqa\nONE = 1\n\n\n${moved}` },
        { 'app/one.py': '# ruff: noqa\nONE = 1\n', 'app/two.py': moved },
      );
      assert.deepEqual(
        told(result).filter(each => each.includes('F821')),
        ['app/two.py:3 ruff/F821'],
      );
    });

    it(`are told: one that ${what}`, async () => {
      assert.deepEqual(told(await between(before, after)), expected);
    });
  }

  it('are told beside names that the change makes up, but for those that no line runs without', async () => {
    const decoy = (code: string): Promise<CompletedResult> =>
      between({ 'a.py': 'print(1)\n' }, { 'b.py': slip + code });
    const place = ['b.py:2 ruff/F821'];
    assert.deepEqual(told(await decoy('\n\ndef never():\n    return zzqx\n')), place);
    assert.deepEqual(told(await decoy('\n\nif False:\n    zzqx(1)\n')), place);
    assert.deepEqual(told(await decoy('\n\nzzqx(1)\n')), []);
    const known = { 'a.py': 'def f(zzqx):\n    return zzqx\n' };
    assert.deepEqual(told(await between(known, { 'b.py': `${slip}\n\ndef g():\n    return zzqx\n` })), []);
  });

  it('are named where nothing tells why they are missing', async () => {
    const notes = async (text: string): Promise<string[]> =>
      reviewNotes(await between({ 'a.py': 'print(1)\n' }, { 'b.py': text })).filter(note => note.includes('undefined'));
    assert.deepEqual(await notes('def f(items):\n    return sum(itms2)\n'), [
      'Ruff (Python) did not tell of 1 undefined name, since something else may define it: b.py:2.',
    ]);
    assert.deepEqual(await notes('def f(items):\n    return sum(items)\n'), []);
  });

  for (const [what, line] of [
    ['Databricks', '# Databricks notebook source\n# MAGIC %run ./kit'],
    ['Jupytext', '# %run kit.py'],
    ['Jupyter', "get_ipython().run_line_magic('run', 'kit.ipynb')"],
  ] as const)
    it(`are named in a notebook of ${what} that runs another one`, async () => {
      const kit = { 'kit.py': 'def load(name):\n    return name\n' };
      const result = await between(kit, { 'b.py': `${line}\nprint(load("a"))\n` });
      assert.deepEqual(told(result), []);
      assert.match(reviewNotes(result).join(' '), /did not tell of 1 undefined name, .*: b\.py:/);
      const other = await between(kit, { 'b.py': `${line.replace('run', 'runtime')}\nprint(load("a"))\n` });
      assert.equal(told(other).filter(each => each.endsWith('ruff/F821')).length, 1);
    });

  it('are told with letters that look like those of the name that is meant', async () => {
    const text = (name: string): string =>
      `def is_admin(user):\n    return user\n\n\ndef f(user):\n    return ${name}(user)\n`;
    const found = async (name: string): Promise<string[]> =>
      told(await between({ 'a.py': 'print(1)\n' }, { 'b.py': text(name) }));
    assert.deepEqual(await found('is_\u0430dmin'), ['b.py:6 ruff/F821']);
    assert.deepEqual(await found('\u0456s_\u0430dm\u0456n'), ['b.py:6 ruff/F821']);
    assert.deepEqual(await found('\u0436\u0448\u0449\u044f'), []);
  });

  it('are told in a folder of documents, or of code that is kept, that only the change has', async () => {
    for (const folder of ['docs', 'attic'])
      for (const before of [folder, 'other'])
        assert.deepEqual(
          told(await between({ [`${before}/a.txt`]: 'One.\n' }, { [`${folder}/b.py`]: slip })),
          before === folder ? [] : [`${folder}/b.py:2 ruff/F821`],
        );
  });

  it('are told where the change adds code that is run, and not where it was there', async () => {
    const run = 'exec(open("x").read())\n';
    const found = async (before: string): Promise<string[]> =>
      told(await between({ 'b.py': before }, { 'b.py': `${run}${slip}` }));
    assert.deepEqual(await found('print(1)\n'), ['b.py:3 ruff/F821']);
    assert.deepEqual(await found(run), []);
  });

  describe('that only Python 2 has', () => {
    const uses = 'def f(x):\n    return unicode(x)\n';
    const three = { 'pyproject.toml': '[project]\nrequires-python = ">=3.10"\n' };
    const either = { 'setup.py': 'setup(python_requires=">=2.7, !=3.0.*")\n' };
    const place = (line: number): string[] => [`b.py:${line} ruff/F821`];
    const known = (before: string, after: string, manifest: Files = {}): Promise<CompletedResult> =>
      between({ ...manifest, 'b.py': before }, { 'b.py': after });

    it('are not told in files that may be for it', async () => {
      const cookie = '# -*- coding: utf-8 -*-\nimport os\n\n\n';
      assert.deepEqual(told(await between({}, { 'b.py': uses })), []);
      assert.deepEqual(told(await between(either, { 'b.py': uses })), []);
      assert.deepEqual(
        told(await known(`${cookie}print(f"")\nos.x()\n`, `${cookie}print(f"")\nos.x()\n\n\n${uses}`)),
        [],
      );
      // Python 2 may have it installed.
      assert.deepEqual(told(await between({}, { 'b.py': `from pathlib import Path\nPath()\n\n\n${uses}` })), []);
      const words = 'def f(x):\n    raise ValueError("It is missing from all of " + unicode(x))\n';
      assert.deepEqual(told(await between({}, { 'b.py': words })), []);
    });

    it('are told in a project for Python 3', async () => {
      const printed = 'import sys\nprint >>sys.stderr, "a"\n';
      assert.deepEqual(told(await between(three, { 'b.py': printed })), ['b.py:2 ruff/F633']);
      assert.deepEqual(told(await between(either, { 'b.py': printed })), []);
      assert.deepEqual(told(await between(three, { 'b.py': uses })), place(2));
      const poetry = { 'pyproject.toml': '[tool.poetry.dependencies]\npython = "^3.10"\n' };
      assert.deepEqual(told(await between(poetry, { 'b.py': `# -*- coding: utf-8 -*-\n${uses}` })), place(3));
      assert.deepEqual(told(await between({ ...three, ...either }, { 'b.py': uses })), []);
    });

    it('are told in code of Python 3, whatever a comment or the change says', async () => {
      const later = 'async def g():\n    return 1\n\n\n';
      assert.deepEqual(told(await known(later, `${later}# py3\n${uses}`)), place(7));
      assert.deepEqual(told(await known(later, `# coding: utf-8\n${later}${uses}`)), place(7));
      assert.deepEqual(told(await between({}, { 'b.py': `${later}# import six\n${uses}` })), place(7));
    });
  });

  it('are not removed with those that nothing takes', async () => {
    const result = await between(
      {
        'main.py': 'from shop.money import fee\nprint(fee)\n',
        'shop/money.py': 'from shop.rates import unused\nprint(unused)\n',
      },
      { 'shop/money.py': 'from shop.rates import fee, unused\n' },
    );
    assert.deepEqual(
      result.comments.map(({ rule_id, title, suggested_code }) => [rule_id, title.includes('fee'), suggested_code]),
      [['ruff/F401', false, undefined]],
    );
  });

  for (const comment of [
    'pylint: disable=line-too-long,unused-import',
    'pyright: ignore[reportUnusedImport]',
    'ruff: ignore[unused-import]',
  ]) {
    it(`are listed as hidden where another linter is told to leave them: ${comment}`, async () => {
      const result = await between(
        { 'a.py': 'from y import fee\nimport os\nprint(fee, os)\n' },
        { 'a.py': `from x import (  # ${comment}\n    fee,\n)\nimport os  # type: ignore\n` },
      );
      assert.deepEqual(told(result), ['a.py:4 ruff/F401']);
      assert.deepEqual(
        result.hidden?.map(({ line, rule, by }) => [line, rule, by]),
        [[2, 'ruff/F401', 'change']],
      );
    });
  }

  it('are listed as hidden where a comment above them in their block leaves them', async () => {
    const result = await between(
      { 'a.py': 'x = 1\nif x:\n    from y import fee\nelse:\n    import os\nprint(fee, os)\n' },
      {
        'a.py':
          'x = 1\nif x:\n    # Loaded once.\n    # pylint: disable=unused-import\n    from x import fee\nelse:\n    import os  # type: ignore\n',
      },
    );
    assert.deepEqual(told(result), ['a.py:7 ruff/F401']);
    assert.deepEqual(
      result.hidden?.map(({ line, rule, by }) => [line, rule, by]),
      [[5, 'ruff/F401', 'change']],
    );
  });

  it('are looked for again when only the other file changes', async () => {
    const repository = await TestRepository.create({ 'shop/money.py': 'from y import fee\nprint(fee)\n' });
    try {
      const base = await repository.git('rev-parse', 'HEAD');
      const first = await repository.commit({ 'shop/money.py': 'from x import fee\n', 'main.py': 'print(1)\n' });
      const { reports, memory, ...result } = await review(repository, base, first);
      assert.deepEqual(told({ reports, ...result }), ['shop/money.py:1 ruff/F401']);
      assert.ok(memory);
      const second = await repository.commit({ 'main.py': 'from shop.money import fee\nprint(fee)\n' });
      assert.deepEqual(told(await review(repository, base, second, { head: first, reports, memory })), []);
    } finally {
      await repository.dispose();
    }
  });

  it('are all told where git cannot search', async () => {
    const repository = await TestRepository.create(engines);
    try {
      const base = await repository.git('rev-parse', 'HEAD');
      const head = await repository.commit({ [added]: `${hasOwnLogger}# Two.\n` });
      const blob = await repository.git('rev-parse', `${base}:search/engines/one.py`);
      const object = `.git/objects/${blob.slice(0, 2)}/${blob.slice(2)}`;
      await repository.write({ [object]: undefined });
      assert.deepEqual(told(await review(repository, base, head)), [`${added}:6 ruff/F821`]);
    } finally {
      await repository.dispose();
    }
  });

  it('are not told as undefined where a file gives them to all modules', async () => {
    const said = async (text: string): Promise<string[]> =>
      told(
        await between(
          { 'main.py': text, 'shop/pay.py': 'def charge(order): ...\ndef _(text): ...\n' },
          { 'shop/new.py': 'print(_("a"))\nprint(charge(1))\n' },
        ),
      );
    const [translate, charge] = ['shop/new.py:1 ruff/F821', 'shop/new.py:2 ruff/F821'];
    assert.deepEqual(await said('import gettext\n\ngettext.install("shop")\n'), [charge]);
    assert.deepEqual(await said('gettext.translation("shop", "po").install()\nbuiltins.charge = pay\n'), []);
    assert.deepEqual(await said('setup.install(all)\nbuiltins.charge = pay\n'), [translate]);
  });

  it('tells of a request without a timeout unless a setting says that the server is on the own machine', async () => {
    const asks =
      'import requests\nfrom shop import settings\n\n\ndef f():\n    url = settings.TAGGER + "/tags"\n    return requests.get(url)\n';
    const said = async (settings: string): Promise<string[]> =>
      told(await between({ 'shop/settings.py': settings }, { 'shop/new.py': asks }));
    assert.deepEqual(await said('TAGGER = "http://localhost:8011"\n'), []);
    assert.deepEqual(await said('TAGGER = "https://tagger.dev"\n'), ['shop/new.py:7 ruff/S113']);
    assert.deepEqual(await said('TAGGER = "http://localhost:8011"\nif live:\n    TAGGER = load()\n'), [
      'shop/new.py:7 ruff/S113',
    ]);
  });

  it('takes an entry of a dictionary for such a setting', async () => {
    const asks =
      'import requests\nfrom shop import settings\n\n\ndef f():\n    return requests.get(settings.SERVERS["TAGGER"])\n';
    const said = async (address: string): Promise<string[]> => {
      const settings = `SERVERS = {\n    "TAGGER": "${address}/tags",\n}\n`;
      return told(await between({ 'shop/settings.py': settings }, { 'shop/new.py': asks }));
    };
    assert.deepEqual(await said('http://localhost'), []);
    assert.deepEqual(await said('https://tagger.dev'), ['shop/new.py:6 ruff/S113']);
  });

  it('tells of no request without a timeout where the project has its tasks ended after a time', async () => {
    const asks = 'import requests\n\n\ndef f(url):\n    return requests.get(url)\n';
    const said = async (tasks: string): Promise<string[]> =>
      told(await between({ 'shop/tasks.py': tasks }, { 'shop/new.py': asks }));
    assert.deepEqual(await said('@shared_task(soft_time_limit=30)\ndef g(): pass\n'), []);
    assert.deepEqual(await said('app.conf.update({"task_time_limit": 1800})\n'), []);
    const isTold = ['shop/new.py:5 ruff/S113'];
    for (const open of [
      '@shared_task(time_limit=None)\ndef g(): pass\n',
      'if time_limit == 3: pass\n',
      '# task_time_limit = 60 was tried once\n',
      'S = "time_limit=5"\n',
      '"""\ntask_time_limit = 60\n"""\n',
    ])
      assert.deepEqual(await said(open), isTold);
    // What a test sets, and what the change itself brings, excuses nothing.
    const limit = 'app.conf.task_time_limit = 60\n';
    assert.deepEqual(told(await between({ 'tests/test_tasks.py': limit }, { 'shop/new.py': asks })), isTold);
    assert.deepEqual(told(await between({}, { 'shop/new.py': asks, 'shop/limits.py': limit })), isTold);
  });

  it('tells of a request in a folder of scripts that people run by hand only where the change brings the folder', async () => {
    const asks = 'import requests\n\n\ndef f(url):\n    return requests.get(url)\n';
    assert.deepEqual(told(await between({ 'scripts/a.py': 'x = 1\n' }, { 'scripts/new.py': asks })), []);
    assert.deepEqual(told(await between({}, { 'app/dev/new.py': asks })), ['app/dev/new.py:5 ruff/S113']);
  });

  it('tells of a text that no catalogue has only where the repository has catalogues', async () => {
    const asks = 'from gettext import gettext as _\n\n\ndef f(name):\n    return _("Hello %s" % name)\n';
    const said = async (files: Files): Promise<string[]> => told(await between(files, { 'shop/new.py': asks }));
    assert.deepEqual(await said({ 'shop/locale/de/django.po': 'msgid ""\n' }), ['shop/new.py:5 ruff/INT003']);
    assert.deepEqual(await said({ 'shop/locale/de.txt': 'Hallo\n' }), []);
  });
});
