/** A script, or what begins as one and never ends. */
const block = /<script\b([^>]{0,2000})>([^]*?)(?:<\/script\s*>|$)/gi;

/** The scripts of a component of Vue or Svelte, where they stand: all else is blank. */
export function scriptsOf(text: string): { readonly text: string; readonly isTypeScript: boolean } {
  let scripts = '';
  let at = 0;
  let isTypeScript = false;
  // A script in a comment of the template is none.
  const visible = text.replace(/<!--[^]*?(?:-->|$)/g, blank);
  for (const found of visible.matchAll(block)) {
    const [whole, attributes = '', code = ''] = found;
    if (/\bsrc\s*=/.test(attributes) || !/<\/script\s*>$/i.test(whole)) continue;
    if (/\blang\s*=\s*["']?tsx?\b/.test(attributes)) isTypeScript = true;
    const start = found.index + whole.indexOf('>', '<script'.length + attributes.length) + 1;
    scripts += blank(text.slice(at, start)) + text.slice(start, start + code.length);
    at = start + code.length;
  }
  return { text: scripts + blank(text.slice(at)), isTypeScript };
}

function blank(text: string): string {
  return text.replace(/[^\r\n]/g, ' ');
}
