import { everyFile, newLinesIn, type DiffFile, type DiffModel } from './diff/diffFile.ts';
import { languageOf } from './diff/fileKind.ts';
import { pluralize } from './result/pluralize.ts';
import { isTestPath } from './reviewer.ts';

/** What tests are made of, by language, as patterns of which each match is one. */
const patterns = {
  script: {
    skips:
      /(?<![\w$.])(?:(?:it|test|describe|context|suite|specify)\.(?:skip|fixme)\b|x(?:it|test|describe|context|specify)\()/g,
    tests: /(?<![\w$.])x?(?:it|test|specify)(?:\.(?:only|skip|fixme|each|concurrent))*[(`]/g,
    assertions: /(?<![\w$.])(?:expect|assert)(?:\.\w+)*\(|\.should\b/g,
  },
  python: {
    skips:
      /(?:@|\b(?:pytestmark|marks)\s?=\s?\[?)pytest\.mark\.(?:skip|xfail)\b|@unittest\.(?:skip|expectedFailure)\b|(?<![\w.])(?:pytest\.skip|self\.skipTest)\(/g,
    tests: /^\s*(?:async )?def test/g,
    assertions: /^\s*assert\b|\bself\.assert\w+\(|\bpytest\.raises\(/g,
  },
} as const;

type Counted = keyof (typeof patterns)['script'];

/** How many more of something a file of tests has than before; negative if there are fewer. */
type Gains = Readonly<Record<Counted | 'returns', number>>;

/**
 * The changed files of tests that check less than before, with what they lost: tests that are skipped or end before code
 * that follows, and, where the change has fewer of them as a whole, tests and assertions; assertions also where their file
 * has as many tests as before. Nothing tells whether that is meant.
 */
export function weakenedTests(diff: DiffModel): string[] {
  const gains = everyFile(diff).flatMap(file => {
    const language = languageOf(file.path);
    return language === undefined || !isTestPath(file.path) ? [] : [{ file, gains: gainsIn(file, patterns[language]) }];
  });
  const total = (what: Counted): number => gains.reduce((sum, each) => sum + each.gains[what], 0);
  const isFewer = { tests: total('tests') < 0, assertions: total('assertions') < 0 };
  return gains.flatMap(({ file, gains: { skips, returns, tests, assertions } }) => {
    const lost = [
      ...(skips > 0 ? [pluralize(skips, 'more skip')] : []),
      ...(returns > 0 ? [`${pluralize(returns, 'return')} before other code`] : []),
      ...(isFewer.tests && tests < 0 ? [`${pluralize(-tests, 'test')} fewer`] : []),
      // New tests of other files do not check what these tests did.
      ...((isFewer.assertions || tests === 0) && assertions < 0
        ? [`${pluralize(-assertions, 'assertion')} fewer`]
        : []),
    ];
    return lost.length === 0 ? [] : [`${file.path} (${lost.join(', ')})`];
  });
}

function gainsIn(file: DiffFile, { skips, tests, assertions }: Readonly<Record<Counted, RegExp>>): Gains {
  const added = newLinesIn(file).map(line => file.lines[line - 1] ?? '');
  const removed = [...(file.removed?.values() ?? [])].flat();
  const gain = (pattern: RegExp): number => count(added, pattern) - count(removed, pattern);
  const returns = newLinesIn(file).filter(line => isBeforeCode(file.lines, line)).length;
  return { skips: gain(skips), returns, tests: gain(tests), assertions: gain(assertions) };
}

/** Whether a line only returns, and code with the same indentation follows, which is not run. */
function isBeforeCode(lines: readonly string[], line: number): boolean {
  const [, indentation] = /^([ \t]+)return;?[ \t]*$/.exec(lines[line - 1] ?? '') ?? [];
  if (indentation === undefined) return false;
  const next = lines.slice(line, line + farthest).find(each => each.trim() !== '') ?? '';
  return next.startsWith(indentation) && /^(?!case\b|default\b)[\w'"`[(]/.test(next.slice(indentation.length));
}

function count(lines: readonly string[], pattern: RegExp): number {
  return lines.filter(line => !comment.test(line)).reduce((sum, line) => sum + (line.match(pattern)?.length ?? 0), 0);
}

/** How many lines below a return are looked at for code. */
const farthest = 10;

const comment = /^\s*(?:\/\/|\/?\*|#)/;
