import { codeOnly } from '../../../engine/diff/codeOnly.ts';
import { functionsAround } from './functions.ts';

/** Modules that do their work when they are loaded, by the names that frameworks give them. */
const working =
  /(?:^|\.)(?:signals?|receivers|handlers|listeners|models|tasks|checks|admin|routes|plugins|monkey_?patch\w*|patches|\w+_(?:fix|fixes|patch|patches))$/;
/** Functions that set something up. */
const settingUp = /^_*(?:ready|create_app|init|load|register|set_?up|configure|bootstrap|import)(?:_|$)/i;
const directive = /#[ \t]*(?:noqa|type:|pylint|pyright|ruff|flake8|isort|mypy|fmt|nosec|yapf|pragma)/i;
const reason =
  /\bside[ -]?effects?\b|\bregist|\bpatch|\bneeded\b|\brequired?\b|\bmust\b|\bensures?\b|\bso that\b|\binitiali[sz]|\bhooks?\b|\bre-?export|\bbackwards?\b|\bcompat|\btrigger|\bfix(?:es)?\b|\bbefore\b|\bonly to\b/i;

/** Whether an import is likely to be there for what loading the module does, or for others. @param name as Ruff says it */
export function isForItsEffect(text: string, start: number, name: string): boolean {
  const [from, to] = [text.lastIndexOf('\n', start - 1) + 1, endOfLine(text, start)];
  const above = text.slice(text.lastIndexOf('\n', from - 2) + 1, from);
  const comment = text.slice(from + codeOnly(text).slice(from, to).trimEnd().length, to).trim();
  const isExplained = (comment !== '' && !directive.test(comment)) || (/^[ \t]*#/.test(above) && reason.test(above));
  return isExplained || isOfWorkingModule(name) || isInSetup(text, start) || isForOneSystem(text, from);
}

/** Whether an import is in a block of imports below a line that asks on which system or Python it runs. @param from start of its line */
function isForOneSystem(text: string, from: number): boolean {
  if (!/^[ \t]/.test(text.slice(from, from + 1))) return false;
  const above = text.slice(0, from).split('\n').slice(0, -1);
  const opening = above.findLast(line => !/^[ \t]+(?:import|from)\b/.test(line)) ?? '';
  return /^(?:if|elif)\b/.test(opening) && /\b(?:platform|os\.name|version_info)\b/.test(opening);
}

/** Whether a statement imports a module that does its work when it is loaded. */
export function isOfWorkingModule(name: string): boolean {
  return working.test(name);
}

/** Whether an import is in a function that sets something up. */
function isInSetup(text: string, start: number): boolean {
  const around = functionsAround(codeOnly(text), start).at(-1);
  return around !== undefined && start >= around.body[0] && settingUp.test(around.name);
}

function endOfLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end;
}

/** What a module says of itself that hands on what is elsewhere. */
const handingOn =
  /\bre-?exports?\b|\bshim\b|\bback(?:wards?)?[ -]compat|\b(?:old|legacy|previous)\b[^.\n]{0,40}\b(?:imports?|paths?|modules?|names?)\b/i;

/** A line that leaves what the lines below it import, for linters too. */
const leavesImports = /^#[ \t]*pylint:[ \t]*disable=[\w\-, \t]*\b(?:unused-import|W0611)\b/m;

/** Whether a module says that it hands on names of others. */
export function isForOthers(text: string): boolean {
  const [head = ''] = /^(?:\s*#[^\n]*\n)*\s*(?:[rR]?("""|''')[^]{0,2000}?\1)?/.exec(text) ?? [];
  return handingOn.test(head) || leavesImports.test(text);
}
