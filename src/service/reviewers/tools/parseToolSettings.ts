import { isObject, type JsonObject } from '../../../api/decode/aliases.ts';
import { plainLine } from '../../../core/base/text.ts';
import { toolFormats, toolScopes, type ToolScope } from '../../../core/protocol/toolSetting.ts';
import type { Tool } from './tool.ts';

const mostTools = 20;
const mostItems = 200;
const longestItem = 4_096;
const defaultTimeout = 60;
/** In seconds; less than the timeout of a review. */
const longestTimeout = 240;

const known = ['name', 'command', 'convertWith', 'format', 'scope', 'files', 'fix', 'exitCodes', 'timeoutSeconds'];

/** The valid tools of a setting, and a sentence for each problem in it. */
interface ParsedTools {
  readonly tools: readonly Tool[];
  readonly problems: readonly string[];
}

/** Parses the value of `codeReview.tools`, which may be anything. */
export function parseToolSettings(value: unknown): ParsedTools {
  if (value === undefined || value === null) return { tools: [], problems: [] };
  if (!Array.isArray(value)) return { tools: [], problems: ['The tools have to be an array of objects.'] };
  const tools: Tool[] = [];
  const problems: string[] = [];
  for (const [index, entry] of (value as readonly unknown[]).slice(0, mostTools).entries()) {
    const found: string[] = [];
    const tool = readTool(entry, sentence => found.push(sentence));
    if (tool !== undefined && tools.some(({ name }) => name === tool.name)) found.push('the name is taken');
    if (tool !== undefined && found.length === 0) tools.push(tool);
    problems.push(...found.map(sentence => `${nameOf(entry, index)}: ${sentence}.`));
  }
  if (value.length > mostTools) problems.push(`Only the first ${mostTools} tools are used.`);
  return { tools, problems };
}

function nameOf(entry: unknown, index: number): string {
  const name = isObject(entry) ? entry['name'] : undefined;
  return typeof name === 'string' && name !== '' ? `Tool “${plainLine(name, 40)}”` : `Tool ${index + 1}`;
}

function readTool(entry: unknown, report: (sentence: string) => void): Tool | undefined {
  if (!isObject(entry)) {
    report('it has to be an object');
    return undefined;
  }
  for (const key of Object.keys(entry))
    if (!known.includes(key)) report(`there is no “${plainLine(key, 40)}”; there are ${known.join(', ')}`);
  const name = entry['name'];
  const command = texts(entry, 'command', report);
  const format = toolFormats.find(each => each === entry['format']);
  const isName = typeof name === 'string' && /^[a-z0-9][\w.-]{0,39}$/i.test(name);
  if (!isName) report('“name” has to be 1 to 40 letters, digits, “.”, “_” or “-”');
  if (format === undefined) report(`“format” has to be ${toolFormats.join(' or ')}`);
  const isCommand = checkProgram(command, 'command', report);
  const rest = readOptions(entry, command ?? [], report);
  return isName && isCommand && format !== undefined ? { name, command: command ?? [], format, ...rest } : undefined;
}

function readOptions(
  entry: JsonObject,
  command: readonly string[],
  report: (sentence: string) => void,
): Omit<Tool, 'name' | 'command' | 'format'> {
  const convertWith = entry['convertWith'] === undefined ? undefined : texts(entry, 'convertWith', report);
  if (entry['convertWith'] !== undefined) checkProgram(convertWith, 'convertWith', report);
  const fixCommand = readFix(entry, command, report);
  return {
    scope: readScope(entry['scope'], report),
    files: entry['files'] === undefined ? [] : (texts(entry, 'files', report) ?? []),
    exitCodes: readExitCodes(entry['exitCodes'], report),
    timeoutSeconds: readTimeout(entry['timeoutSeconds'], report),
    ...(convertWith === undefined ? {} : { convertWith }),
    ...(fixCommand === undefined ? {} : { fixCommand }),
  };
}

function readFix(
  entry: JsonObject,
  command: readonly string[],
  report: (sentence: string) => void,
): Tool['fixCommand'] {
  const fix = entry['fix'];
  if (fix === undefined || fix === false) return undefined;
  if (fix === true) return withFix(command);
  const own = texts(entry, 'fix', report, 'true or an array of texts');
  return checkProgram(own, 'fix', report) ? own : undefined;
}

/** Adds `--fix` at the end of the options: before the files or `--`. */
function withFix(command: readonly string[]): string[] {
  const end = command.findIndex(each => each === '--' || each === '{files}');
  return end < 0 ? [...command, '--fix'] : [...command.slice(0, end), '--fix', ...command.slice(end)];
}

function readScope(value: unknown, report: (sentence: string) => void): ToolScope {
  const scope = toolScopes.find(each => each === (value ?? 'changes'));
  if (scope === undefined) report(`“scope” has to be ${toolScopes.join(' or ')}`);
  return scope ?? 'changes';
}

function readExitCodes(value: unknown, report: (sentence: string) => void): readonly number[] {
  if (value === undefined) return [0, 1];
  const codes = Array.isArray(value) ? (value as readonly unknown[]).slice(0, mostItems) : [];
  const valid = codes.filter(code => typeof code === 'number' && Number.isInteger(code) && code >= 0 && code <= 255);
  if (codes.length === 0 || valid.length < codes.length)
    report('“exitCodes” has to be an array of whole numbers from 0 to 255');
  return valid as readonly number[];
}

function readTimeout(value: unknown, report: (sentence: string) => void): number {
  if (value === undefined) return defaultTimeout;
  if (typeof value === 'number' && value >= 1 && value <= longestTimeout) return value;
  report(`“timeoutSeconds” has to be a number from 1 to ${longestTimeout}`);
  return defaultTimeout;
}

function texts(
  entry: JsonObject,
  key: string,
  report: (sentence: string) => void,
  what = 'an array of texts',
): readonly string[] | undefined {
  const value = entry[key];
  const isTexts =
    Array.isArray(value) &&
    value.length <= mostItems &&
    value.every(item => typeof item === 'string' && item.length <= longestItem && !item.includes('\0'));
  if (isTexts) return value as readonly string[];
  report(`“${key}” has to be ${what}${typeof value === 'string' ? ', since no shell takes it apart' : ''}`);
  return undefined;
}

/** A value that is no array was reported before. */
function checkProgram(argv: readonly string[] | undefined, key: string, report: (sentence: string) => void): boolean {
  if (argv === undefined) return false;
  const [program = ''] = argv;
  if (program.trim() !== '' && program !== '{files}') return true;
  report(`“${key}” has to begin with the program`);
  return false;
}
