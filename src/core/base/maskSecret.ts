/** Shorter secrets are masked completely. */
const shortest = 12;
const shown = 4;
const masked = /\*{4,}/;

/**
 * Masks a secret so that it can be shown and stored: keeps the first and last four characters and replaces each one in
 * between with a star, so that columns stay valid. Line breaks stay.
 */
export function maskSecret(secret: string): string {
  const kept = secret.length < shortest ? 0 : shown;
  const last = secret.length - kept;
  return secret.slice(0, kept) + secret.slice(kept, last).replace(/[^\r\n]/g, '*') + secret.slice(last);
}

/** Whether a line contains a masked secret, and so differs from the line in the file. */
export function containsMask(line: string): boolean {
  return masked.test(line);
}

/** Whether masking `line` could give `quoted`: all characters outside the mask are equal. */
export function matchesMask(line: string, quoted: string): boolean {
  if (line.length !== quoted.length) return false;
  for (let at = 0; at < line.length; at++) if (quoted[at] !== '*' && quoted[at] !== line[at]) return false;
  return true;
}
