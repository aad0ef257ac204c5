import { isTestPath } from '../../../engine/reviewer.ts';
import { isGenerated } from '../../../engine/diff/excludedFiles.ts';
import { isSample } from '../../crossFile/checks/severityOfBreak.ts';
import { codeOnly } from '../../../engine/diff/codeOnly.ts';
import { isInAssertMessage, isPassedOver, isRunOnLoad, isTried, isUnreachable } from '../python/blocks.ts';
import { closing } from '../python/functions.ts';
import { isNotEvaluated } from '../python/isNotEvaluated.ts';
import { isForItsEffect, isForOthers } from '../python/importEffects.ts';
import { isBoundByLoop, isBoundInside, isDeletedLater, mayBeInjected } from '../python/hosted/injectedNames.ts';
import { isInLiteral } from '../python/literalTypes.ts';
import { areSameDefinitions } from '../python/shadowed.ts';
import { isOfAskedVersion } from '../python/oftenImported.ts';
import type { RuffRule } from '../report.ts';

const nameError = 'Is an import missing, or was the name spelt in another way?';

const unused = (what: string): RuffRule => ({
  severity: 'low',
  category: 'maintainability',
  isAboutName: true,
  say: ({ names: [name = 'A name'] }) => ({
    title: `\`${name}\` is ${what}`,
    body: 'Remove it, or use it if that was meant.',
  }),
});

/** The name that an import binds: `a.b`, `b as c`. */
function boundBy(code: string): string {
  return /[\w.]*$/.exec(code)?.[0] ?? '';
}

/** Whether the rest of a file may give the name as well. */
function isBoundBeside(rest: string, name: string): boolean {
  return new RegExp(
    `^[ \\t]*(?:(?:class|def)[ \\t]+${name}\\b|${name}[ \\t]*(?:,|=(?!=)|$))|\\b(?:import|as)\\b[^\\n#]{0,300}\\b${name}\\b|\\bglobals\\(|\\b__getattr__\\b`,
    'm',
  ).test(rest);
}

/** Whether a function of a file has a parameter with the last part of a name. */
function isParameter(text: string, name: string): boolean {
  const last = name.slice(name.lastIndexOf('.') + 1);
  return /^\w+$/.test(last) && new RegExp(`\\bdef[ \\t]+\\w+[ \\t]*\\([^()]{0,2000}\\b${last}\\b`).test(text);
}

/** Whether pytest may use an import by its name alone: `conftest.py` gives its names to all tests beside it. */
function mayBeFixture(path: string, text: string, name: string): boolean {
  return isTestPath(path) && (path.endsWith('conftest.py') || /fixtures?\b/i.test(name) || isParameter(text, name));
}

/** Whether a comment for type checkers has the last part of a name: `x = {}  # type: Dict[str, str]`. */
function isInTypeComment(text: string, name: string): boolean {
  const last = name.slice(name.lastIndexOf('.') + 1);
  return /^\w+$/.test(last) && new RegExp(`#[ \\t]*type:[^\\n]*\\b${last}\\b`).test(text);
}

/** Whether code that is a comment for now uses the last part of a name: `# router.register("a", A)`. */
function isUsedInComment(text: string, name: string): boolean {
  const last = name.slice(name.lastIndexOf('.') + 1);
  return /^\w+$/.test(last) && new RegExp(`^[ \\t]*#[^\\n]*\\b${last}\\b[.(),]`, 'm').test(text);
}

/** Most lines of the decorators of a definition. */
const mostDecorating = 12;

/** Whether the definition in a line has a decorator, which may be of several lines. */
function isDecorated(lines: readonly string[], line: number): boolean {
  const above = lines.slice(Math.max(0, line - 1 - mostDecorating), line - 1);
  const from =
    above.findLastIndex(each => each.trim() === '' || /^[ \t]*(?:async[ \t]+)?(?:def|class)\b/.test(each)) + 1;
  return above.slice(from).some(each => /^[ \t]*@/.test(each));
}

