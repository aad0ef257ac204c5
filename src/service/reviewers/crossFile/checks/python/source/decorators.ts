import type { SyntaxNode } from '@lezer/common';
import type { Source } from './parse.ts';

/** What the decorators of a function leave of it. */
export interface Decorated {
  readonly keepsSignature: boolean;
  /** Whether a call of an `async def` still gives a coroutine. */
  readonly keepsCoroutine: boolean;
  readonly method?: 'static' | 'class';
}

/** Decorators that give back the function, or one that takes the same and gives the same. */
const harmless = new Set([
  'abstractmethod',
  'cache',
  'final',
  'lru_cache',
  'no_type_check',
  'override',
  'staticmethod',
  'classmethod',
]);
/** Decorators that give a function that takes the same and gives something else. */
const sameSignature = new Set(['contextmanager', 'asynccontextmanager', 'transaction.atomic', 'receiver']);
/** Modules of these decorators. */
const modules = new Set(['abc', 'contextlib', 'functools', 'typing', 'typing_extensions']);
/** A route of FastAPI, Starlette, Flask or Quart: these give back the function. */
const route = /^\w*(?:app|router|blueprint|bp)\.(?:get|post|put|patch|delete|head|options|websocket)$/;

/** @param names dotted names of the decorators, without arguments */
export function decorated(names: readonly string[]): Decorated {
  let keepsSignature = true;
  let keepsCoroutine = true;
  for (const name of names) {
    const plain = plainName(name);
    if (harmless.has(plain) || route.test(name)) continue;
    keepsCoroutine = false;
    if (!sameSignature.has(plain)) keepsSignature = false;
  }
  const plain = new Set(names);
  const method = plain.has('staticmethod') ? 'static' : plain.has('classmethod') ? 'class' : undefined;
  return { keepsSignature, keepsCoroutine, ...(method !== undefined && { method }) };
}

/** `functools.cache` is `cache`; names of other modules stay as they are. */
export function plainName(dotted: string): string {
  const [module = '', name = '', ...more] = dotted.split('.');
  return more.length === 0 && modules.has(module) ? name : dotted;
}

/** The dotted names of decorators, without arguments. */
export function decoratorNames(source: Source, decorators: readonly SyntaxNode[]): string[] {
  return decorators.map(each =>
    each
      .getChildren('VariableName')
      .map(part => source.text(part))
      .join('.'),
  );
}
