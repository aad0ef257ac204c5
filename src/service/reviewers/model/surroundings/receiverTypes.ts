import type { LineRange } from '../code/enclosingBlock.ts';
import { usedNames } from './usedNames.ts';

/** `order` in `order.address`, `order?.address` and `order!.address`. */
const receiver = /(?<![\w$.])([A-Za-z_$][\w$]*)[?!]?\.(?=[A-Za-z_$])/g;
/** `order: Order`, `order?: Partial<Order>`, `}: Props`, `order = new Order(`, `order = Order(`. */
const typed =
  /(?:(?<![\w$.])([A-Za-z_$][\w$]*)[?!]?|\})\s{0,9}(?::|=\s{0,9}new\b|=(?=\s{0,9}[A-Z][\w$]{0,80}\())(?=([^;=(){}]{1,200}))/g;
const nextParameter = /,\s{0,9}[\w$*]{1,80}[?!]?\s{0,9}:/;
/** A longer line costs time, and is data. */
const longest = 1_000;

/** The names of the values whose fields some lines touch. */
export function receiversIn(texts: readonly string[]): Set<string> {
  return new Set(texts.flatMap(text => [...short(text).matchAll(receiver)].map(([, name = '']) => name)));
}

/** The types of some values as a function names them. What is taken out of a value in a signature counts as one of them. */
export function receiverTypes(
  lines: readonly string[],
  { start, end }: LineRange,
  receivers: ReadonlySet<string>,
): Set<string> {
  if (receivers.size === 0) return new Set();
  const found = lines.slice(start - 1, end).flatMap(text =>
    [...short(text).matchAll(typed)].flatMap(([, name, type = '']) => {
      if (name !== undefined && !receivers.has(name)) return [];
      const [own = ''] = type.split(nextParameter);
      // Python may name types in quotes.
      return [...usedNames(own.replace(/["']/g, ' '))].flatMap(([word, use]) => (use === 'type' ? [word] : []));
    }),
  );
  return new Set(found);
}

function short(text: string): string {
  return text.slice(0, longest);
}
