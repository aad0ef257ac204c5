const mostNames = 4;

/** Names in a sentence: `a`, `b` and 3 others. */
export function quotedNames(names: readonly string[]): string {
  const [most, rest] = names.length > mostNames ? [mostNames - 1, names.length - mostNames + 1] : [names.length - 1, 0];
  const shown = names.slice(0, most).map(name => `\`${name}\``);
  const last = rest > 0 ? `${rest} others` : `\`${names.at(-1) ?? ''}\``;
  return shown.length === 0 ? last : `${shown.join(', ')} and ${last}`;
}
