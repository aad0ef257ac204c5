import { conflictMarker, conflictWords } from '../../conflictMarker.ts';
import { quote, quoteWhole } from '../../rule.ts';
import { isTried } from '../python/blocks.ts';
import { codeOnly } from '../../../engine/diff/codeOnly.ts';
import { isInAssertMessage } from '../python/blocks.ts';
import { listsObjects } from '../python/listedObjects.ts';
import { functionsAround, opening } from '../python/functions.ts';
import { isOldHandler } from '../pythonVersions.ts';
import type { RuffReport, RuffRule } from '../report.ts';

const crash = (error: string, why: (report: RuffReport) => string): RuffRule => ({
  severity: 'high',
  category: 'bug',
  say: report => ({
    title: `${quote(report.code)} raises ${error.split(' or ').map(quote).join(' or ')}.`,
    body: why(report),
  }),
});

/** What the message lists behind its colon. */
const listed = ({ message }: RuffReport): string => quote(message.slice(message.lastIndexOf(':') + 1));

/** Whether the function around an offset has an error among its parameters, asks for the one that is handled, or is named for it. */
function takesError(text: string, offset: number): boolean {
  const code = codeOnly(text);
  const around = functionsAround(code, offset).at(-1);
  return (
    around !== undefined &&
    (/^__a?exit__$|(?:err|exc(?!l)|fail|rais|handle)/i.test(around.name) ||
      /\bexc_info\b|\bformat_exc\b|\bprint_exc\b|\bFailure\(\)/.test(code.slice(around.body[0], offset)) ||
      /\b(?:e|ex|exc|err|error|exception)\b|\b\w*(?:Error|Exception)\b/.test(code.slice(...around.parameters)))
  );
}

