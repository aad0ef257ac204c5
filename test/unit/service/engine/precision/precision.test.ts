import assert from 'node:assert/strict';
import { eslintReviewer } from '../../../../../src/service/reviewers/eslint/eslintReviewer.ts';
import { hygieneReviewer } from '../../../../../src/service/reviewers/hygiene/hygieneReviewer.ts';
import { withConsequences } from '../../../../../src/service/reviewers/withConsequences.ts';
import { ruffReviewer } from '../../../../../src/service/reviewers/ruff/ruffReviewer.ts';
import { findingsIn, newFile } from '../newFile.ts';
import { systemClock } from '../../../../../src/core/base/clock.ts';
import { secretsReviewer } from '../../../../../src/service/reviewers/secrets/secretsReviewer.ts';
import { typescriptReviewer } from '../../../../../src/service/reviewers/typescriptReviewer.ts';
import type { Reviewer } from '../../../../../src/service/engine/reviewer.ts';
import { places, review } from '../reviewing.ts';

interface Case {
  readonly what: string;
  readonly reviewer: Reviewer;
  /** How the file of which nothing is said began at the merge base; without it, it is new. */
  readonly before?: string;
  /** Path and text of which nothing is said. */
  readonly quiet: readonly [path: string, text: string];
  /** The same thing where it is wrong, and the rule that says so. */
  readonly loud: readonly [path: string, text: string, rule: string];
}

const token = (payload: string): string =>
  ['eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9', payload, 'SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV'].join('.');

