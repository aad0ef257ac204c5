import { isObject, type JsonObject } from '../../../../api/decode/aliases.ts';
import { toList, toObject, parseJson, toText } from './json.ts';
import type { PathContext, ToolDiagnostic, Suppression, ToolOutput } from './toolDiagnostic.ts';
import { checkInvocations } from './sarifInvocations.ts';
import { messageText } from './sarifMessage.ts';
import { SarifFiles, readRegion } from './sarifFiles.ts';
import { ruleFinder, type SarifRule } from './sarifRules.ts';
import type { ColumnUnit } from './textPositions.ts';
import { ToolFailure } from '../toolFailure.ts';

const mostRuns = 50;
const mostResults = 20_000;
const mostLocations = 10;

/** Kinds of results that are no findings (SARIF 2.1.0, 3.27.9). */
const harmless = new Set<unknown>(['pass', 'notApplicable', 'informational']);

const severities: Readonly<Record<string, ToolDiagnostic['severity']>> = {
  error: 'high',
  warning: 'medium',
  note: 'low',
};

/** Parses a SARIF 2.1.0 log. @throws ToolFailure if it is none, or reports that the tool failed */
export function parseSarif(text: string, where: PathContext): readonly ToolOutput[] {
  if (text.trim() === '') throw new ToolFailure('it wrote nothing where SARIF was promised');
  const log = parseJson(text);
  if (
    !isObject(log) ||
    !Array.isArray(log['runs']) ||
    log['runs'].length === 0 ||
    toText(log['version'])?.startsWith('2.') !== true
  )
    throw new ToolFailure('it wrote JSON that is not SARIF 2.1.0');
  if (log['runs'].length > mostRuns) throw new ToolFailure(`it wrote more than ${mostRuns} runs`);
  const isElsewhere = toList(log['inlineExternalProperties'], 100).some(each => isFilled(toObject(each)['results']));
  return log['runs'].map(run => parseRun(toObject(run), isElsewhere, where));
}

function isFilled(list: unknown): boolean {
  return Array.isArray(list) && list.length > 0;
}

/** @param isElsewhere whether the log has results outside of its runs */
function parseRun(run: JsonObject, isElsewhere: boolean, where: PathContext): ToolOutput {
  const { warnings, errors } = checkInvocations(run);
  const results = toList(run['results'], mostResults);
  // Absent results mean that the tool did not run (3.14.23); an empty array means that it found nothing.
  if (!Array.isArray(run['results'])) throw new ToolFailure('it wrote a run without results');
  const rules = ruleFinder(run);
  const files = new SarifFiles(run, where);
  const diagnostics = results.flatMap(result => diagnosticsOf(toObject(result), rules, files));
  const cut = run['results'].length > mostResults ? [`only its first ${mostResults} results were read`] : [];
  const isExternal = isElsewhere || isFilled(toObject(run['externalPropertyFileReferences'])['results']);
  const external = isExternal ? ['it keeps results outside of its runs, which are not read'] : [];
  return {
    diagnostics,
    unit: unitOf(run),
    results: results.length,
    warnings,
    errors: [...errors, ...cut, ...external],
  };
}

/** oxlint 1.94 declares characters but counts bytes; the others declare nothing. */
const units: Readonly<Record<string, ColumnUnit>> = {
  oxlint: 'bytes',
  'golangci-lint': 'bytes',
  ruff: 'codePoints',
  biome: 'codePoints',
  clippy: 'codePoints',
  shellcheck: 'codePoints',
};

function unitOf(run: JsonObject): ColumnUnit {
  const name = toText(toObject(toObject(run['tool'])['driver'])['name'])?.toLowerCase() ?? '';
  const known = Object.hasOwn(units, name) ? units[name] : undefined;
  return known ?? (run['columnKind'] === 'unicodeCodePoints' ? 'codePoints' : 'utf16');
}

/** One for each place: where there are several, each has to be changed (3.27.12). */
function diagnosticsOf(
  result: JsonObject,
  rules: (result: JsonObject) => SarifRule,
  files: SarifFiles,
): ToolDiagnostic[] {
  if (harmless.has(result['kind']) || result['baselineState'] === 'absent') return [];
  const rule = rules(result);
  const level = toText(result['level']) ?? rule.level;
  const isOpen = result['kind'] === 'open' || result['kind'] === 'review';
  if (level === 'none' && !isOpen) return [];
  const facts = {
    rule: rule.id,
    ruleUrl: rule.url,
    severity: rule.severity ?? severities[level] ?? (isOpen ? 'low' : 'medium'),
    isSecurity: rule.isSecurity,
    message: messageText(toObject(result['message']), rule.messages),
    help: rule.help,
  };
  const [first, ...others] = toList(result['locations'], mostLocations);
  return [first, ...others].map((location, index) => {
    const { artifactLocation, region } = toObject(toObject(location)['physicalLocation']);
    const path = files.pathOf(artifactLocation);
    // A region in offsets is somewhere in the file; without one, it is about the file.
    const place =
      readRegion(region) ?? (isObject(region) && Object.keys(region).length > 0 ? undefined : { startLine: 1 });
    const edits = index === 0 ? editsOf(result, path, files) : undefined;
    return { ...facts, path, place, suppression: suppressionOf(result, path, files), edits };
  });
}

/** Suppressed if there are suppressions, none of them rejected or under review (3.27.23). */
function suppressionOf(result: JsonObject, path: string | undefined, files: SarifFiles): Suppression | undefined {
  const suppressions = toList(result['suppressions'], 100).map(toObject);
  const isAccepted = ({ status }: JsonObject): boolean =>
    status === undefined || status === null || status === 'accepted';
  if (suppressions.length === 0 || !suppressions.every(isAccepted)) return undefined;
  const comment = suppressions.find(({ kind }) => kind === 'inSource');
  if (comment === undefined) return { isComment: false };
  const { artifactLocation, region } = toObject(toObject(comment['location'])['physicalLocation']);
  return { isComment: true, place: files.pathOf(artifactLocation) === path ? readRegion(region) : undefined };
}

/** The edits of the first fix that changes only this file. */
function editsOf(result: JsonObject, path: string | undefined, files: SarifFiles): ToolDiagnostic['edits'] {
  for (const fix of toList(result['fixes'], 10)) {
    const changes = toList(toObject(fix)['artifactChanges'], 2).map(toObject);
    const [change] = changes;
    if (change === undefined || changes.length > 1 || path === undefined) continue;
    if (files.pathOf(change['artifactLocation']) !== path) continue;
    const edits = toList(change['replacements'], 51).map(each => {
      const { deletedRegion, insertedContent } = toObject(each);
      const place = readRegion(deletedRegion);
      return place && { place, text: toText(toObject(insertedContent)['text']) ?? '' };
    });
    const whole = edits.filter(each => each !== undefined);
    if (whole.length > 0 && whole.length === edits.length) return whole;
  }
  return undefined;
}
