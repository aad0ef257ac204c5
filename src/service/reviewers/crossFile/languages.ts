import { dependencies } from './checks/config/dependencies/dependencyLanguage.ts';
import { namedFiles } from './checks/config/namedFiles/namedFileLanguage.ts';
import { python } from './checks/python/python.ts';
import { javascript } from './checks/javascript/javascript.ts';
import { schemas } from './checks/config/schemas/schemaLanguage.ts';
import { settings } from './checks/config/settings/settingsLanguage.ts';
import { translations } from './checks/config/translations/translationLanguage.ts';
import type { Check, CrossFileFinding, Language, TreeChange } from './check.ts';

/** A language whose kind of facts is not known. */
export interface AnyLanguage extends Pick<
  Language<unknown>,
  'id' | 'version' | 'reads' | 'isConcernedBy' | 'judges' | 'extract'
> {
  readonly checks: readonly ((change: TreeChange<unknown>) => CrossFileFinding[])[];
}

/** The languages that are checked across files. */
export const languages: readonly AnyLanguage[] = [
  anyLanguage(javascript),
  anyLanguage(python),
  anyLanguage(dependencies),
  anyLanguage(settings),
  anyLanguage(schemas),
  anyLanguage(translations),
  anyLanguage(namedFiles),
];

/** Its checks are only given what its `extract` has made. */
function anyLanguage<Facts>(language: Language<Facts>): AnyLanguage {
  const { checks, ...rest } = language;
  const ofAny = (check: Check<Facts>) => (change: TreeChange<unknown>) => check(change as TreeChange<Facts>);
  return { ...rest, checks: checks.map(ofAny) };
}
