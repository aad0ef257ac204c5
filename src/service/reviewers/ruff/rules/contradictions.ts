import { isWithNone } from '../fixes.ts';
import { quote } from '../../rule.ts';
import { isOldHandler } from '../pythonVersions.ts';
import type { RuffRule } from '../report.ts';
import { benchmark } from '../../../engine/diff/fileKind.ts';
import { codeOnly } from '../../../engine/diff/codeOnly.ts';
import { isTried, isToFail } from '../python/blocks.ts';
import { hasEqualValues } from '../python/dictionaries.ts';
import { mutatedDefault } from '../python/mutatedDefault.ts';

/** What libraries for tests hand a value to, of which a comparison then fails: `expect(total) == 2`. */
const expecting = /^(?:expect|ensure|that)\(/;

const bug = { severity: 'medium', category: 'bug' } as const;

/** Rules on code that cannot do what it says. */
export const contradictionRules: Readonly<Record<string, RuffRule>> = {
  F601: {
    ...bug,
    severity: 'low',
    isFoldedInFile: true,
    // With one value nothing is lost.
    isFalsePositive: ({ text, start, end }) => hasEqualValues(text, start, end),
    say: ({ code }) => ({
      title: `The key ${quote(code)} is in the dictionary twice: the first value is lost.`,
      body: 'The later entry replaces the earlier one. Was another key meant?',
    }),
  },
  F631: {
    ...bug,
    say: ({ code }) => ({
      title: `${quote(code)} never fails: it tests a tuple, which is always true.`,
      body: 'Remove the parentheses around the condition and the message.',
    }),
  },
  F632: {
    ...bug,
    // Where this Python has one object for them, it does what was meant.
    severity: 'low',
    // A list or a dictionary that is made here is another one in any case, and equal to few.
    isFalsePositive: ({ code }) => /^[[{(]|\bis\s+(?:not\s+)?[[{(]/.test(code),
    say: ({ code }) =>
      isWithNone.test(code)
        ? {
            title: `${quote(code)} is always ${/\bis[ \t]+not\b/.test(code) ? 'true' : 'false'}: a text or number that stands there is never \`None\`.`,
            body: 'Was a variable meant, or a value that is looked up by it?',
          }
        : {
            title: `${quote(code)} asks whether both are one object, not whether they are equal.`,
            body: 'Equal texts and numbers are one object only by chance, and Python warns about it. Compare with `==` or `!=`.',
          },
  },
  F634: {
    ...bug,
    say: ({ code }) => ({
      title: `${quote(code)} is a tuple, so the condition is always true.`,
      body: 'Remove the comma behind the condition.',
    }),
  },
  B005: {
    ...bug,
    // Few of the texts that it is given have such an end.
    severity: 'low',
    // Of one character alone any number is meant, and of white space any, also among punctuation.
    isFalsePositive: ({ code }) =>
      isLooseEnd(/strip\(\s*[buBU]?(["'])((?:(?!\1).)*)\1\s*\)$/.exec(code)?.[2]?.replace(/\\[tnrfv]/g, ' ')) ||
      /\(\s*[rbuRBU]?(["'])(.)\2*\1\s*\)$/.test(code) ||
      /\(\s*[buBU]?(["'])(?:\\(?:x[\da-fA-F]{2}|[abfnrtv0])| )*\1\s*\)$/.test(code),
    say: ({ code }) => ({
      title: `${quote(code)} removes any of these characters, not the text as a whole.`,
      body: 'It goes on as long as it finds one of them. For a text, use `removeprefix` or `removesuffix`.',
    }),
  },
  B006: {
    ...bug,
    // One that helps to set up a test may be filled on purpose.
    exceptTests: true,
    // One that is only read does no harm.
    isFalsePositive: ({ text, start }) => mutatedDefault(text, start) === undefined,
    say: ({ text, start }) => {
      const { parameter = '', function: name = '', change = '' } = mutatedDefault(text, start) ?? {};
      return {
        title: `\`${change}\` changes the default of \`${parameter}\`: the next call of \`${name}\` starts with what this one put in.`,
        body: 'The default is made once, when the function is defined, and is shared by all calls. Make a new one in the function.',
      };
    },
  },
  B015: {
    ...bug,
    // The comparison itself may be what is tried, or what expects something.
    isFalsePositive: ({ text, start, knownPath, code }) =>
      expecting.test(code) || benchmark.test(knownPath) || isTried(codeOnly(text), start) || isToFail(text, start),
    say: ({ code }) => ({
      title: `${quote(code)} compares and drops the result.`,
      body: 'Was an assignment or an `assert` meant?',
    }),
  },
  B025: {
    ...bug,
    isFalsePositive: ({ line }) => isOldHandler(line),
    say: ({ names: [name = ''] }) => ({
      title: `\`${name}\` is handled above already: this handler never runs for it.`,
      body: 'The first handler that fits takes the error. Was another error meant?',
    }),
  },
};

/** Whether a text has white space, and neither letters nor digits. */
function isLooseEnd(text = ''): boolean {
  return /\s/.test(text) && !/[\p{L}\p{N}\\]/u.test(text);
}
