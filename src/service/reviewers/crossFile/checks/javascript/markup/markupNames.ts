import { positionOf } from '../../../../../engine/diff/textPosition.ts';
import { componentScripts } from '../../../../scripts/componentScripts.ts';
import { Markup } from '../../../../scripts/markup.ts';
import type { Spot } from '../facts.ts';

/** A name in the markup of a component, and the offset of its first use. */
export interface MarkupName {
  readonly name: string;
  readonly at: number;
  /** Whether it is the name of an element, which something may have registered for all components. */
  readonly isElement?: true;
  /** What an expression that asks for nothing first reads of it, with the place of each. */
  readonly reads?: readonly (readonly [member: string, at: Spot])[];
}

/** Most names that are kept. */
const mostNames = 300;
const word = /(?<![\w$]|(?<!\.\.)\.)[A-Za-z_$][\w$]*/g;
const texts = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g;
const parameters = /\(([^()]*)\)\s*=>|(?<![\w$])([\w$]+)\s*=>|\b(?:const|let|var) ([\w$]+|\{[^{}]*\}|\[[^[\]]*\])/g;
/** `cart.clear`, `cart.clear(item)` and `cart.items.length`, alone. */
const plainRead = /^\s*([A-Za-z_$][\w$]*)\.([A-Za-z_$][\w$]*)(?=(?:\.[A-Za-z_$][\w$]*)*\s*(?:\([^()?|&]*\)\s*)?$)/;
/** Not `cart.items.length`, which fails where there are no items. */
const memberRead = /(?<![\w$.])[A-Za-z_$][\w$]*\.[A-Za-z_$][\w$]*(?![\w$.])/g;
const vueAttribute = /(?:^|\s)(v-[\w.-]+(?::[^\s=>"']*)?|[:@#][^\s=>"']*)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const svelteDirective = /(?:^|\s)(?:use|transition|in|out|animate):([\w$]+)/g;

/** The names that the markup of a component uses and does not declare itself. */
export function markupNames(path: string, text: string): MarkupName[] {
  const names = new Names();
  if (/\.vue$/i.test(path)) readVue(text, names);
  else readSvelte(path, text, names);
  return names.result(text);
}

class Names {
  readonly #used = new Map<string, MarkupName>();
  readonly #declared = new Set<string>();
  /** `cart.items` where its absence is handled. */
  readonly #asked = new Set<string>();
  readonly #reads = new Map<string, Map<string, number>>();

  use(name: string, at: number, isElement = false): void {
    const known = this.#used.get(name);
    if (known !== undefined && (isElement || known.isElement !== true)) return;
    this.#used.set(name, { name, at, ...(isElement && { isElement }) });
  }

  declare(pattern: string): void {
    for (const [name] of pattern.matchAll(word)) this.#declared.add(name);
  }

  /** Reads an expression, or several. @param isAsked whether it asks for what it reads */
  read(expression: string, from: number, isAsked = false): void {
    const code = expression.replace(texts, text => ' '.repeat(text.length));
    const [start, object = '', member = ''] = (isAsked ? undefined : plainRead.exec(code)) ?? [];
    if (isAsked) for (const [read] of code.matchAll(memberRead)) this.#asked.add(read);
    if (start !== undefined) {
      const known = this.#reads.get(object) ?? new Map<string, number>();
      this.#reads.set(object, known);
      if (known.size < mostNames && !known.has(member)) known.set(member, from + start.length - member.length);
    }
    for (const [, list, one, bound] of code.matchAll(parameters)) this.declare(list ?? one ?? bound ?? '');
    for (const { 0: name, index } of code.matchAll(word))
      // A key of an object is no name.
      if (
        !/^\s{0,9}:(?!:)/.test(code.slice(index + name.length, index + name.length + 11)) ||
        !/[{,]\s{0,9}$/.test(code.slice(Math.max(0, index - 10), index))
      )
        this.use(name, from + index);
  }

  result(text: string): MarkupName[] {
    const names = [...this.#used.values()].filter(({ name }) => !this.#declared.has(name)).slice(0, mostNames);
    const spot = (member: string, at: number): Spot => {
      const { line, column } = positionOf({ text }, at);
      return [line, column, column + member.length];
    };
    return names.map(each => ({
      ...each,
      reads: [...(this.#reads.get(each.name) ?? [])].flatMap(([member, at]) =>
        this.#asked.has(`${each.name}.${member}`) ? [] : [[member, spot(member, at)] as const],
      ),
    }));
  }
}

function readVue(text: string, names: Names): void {
  const markup = new Markup(text, true);
  let before = 0;
  for (let tag = markup.next(); tag !== undefined; tag = markup.next()) {
    readInterpolations(text.slice(before, tag.from), before, names);
    before = tag.to;
    if (/^(?:script|style)$/.test(tag.name) && !tag.isClosing) before = markup.skipContent(tag);
    if (tag.isClosing) continue;
    const start = tag.from + 1;
    const element = text.slice(start, start + tag.name.length);
    if (/[A-Z]/.test(element)) names.use(element, start, true);
    else if (element.includes('-')) names.use(pascal(element), start, true);
    readVueAttributes(tag.attributes, start + element.length, names);
  }
}

function readVueAttributes(attributes: string, from: number, names: Names): void {
  for (const { 0: whole, 1: attribute = '', 2: double, 3: single = '', index } of attributes.matchAll(vueAttribute)) {
    const value = double ?? single;
    const at = from + index + whole.length - 1 - value.length;
    if (/^(?:#|v-slot\b)/.test(attribute)) names.declare(value);
    else if (attribute === 'v-for') {
      const split = / (?:in|of) /.exec(value);
      names.declare(value.slice(0, split?.index ?? 0));
      names.read(value.slice(split?.index ?? 0).replace(/^ (?:in|of) /, '    '), at + (split?.index ?? 0));
    } else names.read(value, at, /^v-(?:if|else-if|show)$/.test(attribute));
  }
}

/** @param content of elements, between two tags */
function readInterpolations(content: string, from: number, names: Names): void {
  for (let at = content.indexOf('{{'); at >= 0;) {
    const end = content.indexOf('}}', at);
    if (end < 0) return;
    names.read(content.slice(at + 2, end), from + at + 2);
    at = content.indexOf('{{', end);
  }
}

function readSvelte(path: string, text: string, names: Names): void {
  const visible = text.replace(/<!--[^]*?(?:-->|$)|<style\b[^]*?(?:<\/style\s*>|$)/gi, blank);
  let [markup, done] = ['', 0];
  for (const { tag, to } of componentScripts(path, text)) {
    markup += visible.slice(done, tag) + blank(visible.slice(tag, to));
    done = to;
  }
  markup += visible.slice(done);
  for (const { 1: name = '', index } of markup.matchAll(/<([A-Z][\w$]*)/g)) names.use(name, index + 1);
  for (const { 0: whole, 1: name = '', index } of markup.matchAll(svelteDirective))
    names.use(name, index + whole.length - name.length);
  for (const [, name = ''] of markup.matchAll(/\blet:([\w$]+)/g)) names.declare(name);
  let [depth, from] = [0, 0];
  for (const { 0: brace, index } of markup.matchAll(/[{}]/g)) {
    if (brace === '{' && depth++ === 0) from = index + 1;
    if (brace === '}' && depth > 0 && --depth === 0) readSvelteTag(markup.slice(from, index), from, names);
  }
}

function readSvelteTag(content: string, from: number, names: Names): void {
  const block = /^[#:/@](\w+)/.exec(content);
  if (block === null) {
    names.read(content, from);
    return;
  }
  const [start, kind] = block;
  const rest = content.slice(start.length);
  const bound = / (?:as|then|catch) /.exec(rest);
  if (kind === 'snippet' || kind === 'then' || kind === 'catch' || kind === 'const')
    names.declare(rest.split(kind === 'const' ? '=' : '\0')[0] ?? '');
  if (bound !== null) names.declare(rest.slice(bound.index + bound[0].length).replace(/\([^()]*\)$/, ''));
  names.read(rest.slice(0, bound?.index), from + start.length, kind === 'if');
}

/** `UserCard`, as `user-card` may be called in a script. */
export function pascal(element: string): string {
  return element.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function blank(text: string): string {
  return text.replace(/[^\r\n]/g, ' ');
}