/** What real commits were wrongly commented on for. */
const cases: readonly Case[] = [
  {
    what: 'a first value that a spread behind it may lack',
    reviewer: eslintReviewer,
    quiet: ['a.js', 'export const a = b => ({ rows: 4, ...b, rows: b.rows || 4 });\n'],
    loud: ['a.js', 'export const a = b => ({ ...b, rows: 4, rows: b.rows || 4 });\n', 'eslint/no-dupe-keys'],
  },
  {
    what: 'an empty value behind one that is made there',
    reviewer: eslintReviewer,
    quiet: ['a.js', 'export const a = b => [...new Set(b)] || [];\nexport const c = b => ({ ...b } || {});\n'],
    loud: ['a.js', 'export const a = b => [b] || [];\n', 'eslint/no-constant-binary-expression'],
  },
  {
    what: 'a comparison with NaN beside one that asks for the same value',
    reviewer: eslintReviewer,
    quiet: ['a.js', 'if (parse(a) != NaN && parse(a) > 0) go();\n'],
    loud: ['a.js', 'if (parse(a) != NaN && parse(b) > 0) go();\n', 'eslint/use-isnan'],
  },
  {
    what: 'a comparison with NaN that is always false beside another',
    reviewer: eslintReviewer,
    quiet: ['a.js', 'if (a !== NaN && b && a !== 0) go();\n'],
    loud: ['a.js', 'if (a === NaN || a > 0) go();\n', 'eslint/use-isnan'],
  },
  {
    what: 'a type that nothing has beside a test of the value',
    reviewer: eslintReviewer,
    quiet: ['a.js', 'if (typeof a !== undefined && a !== null) go();\n'],
    loud: ['a.js', 'if (typeof a === undefined) stop();\n', 'eslint/valid-typeof'],
  },
  {
    what: 'the type of what belongs to an old browser',
    reviewer: eslintReviewer,
    quiet: ['a.js', "if (typeof a.item !== 'unknown') go(a);\n"],
    loud: ['a.js', "if (typeof a.item !== 'unknwon') go(a);\n", 'eslint/valid-typeof'],
  },
  {
    what: 'a case that stands twice with the same code',
    reviewer: eslintReviewer,
    quiet: ['a.js', "switch (a) {\n  case 'b':\n    go();\n    break;\n  case 'b':\n    go();\n    break;\n}\n"],
    loud: [
      'a.js',
      "switch (a) {\n  case 'b':\n    go();\n    break;\n  case 'b':\n    stop();\n    break;\n}\n",
      'eslint/no-duplicate-case',
    ],
  },
  {
    what: 'a list that is gone through with map in a part of a statement',
    reviewer: eslintReviewer,
    quiet: [
      'a.js',
      '(a = b), list.map(each => {\n  each.src = a;\n});\na && list.map(each => {\n  each.src = a;\n});\n',
    ],
    loud: ['a.js', 'go((a = b), list.map(each => {\n  each.src = a;\n}));\n', 'eslint/array-callback-return'],
  },
  {
    what: 'one look for both cases',
    reviewer: eslintReviewer,
    quiet: [
      'a.jsx',
      "export const a = (b, c) => <p size={b ? 'lg' : 'lg'} style={{ width: c ? 2 : 2 }} className={`p ${c ? '' : ''}`} />;\n",
    ],
    loud: ['a.jsx', 'export const a = b => <p size={b ? c.lg : c.lg} />;\n', 'eslint/review/identical-branches'],
  },
  {
    what: 'branches that a comment behind them calls the same',
    reviewer: eslintReviewer,
    quiet: ['a.js', "export const host = dev ? 'a.example' : 'a.example'; // the same host for both\n"],
    loud: [
      'a.js',
      "export const host = dev ? 'a.example' : 'a.example'; // the host\n",
      'eslint/review/identical-branches',
    ],
  },
  {
    what: 'numbers that somebody compares to switch something on',
    reviewer: eslintReviewer,
    quiet: ['a.jsx', 'export const a = <p>{1 > 0 && <b />}</p>;\nexport const b = (true == 1) || (false == 0);\n'],
    loud: ['a.jsx', 'export const a = b => <p>{[b] === [] && <b />}</p>;\n', 'eslint/no-constant-binary-expression'],
  },
  {
    what: 'texts that lost the characters in which they may have differed',
    reviewer: eslintReviewer,
    quiet: ['a.js', "export const mark = b => (b ? '\ufffd' : '\ufffd');\n"],
    loud: ['a.js', "export const mark = b => (b ? '-' : '-');\n", 'eslint/review/identical-branches'],
  },
  {
    what: 'texts that are the same in two languages, in a table of such',
    reviewer: eslintReviewer,
    quiet: [
      'a.js',
      "export const all = en => [en ? 'Photo' : 'Foto', en ? 'Gifts' : 'Regali', en ? 'Ring' : 'Anello', en ? 'Bar' : 'Bar'];\n",
    ],
    loud: [
      'a.js',
      "export const all = en => [en ? 'Photo' : 'Foto', en ? 'Gifts' : 'Regali', open.en ? 'Ring' : 'Anello', even ? 1 : 2, seen ? 'a' : 'b', en ? 'Bar' : 'Bar'];\n",
      'eslint/review/identical-branches',
    ],
  },
  {
    what: 'one value for both cases in what an element does',
    reviewer: eslintReviewer,
    quiet: ['a.jsx', "export const a = b => <p size={b ? 'lg' : 'lg'} />;\n"],
    loud: [
      'a.jsx',
      "export const a = b => <p onClick={() => b ? 'lg' : 'lg'} />;\n",
      'eslint/review/identical-branches',
    ],
  },
  {
    what: 'three or four choices between equal looks',
    reviewer: eslintReviewer,
    quiet: ['a.jsx', 'export const a = b => <p c={b ? 1 : 1} d={b ? 1 : 1} e={b ? 1 : 1} />;\n'],
    loud: [
      'a.jsx',
      'export const a = b => <p c={b ? 1 : 1} d={b ? 1 : 1} e={b ? 1 : 1} f={b ? 1 : 1} />;\n',
      'eslint/review/identical-branches',
    ],
  },
  {
    what: 'a script in a folder among tests',
    reviewer: eslintReviewer,
    quiet: ['test/format/app.js', 'export const a = { one: 1, one: 2 };\n'],
    loud: ['test/run.js', 'export const a = { one: 1, one: 2 };\n', 'eslint/no-dupe-keys'],
  },
  {
    what: 'a script in a folder of that name among tests',
    reviewer: eslintReviewer,
    quiet: ['tests/format/spec/app.js', 'export const a = { one: 1, one: 2 };\n'],
    loud: ['packages/a/__tests__/run.js', 'export const a = { one: 1, one: 2 };\n', 'eslint/no-dupe-keys'],
  },
  {
    what: 'an expectation of a promise that Bun waits for',
    reviewer: eslintReviewer,
    quiet: ['a.test.ts', 'import { expect } from "bun:test";\nexpect(a).rejects.toThrow();\n'],
    loud: [
      'a.test.ts',
      'import { expect } from "vitest";\nexpect(a).rejects.toThrow();\n',
      'eslint/review/empty-expectation',
    ],
  },
  {
    what: 'a call that TypeScript knows by the type of a member',
    reviewer: eslintReviewer,
    quiet: ['a.ts', "x(typeof a.to === 'string' ? b.replace(c, a.to) : b.replace(c, a.to));\n"],
    loud: [
      'a.ts',
      "x(typeof a.to === 'string' ? b.replace(c, d.to) : b.replace(c, d.to));\n",
      'eslint/review/identical-branches',
    ],
  },
  {
    what: 'the input of a test with a function that is called test',
    reviewer: typescriptReviewer,
    quiet: ['test/compare/all/in.js', 'function test(list) {}\nfunction go(a: string) {}\n'],
    loud: ['test/compare/all/in.js', 'test(list);\nfunction go(a: string) {}\n', 'typescript/TS8010'],
  },
  {
    what: 'a script among fixtures',
    reviewer: eslintReviewer,
    quiet: ['test/fixtures/app.ts', "import { unused } from './x.ts';\n"],
    loud: [
      'test/fixtures/app.test.ts',
      "import { unused } from './x.ts';\nit('works');\n",
      'eslint/@typescript-eslint/no-unused-vars',
    ],
  },
  {
    what: 'data of a test that is written as a module',
    reviewer: eslintReviewer,
    quiet: ['tests/format/imports.js', "import a from 'a';\nexport { b } from 'b';\n;({});\n"],
    loud: [
      'tests/format.js',
      "import { b } from '../src/a.js';\nb === 1;\nexport const c = b();\n",
      'eslint/@typescript-eslint/no-unused-expressions',
    ],
  },
  {
    what: 'a debugger statement where the unexpected ends up',
    reviewer: eslintReviewer,
    quiet: [
      'a.ts',
      'export function f(a) {\n  try {\n    go();\n  } catch (error) {\n    debugger;\n    log(error);\n  }\n  if (a == null) {\n    debugger;\n    return;\n  }\n  switch (a) {\n    default:\n      debugger;\n  }\n  if (a === self) debugger;\n}\n',
    ],
    loud: ['a.ts', 'export function f(a) {\n  debugger;\n  return go(a);\n}\n', 'eslint/review/left-debugger'],
  },
  {
    what: 'a debugger statement in a lesson',
    reviewer: eslintReviewer,
    quiet: ['unit-2/lesson-3-scopes/a.js', 'export function f(a) {\n  debugger;\n  return go(a);\n}\n'],
    loud: [
      'src/lessons/player.js',
      'export function f(a) {\n  debugger;\n  return go(a);\n}\n',
      'eslint/review/left-debugger',
    ],
  },
  {
    what: 'a debugger statement that a condition asks for',
    reviewer: eslintReviewer,
    quiet: ['a.js', 'if (breakpoints.has(key)) {\n  debugger;\n  breakpoints.delete(key);\n}\n'],
    loud: ['a.js', 'if (points.has(key)) {\n  debugger;\n  points.delete(key);\n}\n', 'eslint/review/left-debugger'],
  },
  {
    what: 'an expectation that is a property, or is called',
    reviewer: eslintReviewer,
    quiet: [
      'a.test.ts',
      'expect(a).to.be.true;\nexpect(a).not.toBe(1);\nawait expect(a).resolves.toBeNull();\nconst b = expect(a).toBe;\nb(1);\nexpectations.toBe;\n',
    ],
    loud: ['a.test.ts', 'await expect(a).resolves.toBeNull;\n', 'eslint/review/uncalled-matcher'],
  },
  {
    what: 'an expectation that is awaited or returned, and what only has its name',
    reviewer: eslintReviewer,
    quiet: [
      'a.test.ts',
      "import { expect } from 'vitest';\nawait expect(a).rejects.toThrow();\nconst b = () => expect(a).resolves.toBe(1);\nvoid expect(b()).rejects.toThrow();\nexpect(await screen.findByText('Saved'));\nconst c = screen.getByRole('button');\nexpect(c);\n",
    ],
    loud: ['a.test.ts', 'expect(a).rejects.not.toThrow();\n', 'eslint/review/empty-expectation'],
  },
  {
    what: 'a function of a parser that is called as an expectation is',
    reviewer: eslintReviewer,
    quiet: ['a.ts', "import { expect } from './tokens';\nexpect('(');\nexport const name = expect('name').value;\n"],
    loud: [
      'a.ts',
      "import { expect } from 'chai';\nexpect(a === 1);\nexpect(b).to.be.true;\n",
      'eslint/review/empty-expectation',
    ],
  },
  {
    what: 'a text that looks like what a merge leaves behind',
    reviewer: typescriptReviewer,
    quiet: ['a.ts', 'export const text = `<<<<<<< ours\n=======\n>>>>>>> theirs`;\n'],
    loud: ['a.ts', 'export {};\n<<<<<<< ours\n=======\n>>>>>>> theirs\n', 'typescript/TS1185'],
  },
  {
    what: 'a marker of a merge that the compiler tells from text',
    reviewer: hygieneReviewer,
    quiet: ['a.ts', 'export const text = `<<<<<<< ours\n=======\n>>>>>>> theirs`;\n'],
    loud: ['a.go', '<<<<<<< ours\n', 'hygiene/conflict-marker'],
  },
  {
    what: 'data of a test that takes what is not there',
    reviewer: eslintReviewer,
    quiet: ['tests/format/imports.js', "import a from './a.json';\n"],
    loud: ['tests/shared.js', "import a from '../a.json';\nexport {};\n", 'eslint/@typescript-eslint/no-unused-vars'],
  },
  {
    what: 'branches that tell TypeScript the type of what they use',
    reviewer: eslintReviewer,
    quiet: [
      'a.ts',
      "if (a.kind === 'one') {\n  go(a.list);\n} else {\n  go(a.list);\n}\ngo(\n  typeof a === 'string' ? add(a) : add(a),\n  a instanceof B ? add(a) : add(a),\n  !('b' in a) ? add(a) : add(a),\n  isB(a) && c ? add(a) : add(a),\n);\n",
    ],
    loud: [
      'a.ts',
      "if (a.kind === 'one') {\n  go(list);\n} else {\n  go(list);\n}\n",
      'eslint/review/identical-branches',
    ],
  },
  {
    what: 'a type that the branches use, which only TypeScript looks at',
    reviewer: eslintReviewer,
    quiet: ['a.ts', "go(typeof a === 'string' ? add(a) : add(a));\n"],
    loud: ['a.js', "go(typeof a === 'string' ? add(a) : add(a));\n", 'eslint/review/identical-branches'],
  },
  {
    what: 'a type that the branches use, and not whether there is such a name',
    reviewer: eslintReviewer,
    quiet: ['a.ts', "go(typeof a === 'object' ? add(a) : add(a));\n"],
    loud: ['a.ts', "go(typeof a !== 'undefined' ? add(a) : add(a));\n", 'eslint/review/identical-branches'],
  },
  {
    what: 'a copy in both branches, which tells TypeScript the shape',
    reviewer: eslintReviewer,
    quiet: ['a.ts', "export const b = a.kind === 'x' ? { ...a, c: 1 } : { ...a, c: 1 };\n"],
    loud: ['a.ts', "export const b = a.kind === 'x' ? { c: 1 } : { c: 1 };\n", 'eslint/review/identical-branches'],
  },
  {
    what: 'a declaration in the data of a test that does not compile',
    reviewer: typescriptReviewer,
    quiet: ['tests/types/twice.ts', 'const twice = 1;\nconst twice = 2;\n'],
    loud: ['src/twice.ts', 'const twice = 1;\nconst twice = 2;\n', 'typescript/TS2451'],
  },
  {
    what: 'a declaration that stands twice where the compiler mostly looks for none',
    reviewer: typescriptReviewer,
    quiet: ['src/twice.d.ts', 'declare const twice: number;\ndeclare const twice: string;\n'],
    loud: ['src/twice.ts', 'declare const twice: number;\ndeclare const twice: string;\n', 'typescript/TS2451'],
  },
  {
    what: 'a comparison whose branch says that it asks for NaN',
    reviewer: eslintReviewer,
    quiet: ['a.ts', "export const print = (a: number) => {\n  if (a !== a) return 'NaNf';\n  return 'x';\n};\n"],
    loud: [
      'a.ts',
      "export const print = (a: number) => {\n  if (a !== a) return 'none';\n  return 'x';\n};\n",
      'eslint/no-self-compare',
    ],
  },
  {
    what: 'a predicate that ends without an answer',
    reviewer: eslintReviewer,
    quiet: ['a.ts', 'x(list.find(a => {\n  if (b(a)) return true;\n}));\n'],
    loud: ['a.ts', 'x(list.find(a => {\n  b(a);\n}));\n', 'eslint/array-callback-return'],
  },
  {
    what: 'data of a formatter that takes from its neighbours and gives',
    reviewer: eslintReviewer,
    quiet: ['tests/format/js/B.js', "import { A, C } from './A.js';\nexport class B extends A {}\n"],
    loud: [
      'tests/config/format/B.js',
      "import path from 'node:path';\nimport { A, C } from './A.js';\nexport class B extends A {}\n",
      'eslint/@typescript-eslint/no-unused-vars',
    ],
  },
  {
    what: 'what a compiler had made',
    reviewer: eslintReviewer,
    before: 'var __generator = (this && this.__generator) || 1;\n',
    quiet: ['lib/a.js', 'var __generator = (this && this.__generator) || 1;\nif (a !== a) go();\n'],
    loud: ['lib/a.js', 'var generator = 1;\nif (a !== a) go(generator);\n', 'eslint/no-self-compare'],
  },
  {
    what: 'what is wrong on purpose for the compiler',
    reviewer: eslintReviewer,
    quiet: ['a.ts', '// @ts-expect-error never the same\nif (a !== a) go();\n'],
    loud: ['a.ts', '// never the same\nif (a !== a) go();\n', 'eslint/no-self-compare'],
  },
  {
    what: 'numbers of a table that have more digits than are kept',
    reviewer: eslintReviewer,
    quiet: ['a.ts', 'export const a = [-0.1279381953467521569740561652246953718517, 99999999999999999];\n'],
    loud: ['a.ts', 'export const a = 1234567890123456789;\n', 'eslint/no-loss-of-precision'],
  },
  {
    what: 'a list whose callback returns on some path, and a list that nobody reads',
    reviewer: eslintReviewer,
    quiet: ['a.ts', 'await Promise.all(list.map(a => {\n  if (a) return b(a);\n}));\nlist.map(a => {\n  b(a);\n});\n'],
    loud: ['a.ts', 'export const c = list.map(a => {\n  b(a);\n});\n', 'eslint/array-callback-return'],
  },
  {
    what: 'a list without values that nothing reads',
    reviewer: eslintReviewer,
    quiet: [
      'a.js',
      'export function f(list, map) {\n  const _ = list.map(a => {\n    map[a] = 1;\n  });\n  return map;\n}\n',
    ],
    loud: [
      'a.js',
      'export function f(list, map) {\n  const _ = list.map(a => {\n    map[a] = 1;\n  });\n  return _;\n}\n',
      'eslint/array-callback-return',
    ],
  },
  {
    what: 'a getter that is read, an assertion, and assignments in a row',
    reviewer: eslintReviewer,
    quiet: ['a.ts', 'element.offsetWidth;\nexpect(a).to.be.true;\n((a.b = 1), (a.c = 2));\n!(function () {})();\n'],
    loud: ['a.ts', 'a.b === 1;\n', 'eslint/@typescript-eslint/no-unused-expressions'],
  },
  {
    what: 'branches that comments tell apart',
    reviewer: eslintReviewer,
    quiet: [
      'a.tsx',
      'if (a > 1) {\n  go(); // the usual\n} else {\n  go(); // the rest\n}\nx(\n  // One name until the other exists.\n  a ? stay : stay,\n  <p>{/* As well */\n  a ? 1 : 1}</p>,\n  a ? 2 : /* later */ 2,\n);\n',
    ],
    loud: ['a.ts', 'if (a > 1) {\n  go();\n} else {\n  go();\n}\n', 'eslint/review/identical-branches'],
  },
  {
    what: 'a query whose values are parameters, or whose names are put in',
    reviewer: eslintReviewer,
    quiet: [
      'a.ts',
      "db.exec(`DELETE FROM a WHERE id IN (${slots}) AND b = ?`, [b]);\nexport const f = (source, id: number, by: 'a' | 'b') => [\n  db.query(`SELECT * FROM ${source} ORDER BY ${order}`),\n  db.query(`SELECT * FROM a WHERE b = '${other}'`),\n  db.query(`SELECT * FROM a WHERE b = '${id}' AND c = '${by}' AND d = '${escaped(source)}'`),\n];\n",
    ],
    loud: [
      'a.ts',
      "export const f = id => db.exec(`DELETE FROM a WHERE id = '${id}'`);\n",
      'eslint/review/sql-from-template',
    ],
  },
  {
    what: 'a query with a parameter that is a number where nobody gives one',
    reviewer: eslintReviewer,
    quiet: [
      'a.js',
      "export const f = (days = 30) => db.run(`DELETE FROM a WHERE b < datetime('now', '-${days} days')`);\n",
    ],
    loud: [
      'a.js',
      "export const f = (days = '30') => db.run(`DELETE FROM a WHERE b < datetime('now', '-${days} days')`);\n",
      'eslint/review/sql-from-template',
    ],
  },
  {
    what: 'a query in a variable whose values are parameters, or which is another one then',
    reviewer: eslintReviewer,
    quiet: [
      'a.ts',
      "export const f = (id, sort: string) => {\n  const a = 'SELECT * FROM a WHERE b = ? ORDER BY ' + sort;\n  let b = `SELECT * FROM a WHERE b = '${id}'`;\n  b = 'SELECT * FROM a WHERE b = ?';\n  const c = `id '${id}'`;\n  return [db.query(a, [id]), db.query(b, [id]), db.get(c), db.query(later(`'${id}'`))];\n};\n",
    ],
    loud: [
      'a.ts',
      'export const f = (id, sort) => {\n  let text = \'SELECT * FROM a WHERE b = \' + sort;\n  text += " AND b = \'" + id + "\'";\n  return db.query(text);\n};\n',
      'eslint/review/sql-from-template',
    ],
  },
  {
    what: 'a query in which what a client sends is a number, or was looked at',
    reviewer: eslintReviewer,
    quiet: [
      'a.ts',
      "router.get('/', async (request, response) => {\n  response.json(await query(`SELECT * FROM a WHERE b = ${Number(request.params.b)}`));\n  if (!isValid(request.query.c)) return;\n  response.json(await query(`SELECT * FROM a ORDER BY ${request.query.c}`));\n  response.json(await query(`SELECT * FROM a WHERE b = ${request.user.id}`));\n});\n",
    ],
    loud: [
      'a.ts',
      "router.get('/', async (request, response) => response.json(await one(`SELECT * FROM a WHERE b = ${request.params.b}`)));\n",
      'eslint/review/sql-from-template',
    ],
  },
  {
    what: 'a callback that awaits what is done at once',
    reviewer: eslintReviewer,
    quiet: [
      'a.ts',
      'export const f = list => list.forEach(async each => {\n  await write(each);\n});\nasync function write(each) {\n  fs.writeFileSync(each, "");\n}\n',
    ],
    loud: [
      'a.ts',
      'export const f = list => list.forEach(async each => {\n  await write(each);\n});\nasync function write(each) {\n  return fs.writeFile(each, "");\n}\n',
      'eslint/review/async-callback',
    ],
  },
  {
    what: 'a value that is there for its type',
    reviewer: eslintReviewer,
    quiet: ['a.ts', "const kinds = ['a', 'b'] as const;\nexport type Kind = (typeof kinds)[number];\n"],
    loud: ['a.ts', "const kinds = ['a', 'b'] as const;\nexport {};\n", 'eslint/@typescript-eslint/no-unused-vars'],
  },
  {
    what: 'what a bundler had made',
    reviewer: eslintReviewer,
    before: '(function (global, factory) {\n})();\n',
    quiet: ['client/a.js', '(function (global, factory) {\n  go(a !== a);\n})();\n'],
    loud: ['client/a.js', '(function (global) {\n  go(a !== a);\n})();\n', 'eslint/no-self-compare'],
  },
  {
    what: 'a text that a build fills in',
    reviewer: eslintReviewer,
    quiet: ['a.js', "export const host = url || '__API_HOST__' || other;\nif ('_DEV_') go();\n"],
    loud: ['a.js', "export const host = url || 'host' || other;\n", 'eslint/no-constant-binary-expression'],
  },
  {
    what: 'elements that are not all shown',
    reviewer: eslintReviewer,
    quiet: ['a.tsx', 'x(<p>{list?.map(a => {\n  if (a) return <b />;\n})}</p>);\n'],
    loud: ['a.tsx', 'x(<p>{list?.map(a => {\n  <b />;\n})}</p>);\n', 'eslint/array-callback-return'],
  },
  {
    what: 'a list of what nobody reads of an event',
    reviewer: eslintReviewer,
    quiet: ['a.tsx', 'x(<p onClick={() => list.map(a => {\n  b(a);\n})} />);\n'],
    loud: ['a.tsx', 'x(<p rows={() => list.map(a => {\n  b(a);\n})} />);\n', 'eslint/array-callback-return'],
  },
  {
    what: 'a part of a program that is kept as a file',
    reviewer: typescriptReviewer,
    quiet: ['data/part.ts', 'filterTable () {\n  go();\n'],
    loud: ['data/whole.ts', "import { go } from './go.ts';\nfilterTable () {\n  go();\n", 'typescript/TS1005'],
  },
  {
    what: 'what a generator had made',
    reviewer: eslintReviewer,
    before: '/* parser generated by jison 0.4.18 */\n',
    quiet: ['src/parser.js', '/* parser generated by jison 0.4.18 */\nif (a !== a) go();\n'],
    loud: ['src/parser.js', '/* a parser */\nif (a !== a) go();\n', 'eslint/no-self-compare'],
  },
  {
    what: 'a mock that a test puts in the place of an import',
    reviewer: eslintReviewer,
    quiet: ['src/__tests__/a.test.js', "import * as a from '../a';\na.load = mock();\n"],
    loud: ['src/a.js', "import * as a from '../a';\na.load = mock();\n", 'eslint/no-import-assign'],
  },
  {
    what: 'a condition that a test leaves open on purpose',
    reviewer: eslintReviewer,
    quiet: ['src/a.test.tsx', 'x({} || go());\n'],
    loud: ['src/a.tsx', 'x({} || go());\n', 'eslint/no-constant-binary-expression'],
  },
  {
    what: 'a class of a classic script, which others may use',
    reviewer: eslintReviewer,
    quiet: ['a.js', 'class Panel {\n  show() {}\n}\nfunction go() {}\n'],
    loud: ['a.js', 'class Panel {\n  show() {}\n}\nexport {};\n', 'eslint/@typescript-eslint/no-unused-vars'],
  },
  {
    what: 'an element of an array that keeps the places of others',
    reviewer: eslintReviewer,
    quiet: ['a.js', 'export const f = pair => {\n  const [first, second = 1, third] = pair;\n  return third;\n};\n'],
    loud: [
      'a.js',
      'export const f = pair => {\n  const [first, second] = pair;\n  return first;\n};\n',
      'eslint/@typescript-eslint/no-unused-vars',
    ],
  },
  {
    what: 'a file of translations of Qt',
    reviewer: typescriptReviewer,
    quiet: [
      'i18n/app_de.ts',
      '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n<TS version="2.1" language="de">\n</TS>\n',
    ],
    loud: ['i18n/app_de.ts', 'export const a = <?xml;\n', 'typescript/TS1005'],
  },
  {
    what: 'syntax that only Babel reads',
    reviewer: typescriptReviewer,
    quiet: ['a.jsx', "import a from 'a';\nexport const b = <a onClick={::this.go} />;\n"],
    loud: ['a.jsx', "import a from 'a';\nexport const b = <a onClick={:this.go} />;\n", 'typescript/TS1109'],
  },
  {
    what: 'an export of what another module has by default, which only Babel reads',
    reviewer: typescriptReviewer,
    quiet: ['a.js', "import a from 'a';\n\nexport Client from 'b';\nexport { a };\n"],
    loud: ['a.js', "import a from 'a';\n\nexport Client of 'b';\nexport { a };\n", 'typescript/TS1128'],
  },
  {
    what: 'a condition whose value may be another the next time',
    reviewer: eslintReviewer,
    quiet: ['a.js', 'if (read(1) === 0) go();\nelse if (read(1) === 0) stop();\nx(next() === next());\n'],
    loud: ['a.js', 'if (bit === 0) go();\nelse if (bit === 0) stop();\n', 'eslint/no-dupe-else-if'],
  },
  {
    what: 'a branch that does what the one above with its condition does',
    reviewer: eslintReviewer,
    quiet: ['a.js', 'if (bit === 0) {\n  go();\n} else if (bit === 1) {\n  stop();\n} else if (bit === 0) { go(); }\n'],
    loud: [
      'a.js',
      'if (bit === 0) go();\nelse if (bit === 1) stop();\nelse if (bit === 0) stop();\n',
      'eslint/no-dupe-else-if',
    ],
  },
  {
    what: 'a switch that somebody put before a condition',
    reviewer: eslintReviewer,
    quiet: ['a.js', 'if (0 && isReady()) go();\nx(false && a, true || b);\n'],
    loud: ['a.js', 'x({} && b);\n', 'eslint/no-constant-binary-expression'],
  },
  {
    what: 'a callback in which only another function awaits',
    reviewer: eslintReviewer,
    quiet: [
      'a.ts',
      'export const f = list => list.forEach(async each => {\n  it(each, async () => {\n    await open(each);\n  });\n});\n',
    ],
    loud: [
      'a.ts',
      'export const f = list => list.forEach(async each => {\n  await it(each, async () => {\n    await open(each);\n  });\n});\n',
      'eslint/review/async-callback',
    ],
  },
  {
    what: 'a number that is compared with itself, since it may be none',
    reviewer: eslintReviewer,
    quiet: ['a.js', 'export const clamp = (a, most) => {\n  if (a === a) a = a <= most ? a : most;\n  return a;\n};\n'],
    loud: [
      'a.tsx',
      'export const A = ({ value }) => rows.map(({ value }) => <b key={value} hidden={value === value} />);\n',
      'eslint/no-self-compare',
    ],
  },
  {
    what: 'a callback of one call, behind which nothing is to wait',
    reviewer: eslintReviewer,
    quiet: ['a.js', 'export function f(list) {\n  go();\n  list.forEach(async each => await save(each));\n}\n'],
    loud: [
      'a.js',
      'export function f(list) {\n  list.forEach(async each => await save(each));\n  go();\n}\n',
      'eslint/review/async-callback',
    ],
  },
  {
    what: 'a list that is asked for as an object',
    reviewer: ruffReviewer,
    quiet: ['a.py', 'def f(x):\n    return [] is x or x is not []\n'],
    loud: ['a.py', 'def f(x):\n    return x is not ""\n', 'ruff/F632'],
  },
  {
    what: 'a default that is a memory, in which keys are found again, or that has no such method',
    reviewer: ruffReviewer,
    quiet: [
      'a.py',
      'def load(key, found={}):\n    found[key] = key\n    return found[key]\ndef is_usb(_cache=[]):\n    if not _cache:\n        _cache.append(input())\n    return _cache[0]\ndef index(ids=[]):\n    ids.add(1)\n    print(ids)\n',
    ],
    loud: ['a.py', 'def load(key, found=[]):\n    found += [key]\n    return found\n', 'ruff/B006'],
  },
  {
    what: 'a constructor that another script of the page may have made',
    reviewer: eslintReviewer,
    quiet: ['a.js', 'var one = new BigInt(1);\ngo(one);\n'],
    loud: ['a.js', 'export const one = new BigInt(1);\n', 'eslint/no-new-native-nonconstructor'],
  },
  {
    what: 'kinds of errors of which one is chosen',
    reviewer: ruffReviewer,
    quiet: ['a.py', 'PY3 = True\ntry:\n    print()\nexcept (OSError if PY3 else (IOError, OSError)):\n    pass\n'],
    loud: ['a.py', 'try:\n    print()\nexcept OSError | KeyError:\n    pass\n', 'ruff/B030'],
  },
  {
    what: 'an error of several kinds that Python 2 names',
    reviewer: ruffReviewer,
    quiet: ['a.py', 'error = 1\ntry:\n    print()\nexcept (OSError, KeyError), error:\n    pass\n'],
    loud: ['a.py', 'try:\n    print()\nexcept (OSError, "error"):\n    pass\n', 'ruff/B030'],
  },
  {
    what: 'a copy of a library',
    reviewer: eslintReviewer,
    before: '/*!\n * Lib v3.7.0\n * Released under the MIT license\n */\n',
    quiet: ['lib/lib.js', '/*!\n * Lib v3.7.1\n * Released under the MIT license\n */\ngo(a !== a);\n'],
    loud: [
      'lib/lib.js',
      '/*!\n * Licensed under the Apache License, Version 2.0\n */\ngo(a !== a);\n',
      'eslint/no-self-compare',
    ],
  },
  {
    what: 'a copy of a library that says so in lines of comments',
    reviewer: eslintReviewer,
    before: '// kit.js v1.8.2\n\n// Copyright (c) 2005-2009 Ada\n',
    quiet: ['lib/kit.js', '// kit.js v1.8.3\n\n// Copyright (c) 2005-2009 Ada\ngo(a !== a);\n'],
    loud: [
      'lib/kit.js',
      '// ==UserScript==\n// @version 1.8.3\n// @license MIT\n// ==/UserScript==\ngo(a !== a);\n',
      'eslint/no-self-compare',
    ],
  },
  {
    what: 'a copy of a plugin, as its name and its first comment say',
    reviewer: eslintReviewer,
    before: '/*\n * Released under the MIT license\n */\n',
    quiet: ['static/jquery.upload.js', '/*\n * Released under the MIT license\n */\ngo(a !== a);\n'],
    loud: ['static/upload.js', '/*\n * Released under the MIT license\n */\ngo(a !== a);\n', 'eslint/no-self-compare'],
  },
  {
    what: 'what Rolldown wrote',
    reviewer: eslintReviewer,
    before: '//#region \\0rolldown/runtime.js\n',
    quiet: ['editor/a.js', '//#region \\0rolldown/runtime.js\ngo(a !== a);\n'],
    loud: ['editor/a.js', '//#region rolling\ngo(a !== a);\n', 'eslint/no-self-compare'],
  },
  {
    what: 'a parameter of a type',
    reviewer: eslintReviewer,
    quiet: ['a.ts', 'export interface Changed<Entity> {\n  at: number;\n}\n'],
    loud: ['a.ts', 'interface Changed {\n  at: number;\n}\nexport {};\n', 'eslint/@typescript-eslint/no-unused-vars'],
  },
  {
    what: 'what a declaration names for others',
    reviewer: eslintReviewer,
    quiet: ['a.d.cts', "import { unused } from './x.ts';\n"],
    loud: ['a.cts', "import { unused } from './x.ts';\nexport {};\n", 'eslint/@typescript-eslint/no-unused-vars'],
  },
  {
    what: 'a name that a comment says elements are made with',
    reviewer: eslintReviewer,
    quiet: ['a.tsx', "/** @jsx make */\nimport { make } from 'a';\nexport const b = <b />;\n"],
    loud: ['a.tsx', "import { make } from 'a';\nexport const b = <b />;\n", 'eslint/@typescript-eslint/no-unused-vars'],
  },
  {
    what: 'a global of a script that is no module',
    reviewer: eslintReviewer,
    quiet: ['a.js', 'var { a } = window;\nvar b;\nb = a;\nfunction onClick() {\n  go();\n}\n'],
    loud: ['a.js', 'function onClick() {\n  var a = go();\n}\n', 'eslint/@typescript-eslint/no-unused-vars'],
  },
  {
    what: 'a script of imports alone',
    reviewer: eslintReviewer,
    quiet: ['codemod/input.js', "import { a, b } from 'a';\n"],
    loud: ['src/a.js', "import { a, b } from 'a';\na();\n", 'eslint/@typescript-eslint/no-unused-vars'],
  },
  {
    what: 'what is switched off by the name of another plugin',
    reviewer: eslintReviewer,
    quiet: [
      'a.test.ts',
      "// eslint-disable-next-line jest/no-focused-tests\nit.only('a', () => {\n  const b = 1; // eslint-disable-line no-unused-vars\n});\n",
    ],
    loud: ['a.test.ts', "// eslint-disable-next-line max-len\nit.only('a', go);\n", 'eslint/review/only-in-test'],
  },
  {
    what: 'a rule that a whole file does without',
    reviewer: eslintReviewer,
    quiet: ['a.ts', "/* eslint-disable no-unused-vars */\nimport { a } from 'a';\nexport {};\n"],
    loud: [
      'a.ts',
      "/* eslint-disable no-unused-vars-in-tests */\nimport { a } from 'a';\nexport {};\n",
      'eslint/@typescript-eslint/no-unused-vars',
    ],
  },
  {
    what: 'an assignment of what a call gives, or by which a loop goes on',
    reviewer: eslintReviewer,
    quiet: [
      'a.js',
      'if (match = expression.exec(text)) go();\nif (found = key in list) go();\nwhile (node = node.parentNode) go();\nif (kind = other) go();\n',
    ],
    loud: ['a.js', "if (kind = 'other') go();\n", 'eslint/no-cond-assign'],
  },
  {
    what: 'a property that does something when it is assigned',
    reviewer: eslintReviewer,
    quiet: ['a.js', 'location.href = location.href;\nthis.name = this.name;\n'],
    loud: ['a.js', 'export let name = go();\nname = name;\n', 'eslint/no-self-assign'],
  },
  {
    what: 'tests of a file that are all written with only',
    reviewer: eslintReviewer,
    quiet: ['a.test.ts', "it.only('a', go);\nit.only('b', go);\nit.only('c', go);\n"],
    loud: [
      'a.test.ts',
      "it.only('a', go);\nit.only('b', go);\nit.only('c', go);\nit('d', go);\n",
      'eslint/review/only-in-test',
    ],
  },
  {
    what: 'a side of a choice that is to do nothing',
    reviewer: eslintReviewer,
    quiet: [
      'a.js',
      'export let count = go();\nup ? (count += 1) : (count = count);\nif (up) {\n  count = count;\n} else count = 0;\n',
    ],
    loud: ['a.js', 'export let count = go();\ncount = count;\n', 'eslint/no-self-assign'],
  },
  {
    what: 'an arrow in the text of a page, which Babel 7 shows as it is',
    reviewer: typescriptReviewer,
    quiet: ['a.jsx', 'export const a = <p>one -> two</p>;\n'],
    loud: ['a.tsx', 'export const a = <p>one -> two</p>;\n', 'typescript/TS1382'],
  },
  {
    what: 'a class that is extended by another type',
    reviewer: eslintReviewer,
    quiet: ['a.ts', 'export class A extends (B as any) {\n  constructor() {\n    super();\n  }\n}\n'],
    loud: ['a.ts', 'export class A extends B {\n  constructor() {\n    go();\n  }\n}\n', 'eslint/constructor-super'],
  },
  {
    what: 'what a step of a sequence assigns',
    reviewer: eslintReviewer,
    quiet: ['a.js', 'export const f = b => b || ((b = new RegExp(c)) && go(b));\n'],
    loud: ['a.js', 'export const f = b => b || (new RegExp(c) && go(b));\n', 'eslint/no-constant-binary-expression'],
  },
  {
    what: 'a last branch that says what holds in all other cases',
    reviewer: eslintReviewer,
    quiet: ['a.ts', 'if (a) go();\nelse if (b) stay();\nelse stay();\nexport const c = a ? go : b ? stay : stay;\n'],
    loud: ['a.ts', 'if (a) {\n  if (b) stay();\n  else stay();\n}\n', 'eslint/review/identical-branches'],
  },
  {
    what: 'branches of one kind in a test of what becomes of them',
    reviewer: eslintReviewer,
    quiet: ['a.test.jsx', 'export const a = b => (b ? <p>one</p> : <p>one</p>);\n'],
    loud: ['a.jsx', 'export const a = b => (b ? <p>one</p> : <p>one</p>);\n', 'eslint/review/identical-branches'],
  },
  {
    what: 'a callback of a test that takes what it does not need',
    reviewer: eslintReviewer,
    quiet: ['a.test.js', 'export const a = {\n  one(b) {\n    b = b;\n  },\n};\n'],
    loud: ['a.js', 'export const a = {\n  one(b) {\n    b = b;\n  },\n};\n', 'eslint/no-self-assign'],
  },
  {
    what: 'a member that is in a class twice and means the same',
    reviewer: eslintReviewer,
    quiet: ['a.js', 'export class A {\n  get b() {\n    return go(1);\n  }\n  get b() { return go(1,); }\n}\n'],
    loud: [
      'a.js',
      'export class A {\n  get b() {\n    return go(1);\n  }\n  get b() {\n    return go(2);\n  }\n}\n',
      'eslint/@typescript-eslint/no-dupe-class-members',
    ],
  },
  {
    what: 'a choice that is not finished, as a comment behind it says',
    reviewer: eslintReviewer,
    quiet: ['a.js', 'export const a = {\n  b: c > 0 ? 0 : 0, // TODO: Calculate it.\n};\n'],
    loud: ['a.js', 'export const a = {\n  b: c > 0 ? 0 : 0, // Of all.\n};\n', 'eslint/review/identical-branches'],
  },
  {
    what: 'a field that is declared again without a value',
    reviewer: eslintReviewer,
    quiet: ['a.js', '// @flow\nexport class A {\n  b: Object = {};\n  b: ?Object;\n}\n'],
    loud: [
      'a.js',
      '// @flow\nexport class A {\n  b: Object = {};\n  b: ?Object = null;\n}\n',
      'eslint/@typescript-eslint/no-dupe-class-members',
    ],
  },
  ...(
    [
      ['a name', "fit('a', () => go());\n", 'const fit = go;\nfit("a", () => go());\n'],
      ['a model', "fdescribe('a', function () {});\n", 'fit(model, data);\nfit("a", 1);\n'],
      ['a table', "import { fit } from '@jest/globals';\nfit.each([1])('a', () => {});\n", "it.each([1])('a', go);\n"],
      ['cases', "it.only.each([1])('a', () => {});\n", "it.each(only)('a', () => {});\n"],
      ['a template', "it.only.each`a`('a', () => {});\n", "import { fit } from './fit';\nfit('a', () => {});\n"],
      ['a group', "test.describe.only('a', () => {});\n", "test.options.only('a', () => {});\n"],
      ['a group of tests in a row', "test.describe.serial.only('a', go);\n", "suite.reads.only('a', go);\n"],
      ['tests at once', "it.concurrent.only('a', go);\n", "only.it.concurrent('a', go);\n"],
      ['its own', "fdescribe('a', () => { it('b', go); });\n", 'const focus = name => fit(name, () => go());\n'],
    ] as const
  ).map(([what, loud, quiet]): Case => ({
    what: `what only looks like a test that is run alone, such as one of ${what}`,
    reviewer: eslintReviewer,
    quiet: ['a.test.js', quiet],
    loud: ['a.test.js', loud, 'eslint/review/only-in-test'],
  })),
  {
    what: 'a test of what leaving out others does',
    reviewer: eslintReviewer,
    quiet: ['test/only/a.test.js', "it.only('a', go);\n"],
    loud: ['test/readonly/a.test.js', "it.only('a', go);\n", 'eslint/review/only-in-test'],
  },
  {
    what: 'a test that a helper is there to run alone',
    reviewer: eslintReviewer,
    quiet: [
      'test/fns.ts',
      'export const fn = { only: (name, run) => { test.only(name, async () => { await use(run); }); } };\neach.only = (...args) => test.only(...args);\nexport class Tests {\n  focus(name) {\n    it.only(name, () => use(this));\n  }\n}\n',
    ],
    loud: [
      'test/fns.ts',
      'export const fn = { readonly: () => { test.only("a", () => use(1)); } };\n',
      'eslint/review/only-in-test',
    ],
  },
  {
    what: 'a test that a helper hands on',
    reviewer: eslintReviewer,
    quiet: [
      'test/fns.ts',
      'export const check = (name, run) => it.only(name, run);\nexport function withDatabase(name, run) {\n  it.only(name, () => open(run));\n}\n',
    ],
    loud: [
      'test/fns.ts',
      'export function check(kind) {\n  it.only(`sorts ${kind}`, () => sort(kind));\n}\n',
      'eslint/review/only-in-test',
    ],
  },
  {
    what: 'a test that a helper hands on, and not one for each of some cases',
    reviewer: eslintReviewer,
    quiet: ['test/fns.ts', 'export default function (...args) {\n  it.only(...args);\n}\n'],
    loud: [
      'test/fns.ts',
      'cases.forEach(({ name, run }) => {\n  it.only(name, () => run());\n});\n',
      'eslint/review/only-in-test',
    ],
  },
  {
    what: 'a test that a runner is tried with',
    reviewer: eslintReviewer,
    quiet: ['test/fixtures/exclusive/b.test.js', "test.only('a', go);\n"],
    loud: ['test/exclusive/b.test.js', "test.only('a', go);\n", 'eslint/review/only-in-test'],
  },
  {
    what: 'what is computed to take its time',
    reviewer: eslintReviewer,
    quiet: ['kit/test/perf/a.test.ts', "export {};\na.b === 'c';\n"],
    loud: ['kit/test/a.test.ts', "export {};\na.b === 'c';\n", 'eslint/@typescript-eslint/no-unused-expressions'],
  },
  {
    what: 'a comparison that only the compiler reads, in a test of types',
    reviewer: eslintReviewer,
    quiet: ['kit/test/types/a.test.ts', "export {};\na.b === 'c';\n"],
    loud: ['kit/test/a.test.ts', "export {};\na.b === 'c';\n", 'eslint/@typescript-eslint/no-unused-expressions'],
  },
  {
    what: 'a name that each script of a component has for itself',
    reviewer: eslintReviewer,
    quiet: [
      'a.vue',
      '<script setup>\nconst order = load();\n</script>\n<script>\nlet order;\nexport default { mounted() { order = 1; } };\n</script>\n',
    ],
    loud: [
      'a.vue',
      '<script>\nconst order = load();\nexport default { mounted() { order = 1; } };\n</script>\n',
      'eslint/no-const-assign',
    ],
  },
  {
    what: 'a type that another rule tells of',
    reviewer: eslintReviewer,
    quiet: ['a.ts', "go(typeof a === 'undefined');\n"],
    loud: ['a.ts', 'go(typeof window !== undefined && typeof document !== undefined);\n', 'eslint/valid-typeof'],
  },
  {
    what: 'what a minifier had made, even where it was formatted since',
    reviewer: eslintReviewer,
    before: "!(function (e, t) {\n  'object' == typeof exports ? t() : t();\n})();\n",
    quiet: ['public/a.js', "!(function (e, t) {\n  'object' == typeof exports ? t(e !== e) : t();\n})();\n"],
    loud: [
      'public/a.js',
      "(function (e, t) {\n  typeof exports == 'object' ? t(e !== e) : t();\n})();\n",
      'eslint/no-self-compare',
    ],
  },
  {
    what: 'a query for a database by its name',
    reviewer: eslintReviewer,
    quiet: [
      'a.ts',
      "export const f = databaseName => db.query(`SELECT datname FROM pg_database WHERE datname = '${databaseName}'`);\n",
    ],
    loud: [
      'a.ts',
      "export const f = value => db.query(`SELECT datname FROM pg_database WHERE datname = '${value}'`);\n",
      'eslint/review/sql-from-template',
    ],
  },
  {
    what: 'a password for a host of examples',
    reviewer: secretsReviewer(systemClock),
    quiet: ['a.rs', '"https://bot:winter-harbour-41@git.example.com/x.git"\n"https://user:token@git.acme.com/x.git"\n'],
    loud: ['a.rs', '"https://bot:winter-harbour-41@git.acme.com/x.git"\n', 'secrets/basicauth'],
  },
  {
    what: 'a conflict that tests read or a document shows',
    reviewer: hygieneReviewer,
    quiet: ['test/cases/lock.json', '{\n<<<<<<< HEAD\n}\n'],
    loud: ['src/lock.json', '{\n<<<<<<< HEAD\n=======\n>>>>>>> other\n}\n', 'hygiene/conflict-marker'],
  },
  {
    what: 'a conflict in a block of code of a document',
    reviewer: hygieneReviewer,
    quiet: ['docs/a.md', 'So it looks:\n\n```\n<<<<<<< HEAD\n=======\n>>>>>>> other\n```\n'],
    loud: ['docs/a.md', '```\ncode\n```\n<<<<<<< HEAD\n', 'hygiene/conflict-in-text'],
  },
  {
    what: 'characters that words of other scripts are written with, and those that tests try',
    reviewer: hygieneReviewer,
    quiet: ['a.ts', "export const recordedAt = 'ថត\u200bនៅ';\n"],
    loud: ['a.ts', "export const recordedAt = 'recorded\u200bat';\n", 'hygiene/hidden-character'],
  },
  {
    what: 'a byte order mark that a test tries',
    reviewer: hygieneReviewer,
    quiet: ['test/a.test.ts', "read('\ufeff<a>');\n"],
    loud: ['test/a.test.ts', "read('\u202e<a>');\n", 'hygiene/hidden-character'],
  },
  {
    what: 'a list whose callback catches what it waits for',
    reviewer: eslintReviewer,
    quiet: [
      'a.ts',
      'list.forEach(async a => {\n  if (!a) return;\n  if (a.b) {\n    try {\n      await go(a);\n    } catch (error) {\n      log(error);\n    }\n  }\n});\n',
    ],
    loud: [
      'a.ts',
      'list.forEach(async a => {\n  try {\n    await go(a);\n  } catch (error) {\n    log(error);\n  }\n  await end(a);\n});\nend();\n',
      'eslint/review/async-callback',
    ],
  },
  {
    what: 'what only takes time, as is measured',
    reviewer: eslintReviewer,
    quiet: ['benchmarking/busy.js', 'export function busy() {\n  let a = 0;\n  while (go()) a++;\n}\n'],
    loud: [
      'src/busy.js',
      'export function busy() {\n  let a = 0;\n  while (go()) a++;\n}\n',
      'eslint/@typescript-eslint/no-unused-vars',
    ],
  },
  {
    what: 'data of a test that only tests expressions',
    reviewer: eslintReviewer,
    quiet: ['tests/performance/large.js', 'if (/./.test(a)) go(a !== a);\n'],
    loud: ['tests/performance/large.js', "QUnit.test('a', () => go(a !== a));\n", 'eslint/no-self-compare'],
  },
  {
    what: 'what a bundler had made for browsers',
    reviewer: eslintReviewer,
    before: 'if (!o) throw new Error("Cannot find module \'" + o + "\'");\n',
    quiet: ['web/a.js', 'if (!o) throw new Error("Cannot find module \'" + o + "\'");\nif (a !== a) go();\n'],
    loud: [
      'web/a.js',
      'if (!o) throw new Error("Cannot find module");\nif (a !== a) go();\n',
      'eslint/no-self-compare',
    ],
  },
  {
    what: 'an octal escape in code that is not strict',
    reviewer: typescriptReviewer,
    quiet: ['a.js', "const log = require('./log');\nlog('\\033[0m');\n"],
    loud: ['b.js', "export const a = '\\033[0m';\n", 'typescript/TS1487'],
  },
  {
    what: 'what a test of types declares or writes down',
    reviewer: eslintReviewer,
    quiet: [
      'test/types/a.test.ts',
      "import { a } from 'a';\n() => a.size;\nfunction issue1() {\n  const b: number = a.size;\n}\na.b; // $ExpectType string\n",
    ],
    loud: [
      'test/types/a.test.ts',
      "import { a, b } from 'a';\nexpectType<number>(a);\n",
      'eslint/@typescript-eslint/no-unused-vars',
    ],
  },
  {
    what: 'what an example makes only to show it',
    reviewer: eslintReviewer,
    quiet: ['examples/map.js', "import { Map } from '../src/map.js';\nconst map = new Map();\n"],
    loud: [
      'examples/map.js',
      "import { Map, View } from '../src/map.js';\nconst map = new Map();\n",
      'eslint/@typescript-eslint/no-unused-vars',
    ],
  },
  {
    what: 'an element that was switched off',
    reviewer: eslintReviewer,
    quiet: ['a.tsx', 'x(<p>{false && <b />}</p>);\n'],
    loud: ['a.tsx', 'x(<p>{`${a}` ?? <b />}</p>);\n', 'eslint/no-constant-binary-expression'],
  },
  {
    what: 'what elements are made with by settings of a build',
    reviewer: eslintReviewer,
    quiet: ['a.tsx', "import { h } from 'preact';\nexport const a = <b />;\n"],
    loud: ['a.tsx', "import { h } from 'preact';\nexport const a = 1;\n", 'eslint/@typescript-eslint/no-unused-vars'],
  },
  {
    what: 'a comparison that tells NaN',
    reviewer: eslintReviewer,
    quiet: [
      'a.js',
      'export function isNaN(a) {\n  return a !== a;\n}\nexport const b = (x !== x && y !== y);\n// NaN\nif (c !== c) go();\nexpect(500 < 500);\nexport const d = text => {\n  const n = +(/\\d+/.exec(text)?.[0] ?? NaN);\n  return n !== n ? 0 : n;\n};\n',
    ],
    // Where a name was mistaken most often.
    loud: ['a.js', 'export function isSame(a, b) {\n  return a.id === a.id;\n}\n', 'eslint/no-self-compare'],
  },
  {
    what: 'values that a test makes to see what that does, or whether it compiles',
    reviewer: eslintReviewer,
    quiet: ['a.test.ts', "it('a', () => {\n  const b: B = make(1);\n});\n"],
    loud: [
      'a.ts',
      "go('a', () => {\n  const b: B = make(1);\n});\nexport {};\n",
      'eslint/@typescript-eslint/no-unused-vars',
    ],
  },
  {
    what: 'a name that comments have for a type, or that another editor is told of',
    reviewer: eslintReviewer,
    quiet: [
      'a.js',
      "const { Request, Router, json } = require('express');\n/**\n * Goes to a {@link Router.use}.\n * @see json\n * @param {Promise<Request>} a\n */\nexport const b = a => go(a);\n// noinspection JSUnusedLocalSymbols\nconst c = go();\n",
    ],
    loud: [
      'a.js',
      "const { Request } = require('express');\n/** @param {Requests} a of a {Request} */\nexport const b = a => go(a);\n",
      'eslint/@typescript-eslint/no-unused-vars',
    ],
  },
  {
    what: 'what is kept for a use that is commented out',
    reviewer: eslintReviewer,
    quiet: [
      'a.jsx',
      'export const Page = () => <div>{/* <Badge /> */}</div>;\n// refund(order);\nconst Badge = () => <b />;\nfunction refund() {}\n',
    ],
    loud: [
      'a.jsx',
      'export const Page = () => <div />;\n/** A Badge for the page. */\nconst Badge = () => <b />;\n',
      'eslint/@typescript-eslint/no-unused-vars',
    ],
  },
  {
    what: 'a test of types',
    reviewer: eslintReviewer,
    quiet: ['a.test-d.ts', "import { a } from 'a';\nit('a', () => go());\n"],
    loud: ['a.test.ts', "import { a } from 'a';\nit('a', () => go());\n", 'eslint/@typescript-eslint/no-unused-vars'],
  },
  {
    what: 'an import that asks whether a module is there',
    reviewer: ruffReviewer,
    quiet: ['a.py', 'try:\n    import x\nexcept ImportError:\n    print("no x")\n'],
    loud: ['a.py', 'import x\n', 'ruff/F401'],
  },
  {
    what: 'a callback that says that it returns nothing',
    reviewer: eslintReviewer,
    quiet: [
      'a.ts',
      'x(list.map(a => {\n  if (!a) return;\n  return b(a);\n}));\nx(list.map(a => {\n  if (a) return b(a);\n}));\nx(list.map(() => {}));\n',
    ],
    loud: ['a.ts', 'x(list.map(a => {\n  b(a);\n}));\n', 'eslint/array-callback-return'],
  },
  {
    what: 'a callback of a stream, whose operators take functions too',
    reviewer: eslintReviewer,
    quiet: ['a.ts', 'export const c = clicks.sample(a => a.x, times).map(a => {\n  b(a);\n});\n'],
    loud: ['a.ts', 'x(list.filter(a => a.x).map(a => {\n  b(a);\n}));\n', 'eslint/array-callback-return'],
  },
  {
    what: 'what is made of a result, which is no array',
    reviewer: eslintReviewer,
    quiet: ['a.ts', 'x(load().map(a => {\n  b(a);\n}).mapErr(go));\n'],
    loud: ['a.ts', 'x(load().map(a => {\n  b(a);\n}).flat());\n', 'eslint/array-callback-return'],
  },
  {
    what: 'a list that is made for a list that nobody reads',
    reviewer: eslintReviewer,
    quiet: ['a.ts', 'lists.map(each => {\n  return each.map(a => {\n    b(a);\n  });\n});\n'],
    loud: [
      'a.ts',
      'x(lists.map(each => {\n  return each.map(a => {\n    b(a);\n  });\n}));\n',
      'eslint/array-callback-return',
    ],
  },
  {
    what: 'what a module makes of a callback',
    reviewer: eslintReviewer,
    quiet: [
      'a.ts',
      "import * as E from 'effect';\nimport { Option } from 'option';\nx(E.map(a => {\n  b(a);\n}), Option.map(a => {\n  b(a);\n}));\n",
    ],
    loud: ['a.ts', "import Fees from '@/fees';\nx(Fees.map(a => {\n  b(a);\n}));\n", 'eslint/array-callback-return'],
  },
  {
    what: 'comparisons of several values, or with one that may change',
    reviewer: eslintReviewer,
    quiet: [
      'a.js',
      "export const f = (a, b) => a !== 'x' || b !== 'y' || a === 'x' || a === 'y' || (a.next() === 1 && a.next() === 2) || a === b;\n",
    ],
    loud: ['a.js', "export const f = a => a === 'x' && a === 'y';\n", 'eslint/review/contradicting-comparisons'],
  },
  {
    what: 'an index that is counted with, or asked whether it is the first',
    reviewer: eslintReviewer,
    quiet: [
      'a.js',
      'export const f = (text, x) => [!text.indexOf(x), text.indexOf(x) > 0 && x, text.indexOf(x) || 1, x && text.indexOf(x)];\nif (a.indexOf(b)); // later\n',
    ],
    loud: ['a.js', 'export const f = (text, x) => (text.indexOf(x) ? 1 : 2);\n', 'eslint/review/index-as-condition'],
  },
  {
    what: 'a constant of a pattern that has the name of a type which is imported',
    reviewer: eslintReviewer,
    quiet: [
      'a.ts',
      "import type { Table } from 'table';\nconst { Table } = enums;\nexport const a = (x: Table) => Table;\n",
    ],
    loud: ['a.ts', "import { Table } from 'table';\n({ Table } = enums);\ngo(Table);\n", 'eslint/no-import-assign'],
  },
  {
    what: 'a component that has the name of a type which is imported',
    reviewer: eslintReviewer,
    quiet: ['a.tsx', "import { Table } from 'table';\nexport const Table = (x: Table) => go(x);\n"],
    loud: ['a.tsx', "import { Table } from 'table';\nTable = go();\ngo(Table);\n", 'eslint/no-import-assign'],
  },
  {
    what: 'a minified line beside lines that people wrote',
    reviewer: eslintReviewer,
    quiet: [
      'a.js',
      `var settings = { token: 'x' };\n!function(a){${'go(a);'.repeat(200)}a===1;if(a!==a)go()}(settings);\n`,
    ],
    loud: ['a.js', `var settings = { token: 'x' };\nif (a !== a) go();\n`, 'eslint/no-self-compare'],
  },
  {
    what: 'a request without a timeout that a formatter laid out anew',
    reviewer: ruffReviewer,
    before: "import requests\n\n\ndef f(url, data):\n    return requests.post(url, json={'a': data})\n",
    quiet: [
      'a.py',
      'import requests\n\n\ndef f(url, data):\n    return requests.post(\n        url,\n        json={"a": data},\n    )\n',
    ],
    loud: [
      'a.py',
      'import requests\n\n\ndef f(url, data):\n    return requests.post(url, json={"b": data})\n',
      'ruff/S113',
    ],
  },
  {
    what: 'a module that is imported for what it does',
    reviewer: eslintReviewer,
    quiet: ['index.js', "import * as bosh from './bosh';\nexport { core } from './core';\n"],
    loud: [
      'index.js',
      "import * as Bosh from './bosh';\nexport { core } from './core';\n",
      'eslint/@typescript-eslint/no-unused-vars',
    ],
  },
  {
    what: 'names that are not used where a program wrote the file, a new one too',
    reviewer: eslintReviewer,
    quiet: ['a.ts', "// This file is auto-generated, don't edit it\nimport { a } from 'b';\nexport {};\n"],
    loud: ['a.ts', "import { a } from 'b';\nexport {};\n", 'eslint/@typescript-eslint/no-unused-vars'],
  },
  {
    what: 'names that are not used in what a compiler wrote',
    reviewer: eslintReviewer,
    quiet: ['a.js', "import { a } from 'b';\nexport {};\n//# sourceMappingURL=a.js.map\n"],
    loud: ['a.js', "import { a } from 'b';\nexport {};\n", 'eslint/@typescript-eslint/no-unused-vars'],
  },
  {
    what: 'the variable of a loop that only counts',
    reviewer: eslintReviewer,
    quiet: ['a.js', 'export function count(list) {\n  let n = 0;\n  for (const each of list) n++;\n  return n;\n}\n'],
    loud: [
      'a.js',
      'export function count(list) {\n  const each = list[0];\n  return list.length;\n}\n',
      'eslint/@typescript-eslint/no-unused-vars',
    ],
  },
  {
    what: 'a module that is loaded for what it does',
    reviewer: eslintReviewer,
    quiet: [
      'server.js',
      "const jobs = require('./utils/jobs');\nconst colors = require('colors/safe');\nmodule.exports = {};\n",
    ],
    loud: [
      'server.js',
      "const { jobs } = require('./utils/jobs');\nmodule.exports = {};\n",
      'eslint/@typescript-eslint/no-unused-vars',
    ],
  },
  {
    what: 'equal values in a table of those that hang on one condition',
    reviewer: eslintReviewer,
    quiet: [
      'a.js',
      "export const p = a => ({ x: a ? '#fff' : '#eee', y: a ? '#000' : '#000', z: a ? 'red' : 'tan' });\n",
    ],
    loud: [
      'a.js',
      "export const p = (a, b) => ({ x: a ? '#fff' : '#eee', y: b ? '#000' : '#000', z: a ? 'red' : 'tan' });\n",
      'eslint/review/identical-branches',
    ],
  },
  {
    what: 'what is made for the error that it throws',
    reviewer: eslintReviewer,
    quiet: ['a.js', 'export function is(a) {\n  try {\n    return new URL(a) && a[0];\n  } catch {}\n}\n'],
    loud: [
      'a.js',
      'export function is(a) {\n  try {\n    return new URL(a) || a[0];\n  } catch {}\n}\n',
      'eslint/no-constant-binary-expression',
    ],
  },
  {
    what: 'an element that is switched off',
    reviewer: eslintReviewer,
    quiet: ['a.tsx', 'export const A = ({ isOpen }) => <p>{isOpen && false && <b />}</p>;\n'],
    loud: [
      'a.tsx',
      "export const A = ({ x }) => <p>{!x ?? false ? '' : x}</p>;\n",
      'eslint/no-constant-binary-expression',
    ],
  },
  {
    what: 'a name that a snippet in the documentation leaves out',
    reviewer: ruffReviewer,
    quiet: ['docs_src/app.py', 'db = Session()\n'],
    loud: ['src/app.py', 'db = Session()\n', 'ruff/F821'],
  },
  {
    what: 'a default that a framework reads',
    reviewer: ruffReviewer,
    quiet: [
      'a.py',
      'from x import Annotated, Query\n\n\ndef read(q: Annotated[list, Query()] = []):\n    return q\n\n\ndef find(\n    q: Annotated[\n        list, Query()\n    ] = [],\n):\n    return q\n',
    ],
    loud: ['a.py', 'def read(q: list = []):\n    q.append(1)\n    return q\n', 'ruff/B006'],
  },
  {
    what: 'a bare raise for whoever calls it while an error is handled',
    reviewer: ruffReviewer,
    quiet: ['a.py', 'def handle(error):\n    if error is None:\n        raise\n'],
    loud: ['a.py', 'def handle(error):\n    if error is None:\n        return yield\n', 'ruff/syntax-error'],
  },
  {
    what: 'an entry that is in an object twice',
    reviewer: eslintReviewer,
    quiet: ['a.js', "export const a = { kind: 'block', size: 1, kind: 'block' };\n"],
    loud: ['a.js', "export const a = { kind: 'block', size: 1, kind: 'file' };\n", 'eslint/no-dupe-keys'],
  },
  {
    what: 'React beside elements, which some compilers make calls of it',
    reviewer: eslintReviewer,
    quiet: ['a.jsx', "import React from 'react';\nexport const a = <p />;\n"],
    loud: ['a.jsx', "import React from 'react';\nexport const a = 1;\n", 'eslint/@typescript-eslint/no-unused-vars'],
  },
  {
    what: 'a name that nothing uses in a script that is served as it is, which may be a copy',
    reviewer: eslintReviewer,
    quiet: ['app/public/static/sign-in.js', '(function () {\n  function makeId() {}\n})();\n'],
    loud: [
      'app/public/static/sign-in.ts',
      'function makeId() {}\nexport {};\n',
      'eslint/@typescript-eslint/no-unused-vars',
    ],
  },
  {
    what: 'what Python 2 needs in a file that is for it too',
    reviewer: ruffReviewer,
    quiet: [
      'a.py',
      '# -*- coding: utf-8 -*-\ntry:\n    text = unicode\nexcept NameError:\n    raise ValueError("x")\n',
    ],
    loud: ['a.py', 'def text() -> str:\n    return unicode\n', 'ruff/F821'],
  },
  {
    what: 'a name that a loop gives its value on a condition, for the next round',
    reviewer: ruffReviewer,
    quiet: [
      'a.py',
      'def read(parts):\n    for i, part in enumerate(parts):\n        found = (\n            max(found, part)\n            if i != 0\n            else part\n        )\n    return found\n',
    ],
    loud: [
      'a.py',
      'def read(parts):\n    for i, part in enumerate(parts):\n        found = max(found, part)\n    return found\n',
      'ruff/F821',
    ],
  },
  {
    what: 'a label that stands twice above the same code',
    reviewer: eslintReviewer,
    quiet: ['a.js', "switch (kind) {\n  case 'a':\n  case 'b':\n  case 'a':\n    go();\n}\n"],
    loud: [
      'a.js',
      "switch (kind) {\n  case 'a':\n    stay();\n  case 'a':\n    go();\n}\n",
      'eslint/no-duplicate-case',
    ],
  },
  {
    what: 'code behind branches that all leave',
    reviewer: ruffReviewer,
    quiet: [
      'a.py',
      'def read(text):\n    if text:\n        return text\n    elif text is None:\n        raise ValueError(\n            "none"\n        )\n    else:\n        if text == "":\n            print(text)\n        return ""\n    return results\n',
    ],
    loud: [
      'a.py',
      'def read(text):\n    if text:\n        return text\n    elif text is None:\n        print(text)\n    else:\n        return ""\n    return results\n',
      'ruff/F821',
    ],
  },
  {
    what: 'elements of a page, which wait for what they are given',
    reviewer: eslintReviewer,
    quiet: ['a.ts', 'export const a = await $$("li").filter(async each => each.isDisplayed());\n'],
    loud: [
      'a.ts',
      'export const a = all("li").filter(async each => each.isDisplayed());\n',
      'eslint/review/async-callback',
    ],
  },
  {
    what: 'what a driver of browsers may find, which is no list yet',
    reviewer: eslintReviewer,
    quiet: [
      'a.ts',
      'const cards = page.locator(".card");\nexport const high = cards.filter(async each => (await each.count()) > 1);\n',
    ],
    loud: [
      'a.ts',
      'const cards = await page.locator(".card").all();\nexport const high = cards.filter(async each => (await each.count()) > 1);\n',
      'eslint/review/async-callback',
    ],
  },
  {
    what: 'a function that only calls itself, which the compiler takes for used',
    reviewer: eslintReviewer,
    quiet: [
      'a.ts',
      'export function f() {\n  const walk = (node: Node) => node.children.some(child => walk(child));\n}\n',
    ],
    loud: [
      'a.ts',
      'export function f() {\n  const walk = (node: Node) => node.children.some(child => go(child));\n}\n',
      'eslint/@typescript-eslint/no-unused-vars',
    ],
  },
  {
    what: 'a forEach that is all that is done when something happens, or that says that nobody waits',
    reviewer: eslintReviewer,
    quiet: [
      'a.ts',
      'form.onChange(() => {\n  items.forEach(async item => {\n    const all = await read();\n    go(item, all);\n  });\n});\nexport const flush = () => {\n  items.forEach(async item => {\n    void go(item, await read());\n  });\n  items = [];\n};\nexport const save = () => {\n  // This does not wait for the answers, which nobody needs.\n  const all = items;\n  all.forEach(async item => {\n    await read(item);\n  });\n  items = [];\n};\n',
    ],
    loud: [
      'a.ts',
      'export function flush() {\n  items.forEach(async item => {\n    const all = await read();\n    go(item, all);\n  });\n}\n',
      'eslint/review/async-callback',
    ],
  },
  {
    what: 'the member of a module where modules are objects like any other',
    reviewer: eslintReviewer,
    quiet: ['a.js', "import * as custom from './custom';\ndelete custom.key;\nmodule.exports = custom;\n"],
    loud: [
      'a.js',
      "import * as custom from './custom';\ndelete custom.key;\nexport { custom };\n",
      'eslint/no-import-assign',
    ],
  },
  {
    what: 'a forEach at the end of a script, which ends when all is done',
    reviewer: eslintReviewer,
    quiet: ['build.js', 'const all = list();\nall.forEach(async each => {\n  await build(each);\n});\n'],
    loud: [
      'build.js',
      'const all = list();\nall.forEach(async each => {\n  await build(each);\n});\nlog("done");\n',
      'eslint/review/async-callback',
    ],
  },
  {
    what: 'what a setting that is commented out takes',
    reviewer: eslintReviewer,
    quiet: ['a.ts', 'const refund = order => go(order);\nexport const a = make({\n  // process: refund,\n});\n'],
    loud: [
      'a.ts',
      'const refund = order => go(order);\nexport const a = make({\n  // process\n});\n',
      'eslint/@typescript-eslint/no-unused-vars',
    ],
  },
  {
    what: 'a request to the own machine by way of a host',
    reviewer: ruffReviewer,
    quiet: [
      'a.py',
      'import requests\n\nhost = "[::1]" if input() else "127.0.0.1"\nurl = f"http://{host}:8000/ready"\nprint(requests.get(url))\n',
    ],
    loud: [
      'a.py',
      'import requests\n\nhost = "example.com"\nurl = f"http://{host}:8000/ready"\nprint(requests.get(url))\n',
      'ruff/S113',
    ],
  },
  {
    what: 'a comparison that is timed',
    reviewer: eslintReviewer,
    quiet: ['src/equal.bench.ts', 'export const t = time(() => {\n  a === b;\n  a === a;\n  return {} === {};\n});\n'],
    loud: ['src/equal.ts', 'export const t = a === a;\n', 'eslint/no-self-compare'],
  },
  {
    what: 'a type of what is caught',
    reviewer: eslintReviewer,
    quiet: [
      'a.ts',
      "import { HttpError } from './errors.ts';\ntry {\n  go();\n} catch (error: HttpError | any) {\n  stop(error);\n}\n",
    ],
    loud: [
      'a.ts',
      "import { HttpError } from './errors.ts';\ntry {\n  go();\n} catch (error: any) {\n  stop(error);\n}\n",
      'eslint/@typescript-eslint/no-unused-vars',
    ],
  },
  {
    what: 'a forEach at the end of a script that hands nothing to others',
    reviewer: eslintReviewer,
    quiet: ['build.js', 'const { all } = require("./all");\nall.forEach(async each => {\n  await build(each);\n});\n'],
    loud: [
      'build.js',
      'exports.all = list();\nexports.all.forEach(async each => {\n  await build(each);\n});\n',
      'eslint/review/async-callback',
    ],
  },
  {
    what: 'lines that somebody drew in a text',
    reviewer: hygieneReviewer,
    quiet: ['a.md', '>>>>>>> Start of the plan\n{plan}\n<<<<<<<  End of the plan\n'],
    loud: ['a.md', '<<<<<<< ours\none\n=======\ntwo\n>>>>>>> theirs\n', 'hygiene/conflict-in-text'],
  },
  {
    what: 'names that newer versions of Python bring',
    reviewer: ruffReviewer,
    quiet: ['a.py', 'print(ExceptionGroup)\n'],
    loud: ['a.py', 'print(ExceptionGroups)\n', 'ruff/F821'],
  },
  {
    what: 'a password that is only a word for one',
    reviewer: secretsReviewer(systemClock),
    quiet: ['a.json', '"redis://foo:bar@somehost:6379/0"\n'],
    loud: ['a.json', '"redis://foo:winter-harbour-41@somehost:6379/0"\n', 'secrets/password-in-a-connection-string'],
  },
  {
    what: 'what is switched off in words',
    reviewer: ruffReviewer,
    quiet: ['a.py', 'import os  # noqa: unused here\n'],
    loud: ['a.py', 'import os  # noqa: E501\n', 'ruff/F401'],
  },
  {
    what: 'a password that a test makes up for its database',
    reviewer: secretsReviewer(systemClock),
    quiet: ['tests/db.test.ts', 'open("postgres://app:k9Xv-31qTz@prod-db/app");\nit("opens", go);\n'],
    loud: ['src/db.ts', 'open("postgres://app:k9Xv-31qTz@prod-db/app");\n', 'secrets/password-in-a-connection-string'],
  },
  {
    what: 'a fixture that a test imports and takes by its name',
    reviewer: ruffReviewer,
    quiet: ['tests/test_a.py', 'from .money import process\n\n\ndef test_a(tmp_path, process):\n    assert tmp_path\n'],
    loud: [
      'tests/test_a.py',
      'from .money import process\n\n\ndef test_a(tmp_path):\n    assert tmp_path\n',
      'ruff/F401',
    ],
  },
  {
    what: 'any number of one character',
    reviewer: ruffReviewer,
    quiet: ['a.py', 'def f(url):\n    return url.strip("//")\n'],
    loud: ['a.py', 'def f(url):\n    return url.strip("://")\n', 'ruff/B005'],
  },
  {
    what: 'a token that a test has signed, and that of a user',
    reviewer: secretsReviewer(systemClock),
    quiet: ['a.py', `token = "${token('eyJzdWIiOiI4MTczNjQ1MjkiLCJuYW1lIjoiSmFuZSJ9')}"\n`],
    loud: [
      'a.py',
      `token = "${token('eyJpc3MiOiJzdXBhYmFzZSIsInJlZiI6ImtxM3Z4OXJ0ejFsbSIsInJvbGUiOiJzZXJ2aWNlX3JvbGUifQ')}"\n`,
      'secrets/signed-token',
    ],
  },
];

