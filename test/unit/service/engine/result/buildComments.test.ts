import assert from 'node:assert/strict';
import type { DiffFile } from '../../../../../src/service/engine/diff/diffModel.ts';
import { buildComments } from '../../../../../src/service/engine/result/buildComments.ts';
import type { AttributedFinding } from '../../../../../src/service/engine/result/locatedFinding.ts';

const text = 'one\ntwo\nthree\nfour\nfive\n';

function file(added: readonly number[], path = 'a.ts'): DiffFile {
  return { path, text, lines: text.split('\n'), added: new Set(added) };
}

function finding(of: DiffFile, startLine: number, more: Partial<AttributedFinding> = {}): AttributedFinding {
  return {
    file: of,
    reviewer: 'x',
    range: { startLine, startColumn: 1, endLine: startLine, endColumn: 2 },
    rule: 'x/rule',
    severity: 'medium',
    category: 'bug',
    title: `Something is wrong on line ${startLine}`,
    body: 'Because.',
    ...more,
  };
}

describe('the comments of a review', () => {
  it('are about new lines only, and stand at the first of them', () => {
    const changed = file([3, 4]);
    const range = { startLine: 2, startColumn: 1, endLine: 5, endColumn: 2 };
    const comments = buildComments([finding(changed, 1), finding(changed, 2, { range })]);
    assert.deepEqual(
      comments.map(({ start_line, end_line, existing_code }) => [start_line, end_line, existing_code]),
      [[3, 4, 'three\nfour']],
    );
  });

  it('name each related place once, and not their own', () => {
    const at = { path: 'a.ts', line: 1, column: 1, endColumn: 2, message: 'It is here.' };
    const related = [at, { ...at, line: 2 }, { ...at, line: 2 }, { ...at, line: 2, message: 'It is there.' }];
    const placesOf = (places: typeof related): unknown =>
      buildComments([finding(file([1]), 1, { related: places })])[0]?.related_locations?.map(
        ({ path, start_line, message }) => `${path}:${start_line} ${message}`,
      );
    assert.deepEqual(placesOf(related), ['a.ts:2 It is here.', 'a.ts:2 It is there.']);
    assert.equal(placesOf([at]), undefined);
  });

  it('are one for what has one cause in a file', () => {
    const all = [file([1, 2, 3]), file([1], 'b.ts')];
    const told = (isFoldedInFile?: true): unknown =>
      buildComments(all.flatMap(each => [1, 2].map(line => finding(each, line, { isFoldedInFile })))).map(
        ({ path, title }) => [path, title],
      );
    assert.deepEqual(told(true), [
      ['a.ts', 'Something is wrong on line 1, and 1 more like it.'],
      ['b.ts', 'Something is wrong on line 1'],
    ]);
    assert.equal((told() as unknown[]).length, 3);
  });

  it('offer a fix as whole lines, and only where all of them are new', () => {
    const fix = [{ start: 8, end: 13, text: 'THREE' }];
    const [offered] = buildComments([finding(file([3]), 3, { fix })]);
    assert.equal(offered?.suggested_code, 'THREE');
    const beyond = [{ start: 4, end: 13, text: 'both' }];
    const [kept] = buildComments([finding(file([3]), 3, { fix: beyond })]);
    assert.equal(kept?.suggested_code, undefined);
    const [deleted] = buildComments([finding(file([3]), 3, { fix: [{ start: 8, end: 14, text: '' }] })]);
    assert.deepEqual([deleted?.start_line, deleted?.end_line, deleted?.suggested_code], [3, 3, '']);
  });

  it('suggest nothing that leaves a block of Python empty, also where several suggestions are applied', () => {
    const code = 'def go():\n    one = 1\n    two = 2\n\n\ngo()\n';
    const changed: DiffFile = { path: 'a.py', text: code, lines: code.split('\n'), added: new Set([1, 2, 3, 4, 5, 6]) };
    const without = (line: number, rule: string): AttributedFinding => {
      const start = 10 + 12 * (line - 2);
      return finding(changed, line, { rule, title: `Take ${rule} away`, fix: [{ start, end: start + 12, text: '' }] });
    };
    const suggested = (...findings: readonly AttributedFinding[]): unknown =>
      buildComments(findings).map(each => each.suggested_code);
    assert.deepEqual(suggested(without(2, 'x/one')), ['']);
    assert.deepEqual(suggested(without(2, 'x/one'), without(3, 'y/other')), ['', undefined]);
  });

  it('tell a cause and not each place that breaks, where a compiler finds these too', () => {
    const [changed, user] = [file([3]), file([], 'b.ts')];
    const related = [{ path: 'b.ts', line: 2, column: 1, endColumn: 2, message: '`pay` is imported here.' }];
    const cause = finding(changed, 3, { rule: 'cross-file/removed-export', title: 'Gone', related });
    const places: readonly AttributedFinding[] = [2, 4].map(line =>
      finding(user, line, { reviewer: 'tool:tsc', rule: 'tsc/TS2305', severity: 'high', isConsequence: true }),
    );
    const told = (findings: readonly AttributedFinding[]): unknown =>
      buildComments(findings).map(each => [each.path, each.start_line, each.rule_id, each.severity]);
    assert.deepEqual(told([cause, ...places]), [
      ['a.ts', 3, 'cross-file/removed-export', 'high'],
      ['b.ts', 4, 'tsc/TS2305', 'high'],
    ]);
    const here = finding(user, 2, { rule: 'cross-file/removed-module', title: 'Gone', isConsequence: true });
    assert.deepEqual(told([here, ...places]), [
      ['b.ts', 2, 'cross-file/removed-module', 'high'],
      ['b.ts', 4, 'tsc/TS2305', 'high'],
    ]);
    assert.equal((told(places) as unknown[]).length, 2);
  });

  it('say a thing once, with the fix where one has it', () => {
    const changed = file([3]);
    const fix = [{ start: 8, end: 13, text: 'THREE' }];
    const comments = buildComments([finding(changed, 3), finding(changed, 3, { rule: 'y/other', fix })]);
    assert.deepEqual(
      comments.map(({ rule_id }) => rule_id),
      ['y/other'],
    );
  });

  it('are sorted with the gravest first', () => {
    const changed = file([1, 2, 3]);
    const comments = buildComments([
      finding(changed, 1, { severity: 'low' }),
      finding(changed, 2, { severity: 'critical', title: 'Another thing altogether' }),
    ]);
    assert.deepEqual(
      comments.map(({ severity }) => severity),
      ['critical', 'low'],
    );
  });

  it('say how often a rule was broken, not each time', () => {
    const many = 'x\n'.repeat(20);
    const changed: DiffFile = {
      path: 'a.ts',
      text: many,
      lines: many.split('\n'),
      added: new Set(Array.from({ length: 20 }, (_, i) => i + 1)),
    };
    const comments = buildComments(
      Array.from({ length: 20 }, (_, i) =>
        finding(changed, i + 1, { reviewer: 'tool:x', fix: [{ start: 2 * i, end: 2 * i + 1, text: 'y' }] }),
      ),
    );
    assert.equal(comments.length, 5);
    assert.match(comments.at(-1)?.body ?? '', /15 more places.*there is no suggestion for all of them\.$/s);
    // To apply the suggestion of one of them would not mend the others.
    assert.deepEqual(
      comments.map(({ suggested_code }) => suggested_code),
      ['y', 'y', 'y', 'y', undefined],
    );
  });

  it('have a fingerprint that survives shifted lines and tells equal lines apart', () => {
    const shifted: DiffFile = {
      path: 'a.ts',
      text: `zero\n${text}`,
      lines: `zero\n${text}`.split('\n'),
      added: new Set([4]),
    };
    const [before] = buildComments([finding(file([3]), 3)]);
    const [after] = buildComments([finding(shifted, 4)]);
    assert.equal(before?.fingerprint, after?.fingerprint);
    const twice: DiffFile = { path: 'a.ts', text: 'same\nsame\n', lines: ['same', 'same', ''], added: new Set([1, 2]) };
    const [first, second] = buildComments([finding(twice, 1), finding(twice, 2)]);
    assert.notEqual(first?.fingerprint, second?.fingerprint);
  });

  describe('on cleanups', () => {
    const all = file([1, 2, 3, 4, 5]);
    const at = (line: number, more: Partial<AttributedFinding> = {}): AttributedFinding => {
      const start = text.split('\n', line - 1).join('\n').length + (line > 1 ? 1 : 0);
      const fix = [{ start, end: start + 1, text: '-' }];
      return finding(all, line, { category: 'maintainability', severity: 'low', fix, ...more });
    };
    const shown = (findings: readonly AttributedFinding[]): unknown[] =>
      buildComments(findings).map(({ start_line, end_line, suggested_code }) => [start_line, end_line, suggested_code]);

    it('put those together whose fixes are one replacement of new lines', () => {
      assert.deepEqual(shown([at(3), at(1), at(4)]), [[1, 4, '-ne\ntwo\n-hree\n-our']]);
      const gap = file([1, 3, 4]);
      assert.deepEqual(shown([at(1, { file: gap }), at(3, { file: gap }), at(4, { file: gap })]), [
        [1, 1, '-ne'],
        [3, 4, '-hree\n-our'],
      ]);
    });

    it('keep rules apart, and defects, and offer one fix for a line', () => {
      const range = { startLine: 1, startColumn: 2, endLine: 1, endColumn: 3 };
      const second = at(1, { range, fix: [{ start: 1, end: 2, text: '+' }] });
      const other = at(2, { rule: 'x/other' });
      const defect = at(3, { category: 'bug', severity: 'low' });
      assert.deepEqual(shown([at(1), second, other, defect]), [
        [1, 1, '-ne'],
        [1, 1, undefined],
        [2, 2, '-wo'],
        [3, 3, '-hree'],
      ]);
    });

    it('list those without a fix in one comment, at the first of them', () => {
      const none = { fix: undefined };
      const [comment, ...more] = buildComments([at(4, none), at(2, none)]);
      assert.deepEqual(more, []);
      assert.deepEqual([comment?.start_line, comment?.suggested_code], [2, undefined]);
      assert.equal(comment?.title, 'Something is wrong on line 2, and 1 more like it.');
      assert.match(comment.body, /^Because\.\n\n- Line 2: Something is wrong on line 2\n- Line 4: Something/);
    });
  });

  describe('of one rule', () => {
    const [a, b] = [file([1, 2, 3, 4, 5]), file([4, 5], 'b.py')];
    const alike = (of: DiffFile, line: number, more: Partial<AttributedFinding> = {}): AttributedFinding =>
      finding(of, line, { rule: 'x/alike', title: `No timeout on line ${line}.`, ...more });

    it('are one with all places where they would be more than three', () => {
      const other = finding(a, 2, { rule: 'x/other', title: 'Something else entirely.' });
      assert.equal(buildComments([alike(a, 1), alike(a, 3), alike(b, 4), other]).length, 4);
      const comments = buildComments([alike(b, 4), alike(a, 3), other, alike(a, 1), alike(b, 5)]);
      assert.deepEqual(
        comments.map(({ path, start_line, title }) => [path, start_line, title]),
        [
          ['a.ts', 1, 'No timeout on line 1, and 3 more like it.'],
          ['a.ts', 2, 'Something else entirely.'],
        ],
      );
      const [folded] = comments;
      assert.deepEqual(folded?.related_locations?.map(({ path, start_line }) => `${path}:${start_line}`).sort(), [
        'a.ts:3',
        'b.py:4',
        'b.py:5',
      ]);
      assert.equal(folded.body, 'Because.', 'what the related places say is not listed again');
    });

    it('say where the findings are that they tell, and not where they only explain', () => {
      const related = [{ path: 'c.ts', line: 7, column: 1, endColumn: 5, message: 'It is called here.' }];
      const placesOf = (all: readonly AttributedFinding[]): unknown[] =>
        buildComments(all).map(({ path, start_line, member_locations: others = [] }) => [
          `${path}:${start_line}`,
          ...others.map(each => `${each.path}:${each.start_line}-${each.end_line}`),
        ]);
      assert.deepEqual(placesOf([alike(a, 1, { related })]), [['a.ts:1']]);
      assert.deepEqual(placesOf([alike(b, 4), alike(a, 3), alike(a, 1, { related }), alike(b, 5)]), [
        ['a.ts:1', 'a.ts:3-3', 'b.py:4-4', 'b.py:5-5'],
      ]);
      const many = Array.from({ length: 30 }, (_, at) => file([1], `${at}.ts`));
      const [comment] = buildComments(many.map(each => alike(each, 1)));
      assert.equal(comment?.related_locations?.length, 20);
      assert.equal(comment.member_locations?.length, 29, 'all of them count, also those that are not listed');
    });

    it('name each of the findings that they tell, as it is named alone', () => {
      const four = [alike(a, 1), alike(a, 3), alike(b, 4), alike(b, 5)];
      const named = (all: readonly AttributedFinding[]): (string | undefined)[] =>
        buildComments(all).flatMap(each => each.member_fingerprints ?? [each.fingerprint]);
      const [folded] = buildComments(four);
      assert.equal(folded?.member_fingerprints?.[0], folded?.fingerprint);
      assert.deepEqual(new Set(named(four)), new Set([...named(four.slice(0, 2)), ...named(four.slice(2))]));
      const unused = [1, 2, 4].map(line =>
        finding(a, line, { category: 'maintainability', name: `name${line}`, rule: 'x/unused' }),
      );
      assert.equal(new Set(named(unused)).size, 3);
    });

    it('have a suggestion only where it mends all of them, since applying it settles the comment', () => {
      const starts = [0, 4, 8, 14, 19];
      const fixed = (of: DiffFile, line: number): AttributedFinding => {
        const start = starts[line - 1] ?? assert.fail();
        return alike(of, line, { fix: [{ start, end: start + 1, text: '!' }] });
      };
      const suggested = (...all: readonly AttributedFinding[]): unknown =>
        buildComments(all).map(({ start_line, end_line, suggested_code }) => [start_line, end_line, suggested_code]);
      const four = [1, 2, 3, 4].map(line => fixed(a, line));
      assert.deepEqual(suggested(...four), [[1, 4, '!ne\n!wo\n!hree\n!our']]);
      assert.deepEqual(suggested(...four.slice(1), alike(a, 1)), [[1, 1, undefined]]);
      assert.deepEqual(suggested(...four, fixed(b, 4)), [[1, 1, undefined]]);
      const apart = file([1, 2, 4, 5]);
      assert.deepEqual(suggested(...[1, 2, 4, 5].map(line => fixed(apart, line))), [[1, 1, undefined]]);
      assert.deepEqual(suggested(...four.slice(2)), [
        [3, 3, '!hree'],
        [4, 4, '!our'],
      ]);
    });

    it('say why they have no suggestion where each of them has one', () => {
      const why = 'Each place is mended by itself, so there is no suggestion for all of them.';
      const fixed = (of: DiffFile, line: number): AttributedFinding =>
        alike(of, line, { fix: [{ start: line, end: line + 1, text: '!' }] });
      const bodies = (...all: readonly AttributedFinding[]): unknown => buildComments(all).map(({ body }) => body);
      assert.deepEqual(bodies(fixed(a, 1), fixed(a, 3), fixed(b, 4), fixed(b, 5)), [`Because.\n\n${why}`]);
      assert.deepEqual(bodies(alike(a, 1), alike(a, 3), alike(b, 4), alike(b, 5)), ['Because.']);
      assert.deepEqual(bodies(fixed(a, 1), fixed(b, 4)), ['Because.', 'Because.']);
    });

    it('stand at the gravest of them', () => {
      const low = [1, 2, 3].map(line => alike(a, line, { severity: 'low' }));
      const [folded] = buildComments([...low, alike(b, 5, { severity: 'high' })]);
      assert.deepEqual([folded?.path, folded?.start_line, folded?.severity], ['b.py', 5, 'high']);
    });

    it('are one for files that all stop at an error, whichever it is', () => {
      const stopped = [1, 2, 3, 4].map(at =>
        finding(file([1], `${at}.ts`), 1, { rule: `x/${at}`, title: `Error ${at}.`, stopsFile: true }),
      );
      assert.deepEqual(
        buildComments(stopped).map(({ title }) => title),
        ['Error 1, and 3 more like it.'],
      );
      assert.equal(buildComments(stopped.slice(1)).length, 3);
    });

    it('that have causes of their own, are one from six on', () => {
      const places = [...[1, 2, 3, 4, 5].map(line => [a, line] as const), [b, 5] as const];
      for (const more of [{ category: 'security' }, { reviewer: 'cross-file' }] as const) {
        const all = places.map(([of, line]) => alike(of, line, more));
        assert.equal(buildComments(all.slice(1)).length, 5);
        assert.equal(buildComments(all).length, 1);
      }
      const many = Array.from({ length: 6 }, (_, at) => file([1], `${at}.ts`));
      const [folded, ...rest] = buildComments(
        many.map((of, at) => finding(of, 1, { name: `n${at}`, title: `\`n${at}\` is not defined.` })),
      );
      assert.deepEqual([folded?.title, rest], ['`n0` is not defined, and 5 more like it.', []]);
    });

    it('that a tool of the project or a model finds, are told each', () => {
      for (const reviewer of ['tool:eslint', 'model'])
        assert.equal(buildComments([1, 2, 3, 4].map(line => alike(a, line, { reviewer }))).length, 4);
    });
  });

  describe('on names', () => {
    const unused = (
      of: DiffFile,
      line: number,
      name: string,
      more: Partial<AttributedFinding> = {},
    ): AttributedFinding =>
      finding(of, line, {
        category: 'maintainability',
        severity: 'low',
        name,
        title: `\`${name}\` is not used.`,
        ...more,
      });

    it('that are unused and cannot be removed by a fix, are one for the review, at the first of them', () => {
      const [a, b] = [file([1, 2, 3]), file([4], 'b.py')];
      const comments = buildComments([
        unused(b, 4, 'four', { rule: 'y/other' }),
        unused(a, 3, 'three'),
        unused(a, 2, 'two'),
      ]);
      assert.deepEqual(
        comments.map(({ path, start_line, title }) => [path, start_line, title]),
        [['a.ts', 2, '3 names are not used: `two`, `three` and `four`.']],
      );
      assert.match(comments[0]?.body ?? '', /- `a\.ts:2`: `two`.*\n- `a\.ts:3`: `three`.*\n- `b\.py:4`: `four`/);
    });

    it('that are unused, have the suggestion of the place where most of them are, whichever rules find them', () => {
      const all = file([1, 2]);
      const first = unused(all, 1, 'one', { fix: [{ start: 0, end: 4, text: '' }] });
      const both = [{ start: 4, end: 8, text: '' }];
      const second = unused(all, 2, 'two', { rule: 'y/other', fix: both });
      const again = unused(all, 2, 'three', {
        fix: both,
        range: { startLine: 2, startColumn: 2, endLine: 2, endColumn: 3 },
      });
      const elsewhere = unused(file([4], 'b.py'), 4, 'four', { fix: [{ start: 14, end: 19, text: '' }] });
      assert.deepEqual(
        buildComments([elsewhere, first, second, again]).map(each => [
          each.path,
          each.start_line,
          each.end_line,
          each.suggested_code,
          each.title,
        ]),
        [['a.ts', 1, 2, '', '4 names are not used: `one`, `two`, `three` and `four`.']],
      );
    });

    it('that are unused in several places, are counted once, and the places told', () => {
      const all = file([1, 2, 3]);
      const titles = (...names: readonly string[]): (string | undefined)[] =>
        buildComments(names.map((name, at) => unused(all, at + 1, name))).map(({ title }) => title);
      assert.deepEqual(titles('one', 'two'), ['2 names are not used: `one` and `two`.']);
      assert.deepEqual(titles('one', 'two', 'one'), ['2 names are not used at 3 places: `one` and `two`.']);
      assert.deepEqual(titles('one', 'one'), ['1 name is not used at 2 places: `one`.']);
    });

    it('that are unused, are not told in a folder that a program named', () => {
      const told = (path: string): number =>
        buildComments([finding(file([1, 2], path), 1, { category: 'maintainability', name: 'os' })]).length;
      assert.equal(told('users/6652bf1c-5bb5-4f36-96db-0c2d377b212f/skills/a.py'), 0);
      assert.equal(told('app/.kit/schemas/a.py'), 0);
      assert.equal(told('app/.storybook/a.py'), 1);
      assert.equal(told('users/6652bf1c/skills/a.py'), 1);
    });

    it('that are unused, are not told where the file uses them by an old name', () => {
      const fixOf = (line: number) => [{ start: 4 * line - 4, end: 4 * line, text: '' }];
      const unused = (name: string, line: number): AttributedFinding =>
        finding(file([1, 2]), line, { category: 'maintainability', name, fix: fixOf(line) });
      const told = (missing: string, name: string): string[] =>
        buildComments([finding(file([1, 2]), 5, { name: missing }), unused(name, 1)]).map(({ title }) => title);
      assert.deepEqual(told('AsyncScraperService', 'ScraperService'), []);
      assert.equal(told('AsyncScraperService', 'PriceService').length, 1);
      const suggested = (missing: string, name: string, more: readonly AttributedFinding[] = []): unknown =>
        buildComments([finding(file([1, 2]), 5, { name: missing }), unused(name, 1), ...more])[0]?.suggested_code;
      for (const [missing, name] of [
        ['AsyncScraperService', 'services.ScraperService'],
        ['ScraperService', 'ScraperServiceV2'],
        ['fetch_page_sync', 'pages.fetch_page'],
        ['HTTPClient', 'OldHTTPClient'],
      ] as const)
        assert.equal(suggested(missing, name), undefined, name);
      for (const [missing, name] of [
        ['AsyncScraperService', 'PriceService'],
        ['get_price', 'get_user'],
        ['price', 'prices.list'],
      ] as const)
        assert.equal(suggested(missing, name), '', name);
      // Its edits would take the wanted name away as well.
      const shared = { ...unused('other', 2), fix: fixOf(1) };
      assert.equal(suggested('AsyncScraperService', 'ScraperService', [shared]), undefined);
      assert.equal(suggested('AsyncScraperService', 'ScraperService', [unused('other', 2)]), '');
      const place = { startLine: 5, startColumn: 1, endLine: 5, endColumn: 5 };
      const text = 'one\ntwo\n\n\nPage\n';
      const page: DiffFile = { path: 'b.ts', text, lines: text.split('\n'), added: new Set([1]) };
      const gone = finding(page, 5, { rule: 'cross-file/undefined-name', range: place });
      const old = finding(page, 1, { category: 'maintainability', name: 'MainPage', fix: fixOf(1) });
      assert.deepEqual(
        buildComments([gone, old]).map(({ title }) => title),
        [],
      );
    });

    it('that one removal leaves undefined, are one', () => {
      const all = file([5]);
      const gone = (line: number, name: string): AttributedFinding =>
        finding(all, line, { name, title: `\`${name}\` is not defined.`, isConsequence: true });
      const comments = buildComments([gone(3, 'b'), gone(1, 'a'), gone(2, 'a'), gone(4, 'c')]);
      assert.deepEqual(
        comments.map(({ start_line, title, body }) => [start_line, title, body]),
        [[1, '`a`, `b` and `c` are not defined any more.', 'Because.\n\nThe same goes for lines 2-4.']],
      );
    });
  });

  it('say once what lines next to each other use undefined', () => {
    const all = file([1, 2, 3, 4, 5]);
    const gone = (line: number, name: string): AttributedFinding =>
      finding(all, line, { name, title: `\`${name}\` is not defined.` });
    assert.deepEqual(
      buildComments([gone(5, 'e'), gone(2, 'b'), gone(1, 'a'), gone(3, 'c')]).map(each => [
        each.start_line,
        each.title,
      ]),
      [
        [1, '`a`, `b` and `c` are not defined.'],
        [5, '`e` is not defined.'],
      ],
    );
  });

  it('say once that a name is not defined, but each of other defects, also in the same words', () => {
    const all = file([1, 2, 3]);
    const twice = (more: Partial<AttributedFinding>): number =>
      buildComments([1, 2].map(line => finding(all, line, { title: 'The same.', ...more }))).length;
    assert.equal(twice({ name: 'a' }), 1);
    assert.equal(twice({}), 2);
  });

  describe('of several reviewers', () => {
    const all = file([1, 2, 3, 4, 5]);
    const analyser = finding(all, 2, {
      rule: 'eslint/sql',
      title: 'SQL is built from values.',
      body: 'A value in the text of a query can change the query (SQL injection). Pass it as a parameter.',
    });
    const model = finding(all, 3, {
      reviewer: 'model',
      rule: 'model/security',
      severity: 'critical',
      title: 'The order id is put into the text of the SQL query.',
      body: 'A crafted id changes the query (injection). Use a parameter.',
    });
    const rules = (...findings: AttributedFinding[]): string[] => buildComments(findings).map(({ rule_id }) => rule_id);

    it('say a thing once within two lines: an analyser rather than a model, and one with a fix rather than either', () => {
      assert.deepEqual(rules(model, analyser), ['eslint/sql']);
      const fix = [{ start: 8, end: 13, text: 'THREE' }];
      assert.deepEqual(rules({ ...model, fix }, analyser), ['model/security']);
    });

    it('say both where they are about other things, further apart, or a defect beside a cleanup', () => {
      const other = { ...model, title: 'The promise is not awaited.', body: 'A failure of the save is lost.' };
      assert.equal(rules(other, analyser).length, 2);
      const range = { startLine: 5, startColumn: 1, endLine: 5, endColumn: 2 };
      assert.equal(rules({ ...model, range }, analyser).length, 2);
      assert.equal(rules(model, { ...analyser, category: 'maintainability' }).length, 2);
    });

    it('leave out notes', () => {
      assert.deepEqual(rules({ ...model, category: 'note' }, analyser), ['eslint/sql']);
    });
  });
});
