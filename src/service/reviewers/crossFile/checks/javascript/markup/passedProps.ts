import { positionOf } from '../../../../../engine/diff/textPosition.ts';
import { Markup } from '../../../../scripts/markup.ts';
import type { Spot } from '../facts.ts';
import { pascal } from './markupNames.ts';

/** What elements are given, by element: attributes, and listeners with `@`, with the first place of each. */
export type Passed = ReadonlyMap<string, ReadonlyMap<string, Spot>>;

const value = /"[^"]*"|'[^']*'|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/g;
const attribute = /(?<!\S)(@|v-on:|on:|:|v-bind:|v-model:|bind:)?([A-Za-z][\w-]*(?::[\w-]+)?)/g;
const listeners = /^(?:@|v-on:|on:)$/;
/** What may give an element more than is written: a value with attributes. */
const spread = /(?<!\S)(?:\{\s*\.\.\.|(?:v-bind|v-on)=)/;
/** What elements of HTML take and tell: a component that does not ask for it hands it to its root. */
const ofHtml =
  /^(?:accept|alt|checked|class|disabled|for|height|href|id|key|label|max|min|multiple|name|open|pattern|placeholder|readonly|ref|rel|required|role|rows|selected|size|slot|src|step|style|tabindex|target|title|type|value|width|aria.*|data.*|v[A-Z-].*|v|@(?:blur|cancel|change|click|close|copy|cut|dblclick|drop|error|focus|input|load|paste|reset|scroll|select|submit|toggle|wheel|update:.*|(?:animation|drag|focus|key|mouse|pointer|touch|transition).*))$/i;
const longest = 5_000;

/** What the markup of a component gives to other components. */
export function passedProps(path: string, whole: string): Passed {
  const passed = new Map<string, Map<string, Spot>>();
  const markup = new Markup(whole, /\.vue$/i.test(path));
  for (let tag = markup.next(); tag !== undefined; tag = markup.next()) {
    if (/^(?:script|style)$/.test(tag.name) && !tag.isClosing) markup.skipContent(tag);
    const from = tag.from + 1 + tag.name.length;
    const element = whole.slice(tag.from + 1, from);
    if (tag.isClosing || tag.attributes.length > longest || !/[A-Z-]/.test(element)) continue;
    const known = passed.get(pascal(element)) ?? new Map<string, Spot>();
    passed.set(pascal(element), known);
    const names = spread.test(tag.attributes) ? [] : namesIn(tag.attributes);
    for (const [name, at] of names) {
      const { line, column } = positionOf({ text: whole }, from + at);
      if (!known.has(name)) known.set(name, [line, column, column + name.length]);
    }
  }
  return passed;
}

function namesIn(attributes: string): (readonly [name: string, at: number])[] {
  const written = attributes.replace(value, (each, at: number) =>
    /^\{\s*[\w$]+\s*\}$/.test(each) && attributes[at - 1] !== '=' ? ` ${each.slice(1, -1)} ` : '='.repeat(each.length),
  );
  return [...written.matchAll(attribute)].map(({ 1: kind = '', 2: name = '', index }) => [
    `${listeners.test(kind) ? '@' : ''}${camel(name)}`,
    index + kind.length,
  ]);
}

/** Whether an attribute means something to a component alone. */
export function isOwn(name: string): boolean {
  return !ofHtml.test(name);
}

/** `firstName` of `first-name`, as a component may be given it. */
export function camel(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
