import { everyFile, newLinesIn, type DiffFile, type DiffModel } from './diff/diffFile.ts';
import { testDataFolder } from './diff/fileKind.ts';
import { pluralize } from './result/pluralize.ts';
import { isTestPath } from './reviewer.ts';

const code = /\.(?:[cm]?[jt]sx?|vue|svelte|astro|py|go|rb|erb|php|java|kt|scala|groovy|cs|cshtml|exs?|rs|swift|dart)$/i;
/** A comment, or the import of what is used elsewhere in the file. */
const passedOver = /^\s*(?:\/\/|\/?\*|#(?!\[)|<!--|import\b|from\b|use\b|using\b|export\b.*\bfrom\b|.*\brequire\()/;
/** Who asks, as a function of FastAPI depends on it. */
const depended =
  /\b(?:Depends|Security)\(\s{0,9}((?:require|verify|ensure|check|(?:get_)?current)_\w{1,60}|\w{0,60}(?:api_key|oauth2)\w{0,60})/g;
const longestLine = 1_000;
/** What is taken away with more lines around it than this was a feature of its own. */
const mostAround = 5;

const identifier = /[A-Za-z_$][\w$]{3,79}/g;
const words = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g;
const demand =
  /^(?:assert|can|check|checks|deny|enforce|ensure|guard|guards|has|is|must|need|needs|only|protect|require|required|requires|restrict|validate|verify)$/;
const permission =
  /^(?:access|admin|allowed|auth|authenticated|authentication|authori[sz]ed|authori[sz]ation|csrf|jwt|logged|login|owner|perm|permission|permissions|perms|privilege|role|roles|scope|scopes|signed|staff|superuser)$/;
/** Words of what asks for no more than to be signed in. */
const signedIn = /auth(?!ori[sz])|jwt|logged|login|signed|token/i;
/** Names of frameworks that have no two such words, and of what compares a signature or a key. */
const ofFrameworks =
  /^(?:(?:Authentication|CsrfView|LoginRequired|Security)Middleware|authenticate_user|authentication_classes|authenticate|Authorize|authori[sz]e|canActivate|compare_digest|constant_time_compare|permission_classes|PreAuthorize|RolesAllowed|Secured|timingSafeEqual|UseGuards|user_passes_test|UserPassesTestMixin|verify_?[Tt]oken)$/;

/**
 * The changed files that ask less often than before who may do something, each with the names that it uses less: decorators,
 * middleware and functions whose name is a demand for a permission, such as `login_required`, `requireAdmin` or
 * `UseGuards`. A change that asks as often as before in all, or takes a feature away with its guard, has lost none. Nothing
 * tells whether that is meant.
 */
export function lostGuards(diff: DiffModel): string[] {
  const files = everyFile(diff).filter(
    ({ path }) => code.test(path) && !isTestPath(path) && !testDataFolder.test(path),
  );
  const gains = files.map(file => ({ file, gains: gainsIn(file) }));
  const total = (isMeant: (name: string) => boolean): number =>
    gains.flatMap(each => [...each.gains]).reduce((sum, [name, gain]) => sum + (isMeant(name) ? gain : 0), 0);
  // Who is signed in may not do all that others may.
  if (total(() => true) >= 0 && total(name => !signedIn.test(name)) >= 0) return [];
  return gains.flatMap(each => {
    const lost = [...each.gains].filter(([, gain]) => gain < 0);
    if (lost.length === 0) return [];
    const names = lost.map(([name, gain]) => `${pluralize(-gain, 'use')} of \`${name}\` fewer`);
    return [`${each.file.path} (${names.join(', ')})`];
  });
}

/** How many more times than before a file uses each name of a guard; negative for fewer. */
function gainsIn(file: DiffFile): ReadonlyMap<string, number> {
  const gains = new Map<string, number>();
  const count = (line: string, by: number): void => {
    for (const name of guardsIn(line)) gains.set(name, (gains.get(name) ?? 0) + by);
  };
  const added = new Set(newLinesIn(file));
  for (const line of added) count(file.lines[line - 1] ?? '', 1);
  for (const [at, lines] of file.removed ?? []) {
    let inPlace = 0;
    while (added.has(at + inPlace)) inPlace++;
    if (lines.filter(each => !/^\s*$/.test(each)).length - inPlace > mostAround) continue;
    for (const line of lines) count(line, -1);
  }
  return gains;
}

function guardsIn(line: string): string[] {
  if (line.length > longestLine || passedOver.test(line)) return [];
  // What a route of FastAPI depends on for nothing but its being asked.
  const dependencies = /\bdependencies\s*=\s*\[.*\b(?:Depends|Security)\(/.test(line) ? ['dependencies'] : [];
  const asked = [...line.matchAll(depended)].map(([, name = '']) => name).filter(name => !isGuard(name));
  return [...(line.match(identifier) ?? []).filter(isGuard), ...asked, ...dependencies];
}

function isGuard(name: string): boolean {
  if (ofFrameworks.test(name)) return true;
  const parts = (name.match(words) ?? []).map(each => each.toLowerCase());
  return parts.some(each => demand.test(each)) && parts.some(each => permission.test(each));
}
