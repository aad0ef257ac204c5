/** A key of a mapping in a YAML text. */
export interface YamlEntry {
  /** The keys from the top to this one. */
  readonly path: readonly string[];
  /** The text on its line, without quotes; empty if none is there. */
  readonly value: string;
  /** From 1. */
  readonly line: number;
}

const entry =
  /^ *(?:'((?:[^']|'')*)' *|"((?:[^"\\]|\\.)*)" *|([^\s'"#&*!|>%@`[\]{},-][^:#]*|-[^\s:#][^:#]*)):(?: +(.*))?$/;
const deepest = 20;

/**
 * Reads the keys of block mappings, as lock files and locale files are written, line by line. Lists, anchors and what
 * is written in braces are passed over.
 */
export function* yamlEntries(text: string): Generator<YamlEntry> {
  const parents: { readonly indent: number; readonly path: readonly string[] }[] = [];
  let scalar: number | undefined;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const indent = line.search(/\S/);
    // Lines of a block of text are deeper than its key.
    if (indent < 0 || (scalar !== undefined && indent > scalar)) continue;
    scalar = undefined;
    const [, single, double, plain, given = ''] = entry.exec(line) ?? [];
    const key = single?.replaceAll("''", "'") ?? double?.replace(/\\(.)/g, '$1') ?? plain?.trim();
    if (key === undefined) continue;
    while ((parents.at(-1)?.indent ?? -1) >= indent) parents.pop();
    const path = [...(parents.at(-1)?.path ?? []), key];
    if (path.length < deepest) parents.push({ indent, path });
    if (/^[|>][+-]?\d?\s*$/.test(given)) scalar = indent;
    yield { path, value: given.trim().replace(/^(['"])(.*)\1$/, '$2'), line: index + 1 };
  }
}
