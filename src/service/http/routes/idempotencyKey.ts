/** Visible ASCII but quotes, up to 255 characters. */
const shape = /^[!#-~](?:[ !#-~]{0,253}[!#-~])?$/;

/**
 * The key of an `Idempotency-Key` header, with or without the quotes that its draft asks for.
 * @returns undefined if there is no header, null if it is no key
 */
export function readIdempotencyKey(header: string | undefined): string | null | undefined {
  if (header === undefined) return undefined;
  const key = /^"(.*)"$/.exec(header.trim())?.[1] ?? header.trim();
  return shape.test(key) ? key : null;
}
