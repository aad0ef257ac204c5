/** Secrets shorter than this are masked as a whole. */
const shortest = 12;
const shown = 4;
const masked = /\*{4,}/;

/**
 * A secret as it may be shown and stored: its first and last four characters with as many stars between them as there
 * were characters, so that columns still count. Line breaks stay.
 */
export function maskSecret(secret: string): string {
  const kept = secret.length < shortest ? 0 : shown;
  const last = secret.length - kept;
  return secret.slice(0, kept) + secret.slice(kept, last).replace(/[^\r\n]/g, '*') + secret.slice(last);
}

/** Whether a line holds the mask of a secret, so that it cannot be the line as it is in the file. */
export function holdsMask(line: string): boolean {
  return masked.test(line);
}

/** Whether `line` can be what was masked as `quoted`: the same but for the characters under the mask. */
export function fitsMask(line: string, quoted: string): boolean {
  if (line.length !== quoted.length) return false;
  for (let at = 0; at < line.length; at++) if (quoted[at] !== '*' && quoted[at] !== line[at]) return false;
  return true;
}
