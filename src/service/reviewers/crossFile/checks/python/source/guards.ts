import type { SyntaxNode } from '@lezer/common';
import type { Source } from './parse.ts';

/** What code expects to fail, so that nothing is said of it. */
export interface Guard {
  readonly imports: boolean;
  /** Of attributes. */
  readonly uses: boolean;
  readonly calls: boolean;
}

const noGuard: Guard = { imports: false, uses: false, calls: false };
const everything: Guard = { imports: true, uses: true, calls: true };

const asksFirst = /\b(?:TYPE_CHECKING|version|version_info|platform|find_spec|hasattr|os\.name)\b/;
/** What a tool that writes other code from this one reads, and nothing runs. */
const neverRuns = /^if\s+(?:False|0)\s*(?::\s*(?:#.*)?)?$/;
const expectsFailure = /\b(?:suppress|raises|warns|assertRaises\w*|assertWarns\w*)\b/;

/** Decorators and marks that skip a test, always, or where something is not installed, or expect that it fails. */
const skipping =
  /\bskip\b|\bexpectedFailure\b|\bxfail\b(?![^\n]*\braises\b)|\bskip(?:if|If|Unless)\b[^]*(?:find_spec|import|[Ii]nstalled|[Aa]vailable|\bHAS_|\bhas_)/;
const mark = /^pytestmark\b[^]{0,400}/m;

/** What is guarded in a function or class, or in what is marked, that may be skipped. @param marks the code that says so */
export function guardOfMarks(marks: string): Guard {
  return skipping.test(marks) ? everything : noGuard;
}

/** What is guarded in all of a file: a test that skips itself where a module is not installed. */
export function guardOfFile(text: string): Guard {
  const skipsItself = /^(?:\w+[ \t]*=[ \t]*)?(?:pytest\.)?importorskip\(/m.test(text);
  return skipsItself ? everything : guardOfMarks(mark.exec(text)?.[0] ?? '');
}

/** What a statement guards in its bodies. @param isTopLevel whether it is outside of functions */
export function guardOf(source: Source, statement: SyntaxNode, isTopLevel: boolean): Guard {
  switch (statement.name) {
    case 'IfStatement': {
      const test =
        source
          .text(statement)
          .slice(0, 400)
          .split(/:\s*(?:#.*)?\n/, 1)[0] ?? '';
      if (asksFirst.test(test) || neverRuns.test(test)) return everything;
      return { ...noGuard, imports: isTopLevel && !test.includes('__name__') };
    }
    case 'WithStatement': {
      const body = statement.getChild('Body');
      const header = body === null ? '' : source.text(statement).slice(0, body.from - statement.from);
      return expectsFailure.test(header) ? everything : noGuard;
    }
    case 'TryStatement': {
      const caught = handlers(source, statement);
      if (caught === undefined) return noGuard;
      const isBroad = isTopLevel && /^$|\b(?:Base)?Exception\b/m.test(caught);
      const isOfImports = /\b(?:ImportError|ModuleNotFoundError)\b/.test(caught);
      return {
        imports: isBroad || isOfImports,
        uses: isBroad || isOfImports || /\bAttributeError\b/.test(caught),
        calls: isBroad || /\b(?:Attribute|Type)Error\b/.test(caught),
      };
    }
    default:
      return noGuard;
  }
}

/** Statements that end a program or a test. */
const ending = /^(?:sys\.exit|pytest\.(?:skip|fail|xfail)|self\.skipTest)\(/;

/** What is guarded in the rest of a block below a statement: all of it, if nothing goes on behind the statement. */
export function guardBelow(source: Source, statement: SyntaxNode): Guard {
  const leaves =
    /^(?:Return|Raise|Break|Continue)Statement$/.test(statement.name) ||
    (statement.name === 'ExpressionStatement' && ending.test(source.text(statement)));
  return leaves ? everything : noGuard;
}

export function both(one: Guard, other: Guard): Guard {
  return {
    imports: one.imports || other.imports,
    uses: one.uses || other.uses,
    calls: one.calls || other.calls,
  };
}

/** What the handlers of a `try` name that do not fail themselves, each on a line; an empty line for a bare `except`. Undefined if there is none. */
function handlers(source: Source, statement: SyntaxNode): string | undefined {
  const handling = statement.getChildren('except').filter(each => !failsAgain(each));
  if (handling.length === 0) return undefined;
  return handling
    .map(({ nextSibling }) => (nextSibling === null || nextSibling.name === 'Body' ? '' : source.text(nextSibling)))
    .map(caught => caught.replaceAll(/\s+/g, ' '))
    .join('\n');
}

/** Whether a handler ends in failure whatever happens: it raises, and does nothing else on a condition. */
function failsAgain(handler: SyntaxNode): boolean {
  let body = handler.nextSibling;
  while (body !== null && body.name !== 'Body') body = body.nextSibling;
  const last = body?.lastChild;
  if (last?.name !== 'RaiseStatement') return false;
  for (let node = last.prevSibling; node !== null; node = node.prevSibling)
    if (!/^(?::|Comment|ExpressionStatement|AssignStatement)$/.test(node.name)) return false;
  return true;
}
