import type { NameFacts } from './facts.ts';
import { endingOf } from './modules/endings.ts';
import type { Exports } from './modules/moduleExports.ts';
import { nearMiss } from '../../../nearMiss.ts';
import { quoted } from './words.ts';

/** What follows of an import that fails and is of types alone. */
export const refused = 'TypeScript refuses the import, of which nothing is left where the code runs';

/** An import of a name from a module without it. */
interface MissingImport {
  readonly imported: NameFacts;
  readonly module: string;
  /** Whether the module comes with the change. */
  readonly isWithModule: boolean;
}

/** Whether what a module lacks may be a type: those of JavaScript stand in its comments, or in declarations beside it. */
export function mayBeType(path: string, module: string): boolean {
  return /\.[cm]?tsx?$/.test(path) && /\.[cm]?jsx?$/.test(module);
}

/**
 * What shows that an export is missing by mistake, as a sentence that may be empty: it has almost the same name, stands in
 * another module, or is the default where a name is asked for, or the other way round. Undefined if what builds the modules
 * may give the name to this one.
 */
export function whyMissing(
  exports: Exports,
  paths: readonly string[],
  { imported: { name, local }, module, isWithModule }: MissingImport,
): string | undefined {
  const { names } = exports.of(module);
  const wanted = name === 'default' ? local : name;
  if (name === 'default' && names.has(local)) return `It exports ${quoted(local)} by name. `;
  const own = names.get('default');
  if (own !== undefined && [own.facts.local, endingOf(module)].includes(name))
    return 'It is the default export there. ';
  const near = nearMiss(wanted, names.keys());
  if (near !== undefined) return `There is ${quoted(near)}, which is almost the same. `;
  if (isWithModule) return '';
  if (name === 'default') return undefined;
  const other = paths.find(each => exports.script(each)?.exports?.some(one => one.name === name) === true);
  return other === undefined ? undefined : `${quoted(other)} exports it. `;
}
