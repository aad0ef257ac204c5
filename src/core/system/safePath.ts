const deviceName = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$) *(?:\.|$)/i;
// macOS ignores such characters in a name, so that `.g<joiner>it` is `.git` there.
const ignored = /\p{Cf}+/gu;

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
  return parts.some(part => isUnsafe(part.replace(ignored, ''))) ? undefined : path;
}

/** A final dot or space is dropped by Windows; what is `.`, `..` or nothing but spaces ends in one as well. */
function isUnsafe(part: string): boolean {
  return part === '' || /[. ]$/.test(part) || /^\.git$|^git~\d+$/i.test(part) || deviceName.test(part);
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
