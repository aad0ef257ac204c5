import { cached, names, shapeOf, valueAt, type JsonObject, type Names, type Path, type Shape } from './aliases.ts';

type Readers = Readonly<Record<string, (value: unknown) => unknown>>;

/** A way to a part of an object that leads to something. */
interface PresentPart {
  readonly part: string;
  readonly path: Path;
  readonly read: ((value: unknown) => unknown) | undefined;
}

/**
 * Makes a function that reads the parts of an object as `firstOf` does, each by its reader; parts that no member has a name
 * of take no time.
 * @param table the names of the parts
 */
export function partReader<const R extends Readers>(
  table: Readonly<Record<keyof R & string, Names>>,
  readers: R,
): (source: JsonObject) => { readonly [P in keyof R]?: ReturnType<R[P]> } {
  const aliases = Object.keys(readers).map(part => [part, names(table[part] ?? '')] as const);
  const known = new WeakMap<Shape, readonly PresentPart[]>();
  return source => {
    const found: Record<string, unknown> = {};
    const present = cached(known, shapeOf(source), shape =>
      aliases.flatMap(([part, list]) => shape.paths(list).map(path => ({ part, path, read: readers[part] }))),
    );
    // The ways to one part come one after another.
    let last: string | undefined;
    for (const { part, path, read } of present) {
      const value = part === last ? undefined : read?.(valueAt(source, path) ?? undefined);
      if (value === undefined) continue;
      found[part] = value;
      last = part;
    }
    return found as { [P in keyof R]?: ReturnType<R[P]> };
  };
}

/** One reader for some parts. */
export function readAs<P extends string, F>(read: F, ...parts: readonly P[]): Readonly<Record<P, F>> {
  return Object.fromEntries(parts.map(part => [part, read])) as Record<P, F>;
}
