import { TomlError, parse } from 'smol-toml';
import ts from 'typescript';
import { isTestPath } from '../../../../../engine/reviewer.ts';
import { conflictMarker } from '../../../../conflictMarker.ts';
import { localePath } from '../translations/localePath.ts';
import { parseJsonc } from '../../../../scripts/parseJsonc.ts';

/** What is known of a settings file: whether it can be parsed. */
export interface SettingsFacts {
  readonly error?: SettingsError;
}

/** The first error of the syntax. */
interface SettingsError {
  /** From 1; absent if the parser does not say it. */
  readonly line?: number;
  /** What the parser says, as a sentence without its full stop; absent if it only quotes the file. */
  readonly reason?: string;
}

interface Format {
  readonly name: string;
  /** The first error of a text; undefined if there is none. */
  readonly parse: (text: string) => SettingsError | undefined;
}

const json: Format = { name: 'JSON', parse: parseJsonStrictly };
const jsonWithComments: Format = { name: 'JSON', parse: parseWithComments };
const toml: Format = { name: 'TOML', parse: parseToml };

/** Formats of settings that programs refuse when they cannot be parsed, by file name. */
const formats: Readonly<Record<string, Format>> = {
  ...{ 'package.json': json, 'composer.json': json },
  ...{ 'pyproject.toml': toml, 'Cargo.toml': toml, Pipfile: toml },
};
/** Settings that their programs read with comments, or that are read so here to be sure. */
const withComments =
  /^(?:[jt]sconfig(?:\.[\w-]+)?|\.eslintrc|angular|app|appsettings(?:\.\w+)?|biome|capacitor\.config|components|deno|devcontainer|firebase|lerna|manifest|nest-cli|nx|project|turbo|vercel)\.json$/;

/** The format of a settings file; undefined for other files, and for those of tests, which may be broken on purpose. */
export function settingsFormat(path: string): Format | undefined {
  if (isTestPath(path)) return undefined;
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (withComments.test(name)) return jsonWithComments;
  if (name.endsWith('.json') && localePath(path) !== undefined) return json;
  return Object.hasOwn(formats, name) ? formats[name] : undefined;
}

/** Facts of a settings file; undefined if it has conflict markers, which are told of themselves. */
export function readSettings(path: string, text: string): SettingsFacts | undefined {
  const marker = conflictMarker();
  if (text.split('\n').some(line => marker.test(line))) return undefined;
  const error = settingsFormat(path)?.parse(text.replace(/^\uFEFF/, ''));
  return error === undefined ? {} : { error };
}

function parseJsonStrictly(text: string): SettingsError | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    // Without a position, the message quotes what may be a secret.
    const [, reason, position] = /^(.*?)(?: in JSON| after JSON)? at position (\d+)/.exec(String(error)) ?? [];
    if (reason === undefined || position === undefined) return {};
    return { line: lineAt(text, Number(position)), reason: reason.replace(/^SyntaxError: /, '') };
  }
}

function parseWithComments(text: string): SettingsError | undefined {
  const { error } = parseJsonc(text);
  if (error === undefined) return undefined;
  const reason = ts.flattenDiagnosticMessageText(error.messageText, ' ').replace(/\.$/, '');
  return { reason, ...(error.start !== undefined && { line: lineAt(text, error.start) }) };
}

function parseToml(text: string): SettingsError | undefined {
  try {
    parse(text);
    return undefined;
  } catch (error) {
    if (!(error instanceof TomlError)) return {};
    const [reason = ''] = error.message.replace(/^Invalid TOML document: /, '').split('\n', 1);
    return { line: error.line, reason };
  }
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).trimEnd().split('\n').length;
}
