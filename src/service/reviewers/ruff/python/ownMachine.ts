import { codeOnly } from '../../../engine/diff/codeOnly.ts';
import { closing, topLevelParts } from './functions.ts';

/** A text with an address of the own machine or network: a host without a dot is not on the Internet. */
const ownAddress = String.raw`\(?\s*[fFrRbBuU]*["']https?://(?:[A-Za-z][\w-]*|127\.0\.0\.1|0\.0\.0\.0|\[::1\]|host\.docker\.internal)(?=[:/"'])`;
/** A text that is a name of the own machine. */
const ownHost = /^\s*["'](?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[?::1\]?)(?::\d+)?["']/;
const isOwnAddress = new RegExp(`^\\s*(?:url\\s*=\\s*)?${ownAddress}`);

/**
 * Whether a request goes to a server of the own machine, whose answers may take their time: by its text, or by a variable
 * of the file.
 * @param open offset of the bracket that opens its arguments
 */
export function isToOwnMachine(text: string, open: number): boolean {
  const target = targetOf(text, open);
  return isOwnAddress.test(target) || namesIn(target).some(name => isOfOwnMachine(text.split('\n'), name));
}

/** The settings that the address of a request is made of, also by way of a variable of the file. */
export function settingsOfTarget(text: string, open: number): string[] {
  const names = namesIn(targetOf(text, open));
  const values = text
    .split('\n')
    .flatMap(line => (names.some(name => valueOf(line, name) !== undefined) ? namesIn(line) : []));
  return [...new Set([...names, ...values])].filter(name => /^[A-Z][A-Z\d_]{2,}$/.test(name));
}

/** Whether whatever lines assign to a name is an address of the own machine, and one does. */
export function isOfOwnMachine(lines: readonly string[], name: string): boolean {
  const values = lines.map(line => valueOf(line, name)).filter(value => value !== undefined);
  return values.length > 0 && values.every(value => isOwn(lines, value));
}

/** `"localhost"`, `"::1" if isV6 else "127.0.0.1"`, `f"http://{host}:8000"` with such a host. */
function isOwn(lines: readonly string[], value: string): boolean {
  const [, one, other] = /^(.{1,80}?)\bif\b.{1,80}\belse\b(.{1,80})$/.exec(value) ?? [];
  if (one !== undefined && other !== undefined) return [one, other].every(each => ownHost.test(each.trim()));
  if (isOwnAddress.test(value) || ownHost.test(value)) return true;
  const host = /^\s*[fF]["']https?:\/\/\{(\w{1,60})\}[:/]/.exec(value)?.[1];
  const hosts = host === undefined ? [] : lines.map(line => valueOf(line, host)).filter(each => each !== undefined);
  return hosts.length > 0 && hosts.every(each => !/[{]/.test(each) && isOwn([], each));
}

/** What a line gives a variable, or an entry of a dictionary. */
function valueOf(line: string, name: string): string | undefined {
  if (!line.includes(name)) return undefined;
  const variable = `(?:self\\.|cls\\.)?${name}[ \\t]*(?::[^=\\n]*)?=(?!=)`;
  return new RegExp(`^[ \\t]*(?:${variable}|["']${name}["'][ \\t]*:)([^\\n]*)`).exec(line)?.[1];
}

/** What a request is for: its first argument, or the second behind the name of a method. */
function targetOf(text: string, open: number): string {
  const code = codeOnly(text);
  const [first = '', second = ''] = topLevelParts(code.slice(open + 1, closing(code, open)));
  const behind = open + 1 + first.length;
  const target = text.slice(open + 1, behind);
  return /^\s*["']\w+["']$/.test(target) ? text.slice(behind + 1, behind + 1 + second.length) : target;
}

function namesIn(target: string): string[] {
  return target.match(/(?<![\w/])[A-Za-z_]\w*/g) ?? [];
}
