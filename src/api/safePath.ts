const deviceName = /^(?:con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(?:\.|$)/i;

/**
 * A path that a service names, as one relative to the repository's top folder with `/`.
 * @returns undefined for what could lead out of the repository or into its git directory, or names no file
 */
export function safePath(raw: string): string | undefined {
  const path = withoutScheme(raw)
    ?.replaceAll('\\', '/')
    .replace(/^(?:\.?\/)+/, '');
  if (path === undefined || path === '' || path.length > 4_096 || /[\p{Cc}:]/u.test(path)) return undefined;
  const parts = path.split('/');
  const isUnsafe = (part: string): boolean =>
    part === '' ||
    part === '.' ||
    part === '..' ||
    /[. ]$/.test(part) ||
    /^\.git$|^git~\d+$/i.test(part) ||
    deviceName.test(part);
  return parts.some(isUnsafe) ? undefined : path;
}

function withoutScheme(raw: string): string | undefined {
  if (/^[a-z]:[\\/]/i.test(raw) || raw.startsWith('\\\\') || raw.startsWith('//')) return undefined;
  if (!/^file:/i.test(raw)) return raw;
  // Only `file:src/app.ts` and the like are relative; a full file URL is a path of some machine.
  const rest = raw.slice('file:'.length);
  if (rest.startsWith('/')) return undefined;
  try {
    return decodeURIComponent(rest);
  } catch {
    return undefined;
  }
}
