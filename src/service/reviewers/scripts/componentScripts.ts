import { Markup } from './markup.ts';

/** A script of a component of Vue or Svelte. Offsets are those of the component's text. */
export interface ComponentScript {
  /** Where its opening tag begins. */
  readonly tag: number;
  /** Where its code begins and ends. */
  readonly from: number;
  readonly to: number;
  /** The extension that it would have in a file of its own; undefined if no analyser reads its language. */
  readonly extension?: string;
  /** What it is written in, as its tag says; empty if it says nothing. */
  readonly language: string;
}

/** Its content has no tags. */
const raw = /^(?:script|style)$/;

/** JavaScript and TypeScript by the names that attributes of scripts give them. */
const languages: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['', 'module', 'javascript', 'ecmascript', 'js', 'mjs', 'cjs', 'babel'].map(name => [name, '.js']),
  ),
  ...Object.fromEntries(['ts', 'typescript', 'mts', 'cts'].map(name => [name, '.ts'])),
  ...{ jsx: '.jsx', tsx: '.tsx' },
};

/**
 * The scripts of a component that are not empty, in order: those at its top, and those at the beginning of a line that can
 * be read. Any other is content of its page.
 */
export function componentScripts(path: string, text: string): ComponentScript[] {
  const scripts: ComponentScript[] = [];
  const open: { readonly name: string; readonly from: number }[] = [];
  const opened = new Map<string, number>();
  /** Those that are in no other, in order. */
  const elements: { readonly from: number; readonly to: number }[] = [];
  const markup = new Markup(text, /\.vue$/i.test(path));
  for (let tag = markup.next(); tag !== undefined; tag = markup.next()) {
    const { name, from, to, attributes } = tag;
    if (tag.isClosing) {
      // One that was not opened here closes nothing.
      if ((opened.get(name) ?? 0) === 0) continue;
      let last: (typeof open)[number] | undefined;
      do {
        last = open.pop();
        if (last !== undefined) opened.set(last.name, (opened.get(last.name) ?? 0) - 1);
      } while (last !== undefined && last.name !== name);
      while ((elements.at(-1)?.from ?? -1) > (last?.from ?? 0)) elements.pop();
      elements.push({ from: last?.from ?? 0, to: from });
    } else if (!attributes.endsWith('/')) {
      if (raw.test(name) || (name === 'template' && attribute(attributes, 'lang') !== '')) {
        const end = markup.skipContent(tag);
        if (name === 'script' && text.slice(to, end).trim() !== '')
          scripts.push({ tag: from, from: to, to: end, ...languageOf(attributes) });
      } else {
        open.push({ name, from });
        opened.set(name, (opened.get(name) ?? 0) + 1);
      }
    }
  }
  let around = 0;
  return scripts.filter(({ tag, extension }) => {
    while ((elements[around]?.to ?? Infinity) < tag) around++;
    const isNested = (elements[around]?.from ?? Infinity) < tag;
    return !isNested || (extension !== undefined && (tag === 0 || text[tag - 1] === '\n'));
  });
}

function languageOf(attributes: string): Pick<ComponentScript, 'extension' | 'language'> {
  const language = (attribute(attributes, 'lang') || attribute(attributes, 'type')).toLowerCase();
  const name = language.replace(/^(?:text|application)\/(?:x-)?/, '').replace(/^es(?:\d+|m|next)$/, 'js');
  const extension = Object.hasOwn(languages, name) ? languages[name] : undefined;
  return { language, ...(extension !== undefined && { extension }) };
}

function attribute(attributes: string, name: string): string {
  const found = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(attributes);
  return (found?.[1] ?? found?.[2] ?? found?.[3] ?? '').trim();
}
