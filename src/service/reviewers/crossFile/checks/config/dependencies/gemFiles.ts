import { placed, type Asked, type Lock, type Manifest } from './dependencyFacts.ts';

/** A `Gemfile` is a program: where it decides or loads others, what it asks for cannot be told. */
const undecided =
  /^[ \t]*(?:if|unless|case|else|elsif|eval_gemfile|instance_eval|gemspec|eval)\b|\b(?:if|unless)\s+\S/m;

/** Reads `Gemfile`. @returns undefined where what it asks for depends on what runs it */
export function readGemfile(text: string): Manifest | undefined {
  const code = text.replace(/^=begin\b[^]*?(?:^=end\b.*$|(?![^]))|^[ \t]*#.*$/gm, '');
  if (undecided.test(code)) return undefined;
  const asked = [...code.matchAll(/^[ \t]*gem[ \t]*\(?[ \t]*(['"])([\w.-]+)\1/gm)].map(([, , name = '']): Asked => ({
    name,
    range: '',
  }));
  return { requires: placed(text, asked) };
}

/** Reads the names that `Gemfile.lock` says were asked for. */
export function readGemfileLock(text: string): Lock | undefined {
  const [, listed] = /^DEPENDENCIES\r?\n((?: {2}.*(?:\r?\n|$))*)/m.exec(text) ?? [];
  if (listed === undefined) return undefined;
  const names = [...listed.matchAll(/^ {2}([\w.-]+)/gm)].map(([, name = '']) => [name, []] as const);
  return { versions: Object.fromEntries(names) };
}
