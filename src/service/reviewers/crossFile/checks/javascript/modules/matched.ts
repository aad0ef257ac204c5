/** What a pattern with one `*` stands for in a module's name; undefined if it does not match. */
export function matched(pattern: string, module: string): string | undefined {
  const [before = '', after, more] = pattern.split('*');
  if (after === undefined) return pattern === module ? '' : undefined;
  if (more !== undefined || module.length < before.length + after.length) return undefined;
  if (!module.startsWith(before) || !module.endsWith(after)) return undefined;
  return module.slice(before.length, module.length - after.length);
}
