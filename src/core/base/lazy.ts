/** Computes a value on first use and caches it. */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/**
 * Computes a value of a text, and keeps that of the last one. An equal text takes the place of the one before: to compare
 * it with another reads both, with itself does not.
 */
export function ofLastText<T>(make: (text: string) => T): (text: string) => T {
  let last: { text: string; readonly value: T } | undefined;
  return text => {
    if (last?.text === text) last.text = text;
    else last = { text, value: make(text) };
    return last.value;
  };
}
