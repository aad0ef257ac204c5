import { quote } from '../../rule.ts';
import { closing, functionsAround } from '../python/functions.ts';
import { isOnCondition, isToFail } from '../python/blocks.ts';
import { codeOnly } from '../../../engine/diff/codeOnly.ts';
import type { RuffReport, RuffRule } from '../report.ts';

const bug = { severity: 'medium', category: 'bug' } as const;

/** Other libraries fill in `{}`. */
const hasBraces = ({ text, end }: RuffReport): boolean =>
  /\bloguru\b/.test(codeOnly(text)) || text.slice(end, closing(codeOnly(text), end)).includes('{');

/** A logger of something else, as `self.log`, `log = app.log` or `log = Logger()` where nothing speaks of Python's, may print all that it is given. */
const isOther = ({ text, start, end }: RuffReport): boolean => {
  const called = text.slice(start, end);
  const [, name = ''] = /^(\w+)\.\w+$/.exec(called) ?? [];
  const isTaken =
    name !== '' &&
    new RegExp(`^[ \\t]*${name}[ \\t]*=[ \\t]*(?:\\w+(?:\\.\\w+)+[ \\t]*(?:#|$)|(?:\\w+\\.)*[A-Z]\\w*\\()`, 'm').test(
      text,
    );
  return (
    !/^[ \t]*(?:import\b.*\blogging\b|from logging\b)|getLogger|get_\w*logger/m.test(text) &&
    (isTaken || /\.\w+\.\w+$/.test(called))
  );
};

/** A line that looks something up with a default, behind the rest of a line. */
const defaulted = /^[^\n]*\n\s*[^\n]*\.get\([^\n]+,/;

/** Whether the function around an offset is one that classes below have to define. */
function isAbstract(text: string, offset: number): boolean {
  const around = functionsAround(codeOnly(text), offset).at(-1);
  const above = around === undefined ? '' : text.slice(Math.max(0, around.parameters[0] - 500), around.parameters[0]);
  return /@(?:abc\.)?abstract\w+[ \t]*\n(?:[ \t]*@[^\n]*\n)*[ \t]*(?:async[ \t]+)?def[ \t]+\w+[ \t]*\($/.test(above);
}

const logging = (what: string): RuffRule => ({
  ...bug,
  isFalsePositive: report => hasBraces(report) || isOther(report),
  say: ({ line }) => ({
    title: `${quote(line)} logs an error in place of the message: it has ${what} values than places.`,
    body: 'Each value needs a place in the text, such as `%s`.',
  }),
});

const translated: RuffRule = {
  ...bug,
  exceptTests: true,
  // A call gives what it formats, such as a text that is translated already.
  isFalsePositive: ({ text, start }) =>
    !/gettext|translat|i18n/i.test(text) || /^[\w.]+[ \t\r\n]*\(/.test(text.slice(start)),
  say: ({ line }) => ({
    title: `${quote(line)} is never translated: the values are put in before the text is looked up.`,
    body: 'No catalogue has the text with its values. Translate the text with its places, and fill them in after that: `_("… %(name)s") % {"name": name}`.',
  }),
};

/** What halts the program; what listens for a debugger, or opens a shell, is mostly meant. */
const halt = /^(?:[\w.]+\.)?(?:s?set_trace|breakpoint|break_into_debugger)$/;

/** Functions and files that are there for debugging. */
const forDebugging = /debug|pdb|breakpoint|set_?trace|post_?mortem/i;

/** Whether a debugger is called on purpose: on a condition, where an error is handled, or by what is there to do so. */
function isDebuggerMeant({ path, text, start, end }: RuffReport): boolean {
  const code = codeOnly(text);
  return (
    forDebugging.test(path) ||
    functionsAround(code, start).some(({ name }) => forDebugging.test(name)) ||
    isOnCondition(code, start) ||
    // Only a statement of its own is a breakpoint.
    !/(?:^|[;:])[ \t]*$/.test(code.slice(code.lastIndexOf('\n', start - 1) + 1, start)) ||
    !/^(?:[^\n()]*\([^\n()]*\))+[ \t]*(?:;|\r?$)/m.test(code.slice(start, end + 1_000))
  );
}

/** Rules on code that has no effect, or another than it looks like. */
export const effectRules: Readonly<Record<string, RuffRule>> = {
  INT002: translated,
  INT003: translated,
  T100: {
    ...bug,
    isFalsePositive: report => report.isIdle || !halt.test(report.names[0] ?? '') || isDebuggerMeant(report),
    say: ({ code }) => ({
      title: `${quote(code)} was left here: the program halts in the debugger.`,
      body: 'Where nobody sits at a terminal, it hangs or fails. Remove the line.',
    }),
  },
  PLE1205: logging('more'),
  PLE1206: logging('fewer'),
  PLW0133: {
    ...bug,
    // Nobody runs it, since classes below have their own; what follows has a default instead; or it is named to be raised.
    isFalsePositive: ({ text, start, end }) =>
      isAbstract(text, start) || defaulted.test(text.slice(end)) || isToFail(text, start),
    say: ({ code }) => {
      const isWarning = /^[\w.]*Warning\b/.test(code);
      return {
        title: `${quote(code)} makes ${isWarning ? 'a warning and does not show' : 'an error and does not raise'} it.`,
        body: isWarning ? 'Is `warnings.warn` missing?' : 'Is `raise` missing?',
      };
    },
  },
  PLW0245: {
    ...bug,
    say: ({ line }) => ({
      title: `${quote(line)} does not reach the class above: \`super\` is not called.`,
      body: 'Write `super()`, and leave out `self`.',
    }),
  },
  PLW0711: {
    ...bug,
    say: ({ line }) => ({
      title: `${quote(line)} catches one kind of error only: \`or\` and \`and\` choose one of them.`,
      body: 'Put the kinds into a tuple: `except (A, B):`.',
    }),
  },
};
