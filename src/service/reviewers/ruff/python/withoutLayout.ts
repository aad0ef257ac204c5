/** Code as it is whatever formatter wrote it: without white space and last commas, and with one kind of quotes. */
export function withoutLayout(code: string): string {
  return code
    .replace(/\s+/g, '')
    .replace(/'/g, '"')
    .replace(/,(?=[)\]}])/g, '');
}
