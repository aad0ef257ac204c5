const lockFile =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|deno\.lock|composer\.lock|Gemfile\.lock|Cargo\.lock|poetry\.lock|uv\.lock|Pipfile\.lock|go\.sum|flake\.lock|gradle\.lockfile|packages\.lock\.json|Podfile\.lock|mix\.lock)$/;
const vendored = /(?:^|\/)(?:node_modules|bower_components|vendor|third_party|third-party|\.yarn|site-packages)\//;
const built =
  /(?:^|\/)(?:dist|build|out|coverage|\.next)\/.*\.(?:js|mjs|cjs|css|map)$|\.(?:min|bundle)\.(?:js|css)$|\.map$/;
const generatedName = /\.(?:g|generated|pb)\.\w+$|(?:^|\/)__generated__\/|_pb2(?:_grpc)?\.pyi?$|\.snap$/;
const generatedMark =
  /(?:^|\s)(?:@generated\b|code generated [^]{0,80}do not edit|auto(?:matically[ -]|-?)generated\b[^]{0,80}do not (?:edit|modify))/i;

const script = /\.(?:[cm]?js|css)$/;

/** Longest file that is read, in bytes. */
export const largestFile = 1_000_000;

/** Why a file is not reviewed by its path alone; undefined when it is. */
export function unreviewedPath(path: string): string | undefined {
  if (lockFile.test(path)) return 'lock file';
  if (vendored.test(path)) return 'vendored';
  if (built.test(path)) return 'built or minified';
  if (generatedName.test(path)) return 'generated';
  return undefined;
}

/** Why a file is not reviewed by what it holds; undefined when it is. */
export function unreviewedContent(path: string, content: Buffer): string | undefined {
  if (content.subarray(0, 8_000).includes(0)) return 'binary';
  const head = content.toString('utf8', 0, 4_096);
  if (generatedMark.test(head.split('\n', 12).join('\n'))) return 'generated';
  const lines = content.length / Math.max(1, countLines(content));
  // Data is written on one line by hand too, a program of that length is not; minifiers break lines at some 500 characters.
  const [length, perLine] = script.test(path) ? [1_000, 200] : [20_000, 500];
  return content.length > length && lines > perLine ? 'built or minified' : undefined;
}

function countLines(content: Buffer): number {
  let count = 1;
  for (let at = content.indexOf(10); at >= 0; at = content.indexOf(10, at + 1)) count++;
  return count;
}