/** Whether a file is a revision of Alembic: the project's template writes the same imports into each. */
function isRevision(text: string): boolean {
  return /^revision\b[^=\n]*=/m.test(text) && /^down_revision\b[^=\n]*=/m.test(text);
}

/** Whether one call, and nothing else, gives a variable its value. @param end offset of the end of its name */
function isResult(text: string, end: number): boolean {
  const code = codeOnly(text);
  const call = /^[ \t]*(?::[^=\n]*)?=[ \t]*(?:await[ \t]+)?[\w.]+(?=\()/.exec(code.slice(end));
  const close = call === null ? undefined : closing(code, end + call[0].length);
  return close !== undefined && /^[ \t]*(?:$|\r?\n)/.test(code.slice(close + 1));
}

const linesOf = (text: string): string[] => text.split(/\r\n|\n|\r/);

/** The line of the definition that Ruff says is replaced. */
const lineOfFirst = (message: string): number => Number(/from line (\d+)/.exec(message)?.[1] ?? 0);

const definition = /^[ \t]*(?:async[ \t]+)?(?:def|class)[ \t]/;

/** A list of names that Vulture is to take for used, which nobody runs. */
const isListOfNames = (path: string): boolean => /(?:^|[/_-])(?:vulture|(?:allow|white)_?list)[^/]*\.py$/.test(path);

/** Rules on names that are not defined, or not used. */
export const nameRules: Readonly<Record<string, RuffRule>> = {
  F401: {
    ...unused('imported and not used.'),
    isFalsePositive: ({ path, text, start, names: [name = ''], message }) =>
      // These files exist for their imports, others only ask whether a module is there, and tests take fixtures by name.
      /(?:^|\/)(?:__init__|compat|_compat)\.py$/.test(path) ||
      isGenerated(text) ||
      message.includes('find_spec') ||
      isTried(codeOnly(text), start) ||
      isForItsEffect(text, start, name) ||
      isForOthers(text) ||
      isInTypeComment(text, name) ||
      isRevision(text) ||
      isUsedInComment(text, name) ||
      mayBeFixture(path, text, name),
  },
  F841: {
    ...unused('assigned and never read.'),
    exceptTests: true,
    // Nobody reads each error that is handled, what each block opens, what each call gives back, or what is only tried.
    isFalsePositive: ({ text, start, end }) =>
      /\b(?:except|with)\b[^\n]*\bas[ \t]+$/.test(text.slice(0, start)) ||
      isResult(text, end) ||
      (/\btry[ \t]*:[ \t]*(?:#[^\n]*)?\n[ \t]*$/.test(text.slice(0, start)) &&
        /^[ \t]*=[^=\n]*\w[.[]/.test(text.slice(end))),
  },
  F842: { ...unused('declared and never read.'), exceptTests: true },
  F811: {
    severity: 'medium',
    isFoldedInFile: true,
    category: 'bug',
    // A function that works has another below it, but a test that never runs finds nothing, and a class is a shape.
    isMinor: ({ line }) => /^(?:async[ \t]+)?def[ \t]+(?!test)/.test(line),
    // Decorators keep what they decorate; names that are imported twice, and copies, do no harm.
    isFalsePositive: ({ text, start, message }) => {
      const lines = linesOf(text);
      const line = lineOfFirst(message);
      const now = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
      const first = lines[line - 1] ?? '';
      return (
        !definition.test(now) ||
        !definition.test(first) ||
        isDecorated(lines, line) ||
        areSameDefinitions(lines, line, linesOf(text.slice(0, start)).length)
      );
    },
    say: ({ names: [name = ''], message }) => ({
      title: `\`${name}\` is defined again here, so the one in line ${lineOfFirst(message)} is never used.`,
      body: 'Only the later definition has the name. Rename one of them, or remove the one that is not meant.',
    }),
  },
  F821: {
    severity: 'medium',
    category: 'bug',
    isAboutName: true,
    // Snippets in documentation are incomplete, and stubs may name what follows.
    isFalsePositive: ({ path, isIdle, text, start, line, before, names: [name = ''] }) =>
      path.endsWith('.pyi') ||
      isIdle ||
      (isListOfNames(path) && /^[\w.]+(?:[ \t]*#.*)?$/.test(line)) ||
      isInLiteral(text, start) ||
      // Nothing is raised there, and a class that is loaded late is named like that on purpose.
      isNotEvaluated(text, start) ||
      isOfAskedVersion(codeOnly(text), name) ||
      mayBeInjected(path, text, name, before()) ||
      isUnreachable(codeOnly(text), start) ||
      // What makes the file puts a value there.
      (/^[ \t]*(\w+)[ \t]*=[ \t]*\{\1\}[ \t]*(?:#|$)/.test(line) && line.includes(`{${name}}`)) ||
      // The body of a class has them.
      /^__(?:qualname|module)__$/.test(name) ||
      // And that of a package has this.
      (name === '__path__' && /(?:^|\/)__init__\.py$/.test(path)) ||
      isBoundByLoop(text, start, name) ||
      isBoundInside(text, name) ||
      isDeletedLater(text, start, name),
    isMinor: ({ text, start }) => isPassedOver(codeOnly(text), start) || isInAssertMessage(text, start),
    // What stands in a function is run on some way, if at all.
    // Whoever runs a test or a sample sees it.
    isGrave: ({ text, start, knownPath }) =>
      !isTestPath(knownPath) && !isSample.test(knownPath) && isRunOnLoad(codeOnly(text), start),
    say: ({ names: [name = ''], text, start }) => {
      const line = isRunOnLoad(codeOnly(text), start) ? definedIn(codeOnly(text).slice(start), name) : undefined;
      return line === undefined
        ? { title: `\`${name}\` is not defined: this line raises \`NameError\`.`, body: nameError }
        : {
            title: `\`${name}\` is not defined yet: this line raises \`NameError\`.`,
            body: `It is defined ${line === 1 ? 'in the next line' : `${line} lines below`}, which has not run by then. Move one of the two.`,
          };
    },
  },
  TC004: {
    severity: 'medium',
    category: 'bug',
    isFalsePositive: ({ path, isIdle, text, start, end, code }) =>
      path.endsWith('.pyi') || isIdle || isBoundBeside(text.slice(0, start) + text.slice(end), boundBy(code)),
    say: ({ code }) => ({
      title: `\`${boundBy(code)}\` is imported for type checkers alone and used when the code runs: that raises \`NameError\`.`,
      body: 'Move the import out of `if TYPE_CHECKING`. Where that makes two modules import each other, import it in the function that uses it.',
    }),
  },
  F822: {
    severity: 'medium',
    isFoldedInFile: true,
    category: 'bug',
    // A package may list its modules, and no program runs a stub.
    isFalsePositive: ({ path, text }) =>
      /(?:^|\/)__init__\.py$|\.pyi$/.test(path) || /\b__getattr__\b|\bimport[ \t]*\*/.test(codeOnly(text)),
    say: ({ names: [name = ''] }) => ({
      title: `\`__all__\` lists \`${name}\`, which the module does not have.`,
      body: '`from … import *` raises `AttributeError` for it. Define the name, or take it from the list.',
    }),
  },
  F823: {
    // It is always in a function, as what F821 calls medium.
    severity: 'medium',
    category: 'bug',
    isFalsePositive: ({ text, start }) => isUnreachable(codeOnly(text), start),
    say: ({ names: [name = ''] }) => ({
      title: `\`${name}\` is read before it has a value: this line raises \`UnboundLocalError\`.`,
      body: `The function assigns \`${name}\` further down, so the name is its own in all of it. Give it a value first, or name the local one differently.`,
    }),
  },
};

/** How many lines below its beginning a text defines a name at the top; undefined if it does not. */
function definedIn(text: string, name: string): number | undefined {
  const at = text.search(
    new RegExp(`^(?:(?:async[ \\t]+)?def|class)[ \\t]+${name}\\b|^${name}[ \\t]*(?::[^=\\n]*)?=(?!=)`, 'm'),
  );
  return at < 0 ? undefined : text.slice(0, at).split('\n').length - 1;
}
