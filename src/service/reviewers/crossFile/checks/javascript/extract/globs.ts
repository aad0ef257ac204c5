const globs = /\bimport\.meta\.glob(?:Eager)?\s*(?:<[^()]{0,200}>)?\(\s*(\[[^\]]{0,2000}\]|["'`][^"'`\n]+["'`])/g;
const quoted = /["'`]([^"'`\n]+)["'`]/g;
const contexts = /\brequire\.context\(\s*["'`]([^"'`\n]+)["'`]/g;
/** `import(`./pages/${name}.vue`)`, `require('./pages/' + name)` */
const templates =
  /\b(?:import|require)\(\s*(?:\/\*[^*]{0,200}\*\/\s*)?(?:`([^`$\n]+\$\{[^`\n]*)`|["']([^"'\n]+)["']\s*\+)/g;

/** Reads the patterns by which a script loads modules that it does not name. */
export function readGlobs(source: string): string[] {
  const listed = [...source.matchAll(globs)].flatMap(([, given = '']) =>
    [...given.matchAll(quoted)].map(([, pattern = '']) => pattern),
  );
  const folders = [...source.matchAll(contexts)].map(([, folder = '']) => `${folder}/**`);
  const made = [...source.matchAll(templates)].map(([, template, prefix = '']) =>
    template === undefined ? `${prefix}**` : template.replace(/\$\{[^}]*\}/g, '**'),
  );
  return [...listed.filter(pattern => !pattern.startsWith('!')), ...folders, ...made];
}
