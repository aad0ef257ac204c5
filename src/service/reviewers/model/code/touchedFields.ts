import { enclosingClass, type LineRange } from './enclosingBlock.ts';

const touched = /\b(?:this|self)\s{0,9}[?!]?\.\s{0,9}#?([A-Za-z_$][\w$]*)/g;
const modifier = '(?:public|private|protected|readonly|static|declare|override|accessor)';
/** `private readonly store: Store;`, `name: str = ''` */
const member = new RegExp(`^\\s{1,80}(?:${modifier}\\s{1,9}){0,5}#?([A-Za-z_$][\\w$]*)[?!]?\\s{0,9}(?::|=(?!=))`, 'g');
/** `constructor(private readonly store: Store)`, `this.store = store`, `self.rows: list[Row] = []` */
const parameter = new RegExp(`\\b${modifier}\\s{1,9}([A-Za-z_$][\\w$]*)[?!]?\\s{0,9}:`, 'g');
const assigned = /\b(?:this|self)\.#?([A-Za-z_$][\w$]*)\s{0,9}(?::(?!:)|=(?!=))/g;
/** A longer line costs time, and is data. */
const longest = 1_000;

/** Numbers of the lines that declare the fields of classes which some lines touch, or else set them first. */
export function touchedFields(lines: readonly string[], changed: readonly { line: number; text: string }[]): number[] {
  const wanted = new Map<number, { end: number; names: Set<string> }>();
  let around: LineRange | undefined;
  for (const { line, text } of changed) {
    const names = namesIn(touched, text);
    if (names.length === 0) continue;
    // Looking for it takes time: the next line is mostly in the same.
    if (around === undefined || line < around.start || line > around.end) around = enclosingClass(lines, line);
    if (around === undefined) continue;
    const known = wanted.get(around.start) ?? { end: around.end, names: new Set() };
    wanted.set(around.start, known);
    for (const name of names) known.names.add(name);
  }
  return [...wanted].flatMap(([start, { end, names }]) => {
    const body = lines.slice(start, end);
    const indentation = indentOf(body.find(text => /^\s+\S/.test(text)) ?? '');
    const found = new Map<string, number>();
    const look = (pattern: RegExp, isIn: (text: string) => boolean = () => true): void => {
      for (const [index, text] of body.entries()) {
        if (!isIn(text)) continue;
        for (const name of namesIn(pattern, text)) if (names.delete(name)) found.set(name, start + 1 + index);
      }
    };
    look(member, text => indentOf(text) === indentation);
    look(parameter);
    look(assigned);
    return [...found.values()];
  });
}

function namesIn(pattern: RegExp, text: string): string[] {
  return [...text.slice(0, longest).matchAll(pattern)].map(([, name = '']) => name);
}

function indentOf(text: string): string {
  return /^\s*/.exec(text.slice(0, longest))?.[0] ?? '';
}
