/** Windows drops a final dot or space; `.`, `..` and blank names end in one as well. The second half are its devices. */
const unsafePart =
  /(?:^|\/)(?:(?:[^/]*[. ]|\.git|git~\d+)?(?:\/|$)|(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$) *(?:[./]|$))/i;
// macOS ignores these characters in names, so that `.g<joiner>it` is `.git` there.
const ignored = /\p{Cf}+/gu;

/**
 * Normalizes a path from a service to one relative to the repository's root, with `/`.
 * @returns undefined if it could lead out of the repository or into its git directory, or names no file
 */
export function safePath(raw: string): string | undefined {
  const path = withoutScheme(raw)
    ?.replaceAll('\\', '/')
    .replace(/^(?:\.?\/)+/, '');
  if (path === undefined || path === '' || path.length > 4_096 || /[\p{Cc}:]/u.test(path)) return undefined;
  return unsafePart.test(path.replace(ignored, '')) ? undefined : path;
}

function withoutScheme(raw: string): string | undefined {
  if (/^[a-z]:[\\/]/i.test(raw) || raw.startsWith('\\\\') || raw.startsWith('//')) return undefined;
  if (!/^file:/i.test(raw)) return raw;
  // Only the likes of `file:src/app.ts` are relative; a full file URL is an absolute path.
  const rest = raw.slice('file:'.length);
  if (rest.startsWith('/')) return undefined;
  try {
    return decodeURIComponent(rest);
  } catch {
    return undefined;
  }
}