describe('the reviewers do not comment on', () => {
  for (const { what, reviewer, before, quiet, loud } of cases) {
    it(what, async () => {
      const [path, text] = quiet;
      assert.deepEqual(places(await review([reviewer], { 'x.txt': '', [path]: before }, { [path]: text })), []);
      const [wrongPath, wrongText, rule] = loud;
      const said = places(await review([reviewer], { 'x.txt': '', [wrongPath]: '' }, { [wrongPath]: wrongText }));
      assert.deepEqual([...new Set(said.map(each => each.split(' ')[1]))], [rule]);
    });
  }

  it('what a rule finds that fails on a file, but on what all others find there', async () => {
    const text = 'export const emoji = /a|\\p{EMod}/u;\nif (a !== a) go();\n';
    const result = await review([eslintReviewer], { 'x.txt': '' }, { 'a.ts': text });
    assert.deepEqual(places(result), ['a.ts:2 eslint/no-self-compare']);
  });

  it('a constant of several lines where only a line in it is new, but where it becomes an operand', async () => {
    const value = (two: string, end: string): string =>
      `export const go = b =>\n  ({\n    one: 1,\n    two: ${two},\n  }${end});\n`;
    const told = async (before: string, after: string): Promise<string[]> =>
      places(await review([withConsequences(eslintReviewer)], { 'a.js': before }, { 'a.js': after }));
    const rule = 'eslint/no-constant-binary-expression';
    assert.deepEqual(await told(value('2', ' || c'), value('b', ' || c')), []);
    assert.deepEqual(await told(value('b', ''), value('b', ' || c')), [`a.js:5 ${rule}`]);
    assert.deepEqual(await told('', value('b', ' || c')), [`a.js:2 ${rule}`]);
    assert.deepEqual(await told(value('2', ' === b'), value('b', ' === b')), []);
    assert.deepEqual(await told('', value('2', ' === b')), [`a.js:2 ${rule}`]);
  });

  it('each of the comparisons of one line that are constant', async () => {
    const text = 'if (!a === undefined || !b === undefined) go();\nif (!c === undefined) go();\n';
    const result = await review([eslintReviewer], { 'x.txt': '' }, { 'a.js': text });
    assert.ok(result.status === 'completed');
    assert.deepEqual(
      result.comments.map(({ title }) => title),
      [
        '`!a === undefined` always has the same result, and 1 more like it.',
        '`!c === undefined` always has the same result.',
      ],
    );
    assert.deepEqual(
      result.comments[0]?.related_locations?.map(each => [each.start_line, each.start_column, each.message]),
      [[1, 25, '`!b === undefined` always has the same result.']],
    );
  });

  it('that a text is never empty, whatever it says otherwise', async () => {
    const result = await review([eslintReviewer], { 'x.txt': '' }, { 'a.js': 'x(`/list/${id}` || null);\n' });
    assert.ok(result.status === 'completed');
    assert.deepEqual(
      result.comments.map(({ title }) => title),
      ['`` `/list/${id}` `` is never empty, so what follows `||` never counts.'],
    );
  });

  it('what comes of a comparison with an object that is made there', async () => {
    const result = await review([eslintReviewer], { 'x.txt': '' }, { 'a.js': 'x(a !== {});\ny([b] === c);\n' });
    assert.ok(result.status === 'completed');
    assert.deepEqual(
      result.comments.map(({ title }) => title),
      [
        '`a !== {}` is always true: nothing else is the object that is made here.',
        '`[b] === c` is always false: nothing else is the object that is made here.',
      ],
    );
  });

  it('a value that is dropped in a callback beside that this returns nothing', async () => {
    const told = async (before: string, after: string): Promise<string[]> =>
      places(await review([withConsequences(eslintReviewer)], { 'a.js': before }, { 'a.js': after }));
    const own = (value: string): string => `export const a = b => b.filter(c => {\n  ${value};\n});\n`;
    assert.deepEqual(await told('', own('c.id === 4')), ['a.js:1 eslint/array-callback-return']);
    const dropped = ['a.js:2 eslint/@typescript-eslint/no-unused-expressions'];
    assert.deepEqual(await told(own('go(c)'), own('c.id === 4')), dropped);
    assert.deepEqual(await told('', own('c.id === 4;\n  return go(c)')), dropped);
    assert.deepEqual(await told(own('c.id === 4'), `${own('c.id === 4')}go();\n`), []);
  });

  it('a default of a text that is never empty as grave, unlike one behind what goes wrong', async () => {
    const severities = async (value: string): Promise<string[]> => {
      const result = await review([eslintReviewer], { 'x.txt': '' }, { 'a.js': `export const a = b => ${value};\n` });
      return result.status === 'completed' ? result.comments.map(({ severity }) => severity) : [];
    };
    for (const value of [
      "`/${b}` || '/'",
      'Number(b) ?? 0',
      'new Date(b.day) || 0',
      "b['c' ?? '']",
      "'Bearer ' + b ?? ''",
      "b.url + '/' + b.id ?? ''",
      '[b] || []',
      "b === 'c' ?? false",
      '!b ?? false',
    ])
      assert.deepEqual(await severities(value), ['low'], value);
    for (const value of [
      "`${b}` ?? ''",
      "[b] || ''",
      "b !== 1 ?? ''",
      "b === 'c' ?? true",
      '!b ?? true',
      '[b] || [c]',
      "(b === {}) || ''",
      '`/${b}` || other(b)',
      "b ?? '' + b ?? ''",
      'Number(b) ?? 500',
    ])
      assert.deepEqual(await severities(value), ['medium'], value);
  });

  it('that code below a loop runs before it ends, where there is none', async () => {
    const told = async (text: string): Promise<string[]> =>
      (await findingsIn(eslintReviewer, newFile('a.js', text))).map(({ severity, title }) => `${severity} ${title}`);
    const loop = '  all.forEach(async each => {\n    each.one = await read(each);\n  });\n';
    const title = (what: string): string =>
      `\`forEach\` does not wait for \`read(each)\`: ${what} before, and an error is lost.`;
    assert.deepEqual(await told(`export async function f(all) {\n${loop}}\n`), [`low ${title('the caller goes on')}`]);
    const inCase = `export async function f(all) {\n  if (all) {\n${loop}  }\n}\n`;
    assert.deepEqual(await told(inCase), [`low ${title('the caller goes on')}`]);
    assert.deepEqual(await told(inCase.replace('  }\n', '  return;\n  }\n  go(all);\n')), [
      `low ${title('the caller goes on')}`,
    ]);
    const below = `export async function f(all) {\n${loop}  go(all);\n}\n`;
    assert.deepEqual(await told(below), [`medium ${title('the code below runs')}`]);
    // What nobody takes the answer of goes through the list too.
    const filtered = `export function f(all) {\n${loop.replace('forEach', 'filter')}}\n`;
    assert.deepEqual(await told(filtered), [`low ${title('the caller goes on').replace('forEach', 'filter')}`]);
  });

  it('one thing twice on a line, one conflict at each of its markers, nor with a fix that empties a text', async () => {
    const typed = await review(
      [eslintReviewer],
      { 'x.txt': '' },
      { 'a.ts': 'go(typeof window !== undefined && typeof document !== undefined);\n' },
    );
    assert.deepEqual(places(typed), ['a.ts:1 eslint/valid-typeof']);
    const conflict = await review(
      [hygieneReviewer],
      { 'x.txt': '' },
      { 'a.json': '{\n<<<<<<< HEAD\n=======\n>>>>>>> other\n}\n' },
    );
    assert.deepEqual(places(conflict), ['a.json:2 hygiene/conflict-marker']);
    const rest = await review([hygieneReviewer], { 'x.txt': '' }, { 'a.go': 'go()\n>>>>>>> other\n' });
    const comments = [conflict, rest].flatMap(each => (each.status === 'completed' ? each.comments : []));
    assert.deepEqual(
      comments.map(({ severity }) => severity),
      ['high', 'medium'],
    );
    const inPython = 'def f():\n<<<<<<< HEAD\n    pass\n=======\n    go()\n>>>>>>> other\n';
    const told = await review([hygieneReviewer, ruffReviewer], { 'a.py': 'pass\n' }, { 'a.py': inPython });
    assert.deepEqual(places(told), ['a.py:2 hygiene/conflict-marker']);
    const broken = inPython.replace('f()', 'f(');
    const other = await review([hygieneReviewer, ruffReviewer], { 'a.py': 'pass\n' }, { 'a.py': broken });
    assert.deepEqual(places(other), ['a.py:2 hygiene/conflict-marker', 'a.py:1 ruff/syntax-error']);
    const mark = await review(
      [hygieneReviewer],
      { 'x.txt': '' },
      { 'a.ts': "if (text === 'a\ufeff') go();\nif (a\u200b) go();\n" },
    );
    assert.ok(mark.status === 'completed');
    assert.deepEqual(
      mark.comments.map(({ suggested_code }) => suggested_code),
      [undefined, 'if (a) go();'],
    );
  });

  it('what comes of the first error in a file that does not compile', async () => {
    const broken = 'export function f() {\n  call(1, {;\n  const a = ];\n  return a;\n}\n';
    for (const path of ['a.ts', 'a.js']) {
      const result = await review([typescriptReviewer], { [path]: '' }, { [path]: broken });
      assert.equal(places(result).length, 1);
      assert.match(places(result)[0] ?? '', /^a\.[jt]s:2 /);
    }
  });
});
