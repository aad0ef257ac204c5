import assert from 'node:assert/strict';
import { eslintReviewer } from '../../../../src/service/reviewers/eslint/eslintReviewer.ts';
import { ruffReviewer } from '../../../../src/service/reviewers/ruff/ruffReviewer.ts';
import type { Reviewer } from '../../../../src/service/engine/reviewer.ts';
import { review } from '../engine/reviewing.ts';

/** The file after every suggestion of a review of it as a new file; those of one review must not touch each other. */
async function fixed(reviewer: Reviewer, path: string, text: string): Promise<string> {
  const result = await review([reviewer], { 'x.txt': '' }, { [path]: text });
  assert.ok(result.status === 'completed');
  const lines = text.split('\n');
  let above = Infinity;
  for (const { start_line, end_line, suggested_code } of result.comments.toSorted(
    (a, b) => b.start_line - a.start_line,
  )) {
    if (suggested_code === undefined) continue;
    assert.ok(end_line < above, 'two suggestions for one line');
    above = start_line;
    lines.splice(
      start_line - 1,
      end_line - start_line + 1,
      ...(suggested_code === '' ? [] : suggested_code.split('\n')),
    );
  }
  return lines.join('\n');
}

describe('what a suggestion makes of', () => {
  for (const [what, before, after] of [
    ['an import of one name', "import { a } from 'a';\ngo();\n", 'go();\n'],
    [
      'the first of several names',
      "import { a, b, c } from 'a';\ngo(b, c);\n",
      "import { b, c } from 'a';\ngo(b, c);\n",
    ],
    ['the default of an own module', "import load from '../b/load';\ngo();\n", "import '../b/load';\ngo();\n"],
    ['an own component', "import Load from '../b/load';\ngo();\n", 'go();\n'],
    ['a type of an own module', "import type load from './load';\ngo();\n", 'go();\n'],
    ['the last of them', "import { a, b, c } from 'a';\ngo(a, b);\n", "import { a, b } from 'a';\ngo(a, b);\n"],
    ['two of them', "import { a, b, c } from 'a';\ngo(b);\n", "import { b } from 'a';\ngo(b);\n"],
    ['two at the end', "import { a, b, c } from 'a';\ngo(a);\n", "import { a } from 'a';\ngo(a);\n"],
    [
      'a type of several',
      "import type { A, B } from 'a';\nexport type C = B;\n",
      "import type { B } from 'a';\nexport type C = B;\n",
    ],
    ['a name with another', "import { a as b, c } from 'a';\ngo(c);\n", "import { c } from 'a';\ngo(c);\n"],
    ['the default beside names', "import a, { b } from 'a';\ngo(b);\n", "import { b } from 'a';\ngo(b);\n"],
    ['all names beside a default', "import a, { b, c } from 'a';\ngo(a);\n", "import a from 'a';\ngo(a);\n"],
    ['a namespace beside a default', "import a, * as b from 'a';\ngo(a);\n", "import a from 'a';\ngo(a);\n"],
    ['the default beside a namespace', "import a, * as b from 'a';\ngo(b);\n", "import * as b from 'a';\ngo(b);\n"],
    [
      'names on lines of their own',
      "import {\n  a,\n  b,\n  c,\n} from 'a';\ngo(b);\n",
      "import {\n  b,\n} from 'a';\ngo(b);\n",
    ],
    [
      'the last on a line of its own, without a comma',
      "import {\n  a,\n  b\n} from 'a';\ngo(a);\n",
      "import {\n  a,\n} from 'a';\ngo(a);\n",
    ],
    [
      'a callback that misses its return',
      'export const a = list.map(each => {\n  log(each);\n  make(each);\n});\n',
      'export const a = list.map(each => {\n  log(each);\n  return make(each);\n});\n',
    ],
    [
      'a comparison that may be missing',
      'export const a = list.sort((b, c) => {\n  compare(b, c);\n});\n',
      'export const a = list.sort((b, c) => {\n  compare(b, c);\n});\n',
    ],
    [
      'branches that make one object',
      'export const go = a => a ? { x: 1, y: 2 } : { x: 1, y: 2 };\n',
      'export const go = a => ({ x: 1, y: 2 });\n',
    ],
  ] as const)
    it(`is tidy: ${what}`, async () => assert.equal(await fixed(eslintReviewer, 'a.ts', before), after));

  for (const [what, before, after] of [
    ['two names of an import', 'from a import b, c, d\n\nprint(c)\n', 'from a import c\n\nprint(c)\n'],
    [
      'a default without a type',
      'def add(x, found=[]):\n    found.append(x)\n    return found\n',
      'def add(x, found=None):\n    if found is None:\n        found = []\n    found.append(x)\n    return found\n',
    ],
    [
      'a default with a type that None is not of',
      'def add(x: int, found: list[int] = []) -> list[int]:\n    found.append(x)\n    return found\n',
      'def add(x: int, found: list[int] = []) -> list[int]:\n    found.append(x)\n    return found\n',
    ],
    [
      'the same in a file that writes such types with a bar',
      'def add(x: int | None, found: list[int] = []):\n    found.append(x)\n    return found\n',
      'def add(x: int | None, found: list[int] | None = None):\n    if found is None:\n        found = []\n    found.append(x)\n    return found\n',
    ],
    [
      'the same in a file that writes them as Optional',
      'from typing import Optional\n\n\ndef add(x: Optional[int], found: list = []):\n    found.append(x)\n    return found\n',
      'from typing import Optional\n\n\ndef add(x: Optional[int], found: Optional[list] = None):\n    if found is None:\n        found = []\n    found.append(x)\n    return found\n',
    ],
    [
      'all that a function does',
      'def go(\n    x,\n):\n    a = 1\n    b = 2\n\n\nprint(go)\n',
      'def go(\n    x,\n):\n    a = 1\n    b = 2\n\n\nprint(go)\n',
    ],
    [
      'all that a branch does',
      'def go(x):\n    if x:\n        a = 1\n        b = 2\n    else:\n        return x\n',
      'def go(x):\n    if x:\n        a = 1\n        b = 2\n    else:\n        return x\n',
    ],
    [
      'all of it but what it says of itself',
      'def go(\n    x,\n):\n    """Goes:\n    on and on:\n    """\n    a = 1\n    b = 2\n',
      'def go(\n    x,\n):\n    """Goes:\n    on and on:\n    """\n',
    ],
    [
      'an import of what is still used by its old name',
      'from a import ScraperService, go\n\ngo(AsyncScraperService())\n',
      'from a import ScraperService, go\n\ngo(AsyncScraperService())\n',
    ],
    [
      'an import beside one of another name',
      'from a import PriceService, go\n\ngo(AsyncScraperService())\n',
      'from a import go\n\ngo(AsyncScraperService())\n',
    ],
    ['its only statement', 'def go(x):\n    a = 1\n\n\nprint(go)\n', 'def go(x):\n    pass\n\n\nprint(go)\n'],
    [
      'a call without a timeout',
      'import requests\n\nrequests.get("https://a.dev/)", headers={"a": ")"})\n',
      'import requests\n\nrequests.get("https://a.dev/)", headers={"a": ")"}, timeout=60)\n',
    ],
    [
      'a call whose end cannot be told',
      'import requests\n\nrequests.get(f"https://a.dev/{")"}", headers={})\n',
      'import requests\n\nrequests.get(f"https://a.dev/{")"}", headers={})\n',
    ],
  ] as const)
    it(`fits what is beside it: ${what}`, async () => assert.equal(await fixed(ruffReviewer, 'a.py', before), after));

  for (const [what, text] of [
    ['is only read', 'def count(found=[]):\n    return len(found)\n'],
    ['is copied first', 'def add(x, found=[]):\n    found = list(found)\n    found.append(x)\n    return found\n'],
    ['is handed on', 'def add(x, found=[]):\n    return use(found=found)\n'],
    [
      'has a namesake that is changed',
      'def add(self, found=[]):\n    self.found.append(1)\n    text = "found.append(1)"\n    return text\n',
    ],
    [
      'is changed in another function',
      'def add(found=[]):\n    return found\n\n\ndef other(found):\n    found.append(1)\n',
    ],
  ] as const)
    it(`is nothing where a default ${what}`, async () => {
      const result = await review([ruffReviewer], { 'x.txt': '' }, { 'a.py': text });
      assert.ok(result.status === 'completed');
      assert.deepEqual(
        result.comments.filter(({ rule_id }) => rule_id === 'ruff/B006'),
        [],
      );
    });
});

describe('a comparison of a text by identity', () => {
  it('is suggested to be one of values, but not with `None`, which the text never is', async () => {
    assert.equal(
      await fixed(ruffReviewer, 'a.py', 'def go(x):\n    return x is "a"\n'),
      'def go(x):\n    return x == "a"\n',
    );
    const never = 'def go():\n    return "a" is not None\n';
    assert.equal(await fixed(ruffReviewer, 'a.py', never), never);
    const result = await review([ruffReviewer], { 'x.txt': '' }, { 'a.py': never });
    assert.ok(result.status === 'completed');
    assert.match(result.comments[0]?.title ?? '', /^`"a" is not None` is always true: /);
  });
});
