import type { ToolDiagnostic, ToolOutput } from './toolDiagnostic.ts';

/**
 * Names files within the texts of an output as in the repository: a compiler quotes absolute paths, as in
 * `typeof import("/home/me/project/src/pay")`, which differ in a copy and tell of the machine.
 * @param folders absolute paths of the repository
 */
export function withoutFolders(output: ToolOutput, folders: readonly string[]): ToolOutput {
  const shorten = shortener(folders);
  const diagnostics = output.diagnostics.map((each): ToolDiagnostic => ({ ...each, message: shorten(each.message) }));
  return { ...output, diagnostics, warnings: output.warnings.map(shorten), errors: output.errors.map(shorten) };
}

function shortener(folders: readonly string[]): (text: string) => string {
  const known = [...new Set(folders)]
    .map(each => each.replaceAll('\\', '/').replace(/\/+$/, ''))
    .filter(each => each !== '' && !/^[a-z]:$/i.test(each))
    // The longest first, in case one is within another.
    .sort((a, b) => b.length - a.length);
  if (known.length === 0) return text => text;
  const names = known.map(each =>
    each
      .split('/')
      .map(escaped)
      .join(String.raw`[\\/]`),
  );
  // The beginning of a path, and not the middle of another one; drive letters of Windows have either case.
  const pattern = new RegExp(String.raw`(?<![\w.\\/-])(?:${names.join('|')})(?:[\\/]|(?![\w.-]))`, 'gi');
  return text => text.replace(pattern, found => (/[\\/]$/.test(found) ? '' : '.'));
}

function escaped(text: string): string {
  return text.replace(/[\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}
