import { alikeOnPurpose, quote } from '../../rule.ts';
import { codeOnly } from '../../../engine/diff/codeOnly.ts';
import type { RuffReport, RuffRule } from '../report.ts';

const bug = { severity: 'medium', category: 'bug' } as const;

/** Whether a value that stands there decides, `0 and on`: somebody switched something on or off. */
const isSwitch = ({ code }: RuffReport): boolean =>
  /^\(?\s*(?:True|False|[01])\b|\b(?:True|False)\s*\)?$|\b(?:and|or)\s+(?:True|False)\s+(?:and|or)\b/.test(code);

const constant = (result: string): RuffRule => ({
  ...bug,
  // Of the errors that a handler catches, another rule tells.
  isFalsePositive: report => isSwitch(report) || /^except\b/.test(report.line),
  say: ({ code }) => ({
    title: `${quote(code)} is always ${result}: one of its values decides alone.`,
    body: 'A text that is not empty is true, whatever it says. Was each value to be compared, or each looked for: `a in x or b in x`?',
  }),
});

/** Longest line, in characters, in which a comment is looked for. */
const longestLine = 1000;

/** Whether the line above is a comment, or one behind says that branches are alike on purpose. */
function isCommented({ text, start, end }: RuffReport): boolean {
  const above =
    text
      .slice(Math.max(0, start - longestLine), start)
      .split('\n')
      .at(-2) ?? '';
  const [behind = ''] = text.slice(end, end + longestLine).split('\n', 1);
  return above.trimStart().startsWith('#') || (behind.includes('#') && alikeOnPurpose.test(behind));
}

/** Rules on conditions that always come out the same. */
export const conditionRules: Readonly<Record<string, RuffRule>> = {
  SIM222: constant('true'),
  SIM223: constant('false'),
  RUF034: {
    ...bug,
    // What runs is the same either way.
    severity: 'low',
    exceptTests: true,
    isFalsePositive: isCommented,
    say: ({ code }) => ({
      title: `Both branches of ${quote(code)} are the same, so the condition has no effect.`,
      body: 'Was one of them meant to differ?',
    }),
  },
  RUF040: {
    ...bug,
    // What compares has a message that says little.
    isFalsePositive: ({ text, start, end }) => {
      const from = text.lastIndexOf('assert', start);
      return /[=<>]|\b(?:in|is|not)\b/.test(codeOnly(text).slice(from + 6, start > from ? start : end));
    },
    say: ({ line }) => ({
      title: `${quote(line)} compares nothing: what follows the comma is the message.`,
      body: 'Was `==` meant instead of the comma?',
    }),
  },
};