/** Rules on code that fails whenever it runs. */
export const crashRules: Readonly<Record<string, RuffRule>> = {
  F502: crash('TypeError', () => 'The format has names in it, so it needs a dictionary.'),
  F503: crash('TypeError', () => 'The format has several places, so it needs a tuple.'),
  F505: crash('KeyError', report => `The dictionary has no ${listed(report)}, which the format asks for.`),
  F506: crash('TypeError', () => 'The format mixes places with names and places without.'),
  F507: {
    ...crash('TypeError', ({ message }) => {
      const [places = '', values = ''] = message.match(/\d+/g) ?? [];
      return `The format has ${places} places and gets ${values} values.`;
    }),
    // A format without a place takes any dictionary.
    isFalsePositive: ({ code }) => /%\s*[A-Za-z_][\w.]*(?:[([].*)?$/s.test(code),
  },
  F509: crash('ValueError', ({ names: [character = ''] }) => `The format has no conversion \`${character}\`.`),
  F521: crash(
    'ValueError',
    () => 'A brace of the format is not closed, or not opened. Write `{{` or `}}` for a brace.',
  ),
  F524: {
    ...crash(
      'IndexError or KeyError',
      report => `The format asks for ${listed(report)}, which the call does not give.`,
    ),
    isMinor: ({ text, start }) => isInAssertMessage(text, start),
  },
  F525: crash('ValueError', () => 'The format mixes `{}` with `{0}`. Number all of the places, or none.'),
  F633: {
    ...crash('TypeError', () => ''),
    say: ({ line }) => ({
      title: `${quote(line)} raises \`TypeError\`: \`print\` is a function.`,
      body: '`print >>` is Python 2. Write `print(…, file=…)`.',
    }),
  },
  F901: {
    ...crash('TypeError', () => ''),
    // The line is to fail, and does so with another error, in each of the functions that others are to fill in.
    severity: 'low',
    isFoldedInFile: true,
    say: () => ({
      title: '`raise NotImplemented` raises `TypeError`.',
      body: '`NotImplemented` is a value for comparisons and no error. The error is `NotImplementedError`.',
    }),
  },
  B016: {
    ...crash('TypeError', () => ''),
    // The line is to fail, and does so with another error.
    severity: 'medium',
    say: ({ line }) => ({
      title: `${quote(line)} raises \`TypeError\`: only errors can be raised.`,
      body: 'Make an error of it, such as `raise RuntimeError("…")`.',
    }),
  },
  B030: {
    ...crash('TypeError', () => ''),
    // `A or B` is told by another rule, and `A if x else B` may be fine.
    isFalsePositive: ({ code, line }) => /\b(?:or|and|else)\b/.test(code) || isOldHandler(line),
    say: ({ code, line }) => ({
      title: `${quote(line)} raises \`TypeError\` when an error arrives: ${quote(code)} is no kind of error.`,
      body: 'Several kinds go into a tuple: `except (A, B):`.',
    }),
  },
  PLE0604: {
    ...crash('TypeError', () => ''),
    severity: 'low',
    exceptTests: true,
    // What is unpacked may be texts, and a list that the file reads is for more than imports.
    isFalsePositive: ({ text, start }) =>
      /^[^\])]*[[(,]\s*\*/.test(text.slice(start, start + 2_000)) ||
      !listsObjects(text, start) ||
      /\b__all__\b(?![ \t]*(?:[+:]?=|:|\.(?:append|extend)\b))/.test(codeOnly(text)),
    say: ({ names: [list = '__all__'] }) => ({
      title: `\`${list}\` has values in it that are no texts: \`from … import *\` raises \`TypeError\`.`,
      body: 'Put the names between quotes.',
    }),
  },
  PLE0704: {
    ...crash('RuntimeError', () => ''),
    // Nothing goes on either way; who reads the log is told less.
    severity: 'medium',
    // There it makes the test fail, as was meant.
    exceptTests: true,
    // A function that is given an error, looks for it, or is named for it is called where it is handled, a comment says
    // what the line is for, and what handles the `RuntimeError` below is where the line is to lead.
    isFalsePositive: ({ text, start, line }) =>
      line.includes('#') ||
      /^[ \t]*#[^\n]*\n[ \t]*$/m.test(text.slice(0, start).split('\n').slice(-2).join('\n')) ||
      takesError(text, start) ||
      isTried(codeOnly(text), start),
    say: () => ({
      title: '`raise` has no error to raise here: it raises `RuntimeError` unless a caller handles one.',
      body: 'Outside of `except` there is no error to raise again. Name the one that is meant.',
    }),
  },
  PLE0241: {
    ...crash('TypeError', () => ''),
    say: ({ names: [base = '', name = ''] }) => ({
      title: `\`${name}\` has the base class \`${base}\` twice: this line raises \`TypeError\`.`,
      body: 'Name each base class once.',
    }),
  },
  PLE1132: {
    ...crash('TypeError', () => ''),
    // A dictionary that has a key twice gives it once.
    isFalsePositive: ({ text, start, names: [name = ''] }) => {
      const dictionary = opening(codeOnly(text), start);
      const call =
        dictionary !== undefined && text[dictionary] === '{' ? opening(codeOnly(text), dictionary) : undefined;
      // A text may be anything, and an argument has a name.
      const isNamed = /^\w+$/.test(name) && new RegExp(`\\b${name}[ \\t]*=(?!=)`).test(text.slice(call, start));
      return call !== undefined && !isNamed;
    },
    say: ({ names: [name = ''] }) => ({
      title: `\`${name}\` is given twice: the call raises \`TypeError\`.`,
      body: 'Give each argument once.',
    }),
  },
  PLE1307: {
    ...crash('TypeError', () => 'The format asks for another type than the value has.'),
    // A character may be a number or a text, and only the value tells how long that is.
    isFalsePositive: ({ code }) => /%[-+ #0]*\d*c/.test(code),
  },
};

/** Syntax that Python refuses, apart from what its parser does not accept. */
export const refused: readonly string[] = ['F404', 'F407', 'F622', 'F701', 'F702', 'F704', 'F706', 'F707', 'PLE1142'];

/** A file that cannot be compiled. */
export const syntaxRule: RuffRule = {
  severity: 'high',
  category: 'bug',
  say: ({ line, message }) =>
    conflictMarker().test(line)
      ? conflictWords(line)
      : {
          title: `Python cannot read ${line === '' ? 'this file to its end' : quote(line)}, so the file does not load.`,
          body: `It cannot be imported or run like this. Ruff's parser: ${quoteWhole(message)}`,
        },
};
