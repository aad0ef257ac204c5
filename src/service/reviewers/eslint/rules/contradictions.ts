import { benchmark, testDataFolder } from '../../../engine/diff/fileKind.ts';
import { quote } from '../../rule.ts';
import { isSelfAssigned } from '../falsePositives/assignments.ts';
import {
  closestAncestor,
  hasSideEffect,
  isDefaultOfSpread,
  isOnlyDeclared,
  isRepeatedEntry,
  isRoundedLiteral,
} from '../falsePositives/expressions.ts';
import type { LintReport, LintRule } from '../report.ts';

const bug = (severity: LintRule['severity'], say: LintRule['say']): LintRule => ({
  severity,
  category: 'bug',
  say,
});

/** The regular expression around a report. */
function pattern({ node, source }: LintReport): string {
  return quote(source.getText(closestAncestor(node, 'Literal', 'NewExpression', 'CallExpression') ?? node));
}

/** The `it.only` that a test is run alone by; undefined where the name of its function says so. */
function onlyAround({ parent }: LintReport['node']): LintReport['node'] | undefined {
  return parent?.type === 'MemberExpression' ? parent : undefined;
}

/** Rules on code that cannot do what it says. */
export const contradictionRules: Readonly<Record<string, LintRule>> = {
  'for-direction': bug('medium', ({ node, source }) => {
    const loop = closestAncestor(node, 'ForStatement');
    const [test, update] = loop?.type === 'ForStatement' ? [loop.test, loop.update] : [];
    return {
      title: `${quote(update ? source.getText(update) : '')} moves away from ${quote(test ? source.getText(test) : '')}: the loop never runs, or never ends.`,
      body: 'Turn the comparison or the step around.',
    };
  }),
  'no-dupe-keys': {
    ...bug('low', ({ names: [name = ''] }) => ({
      title: `\`${name}\` is in the object twice: the first value is lost.`,
      body: 'The later entry replaces the earlier one. Was another key meant?',
    })),
    // With one value nothing is lost.
    isFalsePositive: (node, source) => isRepeatedEntry(node, source) || isDefaultOfSpread(node, source),
  },
  '@typescript-eslint/no-dupe-class-members': {
    ...bug('medium', ({ names: [name = ''] }) => ({
      title: `\`${name}\` is in the class twice: the first one is lost.`,
      body: 'The later member takes the place of the earlier one. Was another name meant?',
    })),
    isFalsePositive: (node, source) => isRepeatedEntry(node, source) || isOnlyDeclared(node, source),
  },
  'no-empty-character-class': bug('medium', report => ({
    title: `${pattern(report)} never matches where it reaches \`[]\`: the class is empty.`,
    body: 'List the characters, or write `\\[\\]` for the brackets themselves.',
  })),
  'no-loss-of-precision': {
    ...bug('medium', ({ code }) => ({
      title: `\`${code}\` is stored as \`${String(Number(code.replaceAll('_', '')))}\`.`,
      body: 'The number has more digits than are kept. Use a `BigInt` or a text.',
    })),
    isFalsePositive: isRoundedLiteral,
  },
  'no-self-assign': {
    ...bug('low', ({ names: [name = ''] }) => ({
      title: `\`${name}\` is assigned to itself, which does nothing.`,
      body: 'Was another name meant on one side?',
    })),
    // In Svelte this updates what is shown.
    exceptInComponents: true,
    exceptTests: true,
    isFalsePositive: node => !isSelfAssigned(node),
  },
  'no-useless-backreference': bug('medium', report => ({
    title: `\`${report.names[0] ?? ''}\` in ${pattern(report)} matches nothing: its group has not matched by then.`,
    body: 'A reference counts only behind its group, and in the same alternative.',
  })),
  '@typescript-eslint/no-unused-expressions': {
    ...bug('medium', ({ code }) => ({
      title: `${quote(code.replace(/;\s*$/, ''))} is computed and dropped.`,
      body: 'Was a call, an assignment or a `return` meant?',
    })),
    // Tests of types, which are compiled and not run, and what is run to take its time.
    exceptIn: new RegExp(
      `${benchmark.source}|(?:^|/)tests?/(?:.*[/-])?(?:types?|typings?)[/.-]|[.-]test-d\\.[cm]?tsx?$`,
      'i',
    ),
    exceptInComponents: true,
    isFalsePositive: hasSideEffect,
  },
  'review/left-debugger': {
    ...bug('low', () => ({
      title: '`debugger` was left here: it stops the program where developer tools are open.',
      body: 'Remove it.',
    })),
    // Lessons show what a debugger shows.
    exceptIn: /(?:^|[/_-])(?:(?:curriculum|lectures?)\/|(?:lecture|lesson)[_-]?\d)/i,
    knownAs: /no-debugger/,
  },
  'review/only-in-test': {
    ...bug('medium', ({ node, source }) => ({
      title: `\`${source.getText(onlyAround(node) ?? node)}\` leaves out all other tests, and the run is green all the same.`,
      body: onlyAround(node) ? 'Remove `.only`.' : 'Remove the `f` that its name begins with.',
    })),
    // Tests of what `.only` does, and the tests that a runner is tried with.
    exceptIn: new RegExp(`(?:^|[/._-])only[/._-]|${testDataFolder.source}`, 'i'),
    knownAs: /no-(?:focused|only|exclusive)-tests?/,
  },
  'review/uncalled-matcher': bug('medium', ({ names: [name = ''] }) => ({
    title: `\`${name}\` is not called: this expects nothing, and the test is green all the same.`,
    body: `Call it, as in \`.${name}(…)\`.`,
  })),
  'review/empty-expectation': bug('medium', ({ code, messageId, names: [name = ''] }) =>
    messageId === 'late'
      ? {
          title: `${quote(name)} makes a promise of this, and nothing awaits it: the test may end before it fails.`,
          body: 'Put `await` before `expect`, or return it.',
        }
      : {
          title: `${quote(code.replace(/;\s*$/, ''))} expects nothing, and the test is green all the same.`,
          body: 'Call a matcher of it, as in `expect(…).toBe(…)`.',
        },
  ),
};
