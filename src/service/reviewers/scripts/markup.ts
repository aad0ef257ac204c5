/** A tag of the markup of a component. */
export interface Tag {
  /** In lower case. */
  readonly name: string;
  readonly isClosing: boolean;
  readonly attributes: string;
  /** Where it begins and ends. */
  readonly from: number;
  readonly to: number;
}

const start = /<!--|\{|<(\/?)([a-z][\w:.-]*)(?=[\s/>])/gi;
/** Most tags of a text that are sought to its end in vain: what is left then ends at the next `>`. */
const mostVain = 20;

/** Goes from tag to tag, past comments and what an expression holds. */
export class Markup {
  readonly #text: string;
  readonly #isVue: boolean;
  readonly #lastComment: number;
  #vain = 0;
  #at = 0;

  constructor(text: string, isVue: boolean) {
    this.#text = text;
    this.#isVue = isVue;
    this.#lastComment = text.lastIndexOf('-->');
  }

  /** The next tag; undefined if there is none. */
  next(): Tag | undefined {
    for (;;) {
      start.lastIndex = this.#at;
      const found = start.exec(this.#text);
      if (found === null) return undefined;
      const [what, slash, name = ''] = found;
      const from = found.index;
      const after = from + what.length;
      if (what === '<!--') this.#at = this.#commentEnd(after);
      else if (what === '{') this.#at = this.#expressionEnd(from) ?? after;
      else {
        const to = this.#tagEnd(after);
        if (to === undefined) return undefined;
        this.#at = to;
        const attributes = this.#text.slice(after, to - 1);
        return { name: name.toLowerCase(), isClosing: slash === '/', attributes, from, to };
      }
    }
  }

  /** Goes on behind the content of an element that has no tags in it. @returns where the content ends */
  skipContent({ name, to }: Tag): number {
    const closing = new RegExp(`</${name}\\s*>`, 'gi');
    closing.lastIndex = to;
    this.#at = closing.exec(this.#text)?.index ?? this.#text.length;
    return this.#at;
  }

  #commentEnd(after: number): number {
    // `<!-->` is a comment, too. One that does not end is none.
    if (after > this.#lastComment + 2) return after;
    return this.#text.indexOf('-->', after - 2) + 3;
  }

  /** The end of a tag whose attributes begin here: values may have `>` in them. */
  #tagEnd(after: number): number | undefined {
    const text = this.#text;
    const next = text.indexOf('>', after) + 1 || undefined;
    if (next === undefined || this.#vain > mostVain) return next;
    for (let at = after; at < text.length; at++) {
      const character = text[at];
      if (character === '>') return at + 1;
      if (character === '"' || character === "'") {
        const end = text.indexOf(character, at + 1);
        if (end < 0) break;
        at = end;
      } else if (character === '{' && !this.#isVue) at = (this.#expressionEnd(at) ?? at + 1) - 1;
    }
    this.#vain++;
    return next;
  }

  #expressionEnd(from: number): number | undefined {
    if (this.#vain > mostVain) return undefined;
    const end = this.#isVue ? interpolationEnd(this.#text, from) : expressionEnd(this.#text, from);
    if (end === undefined) this.#vain++;
    return end;
  }
}

function interpolationEnd(text: string, from: number): number | undefined {
  if (!text.startsWith('{{', from)) return from + 1;
  const end = text.indexOf('}}', from);
  return end < 0 || /<\/|<script/i.test(text.slice(from, end)) ? undefined : end + 2;
}

const opensScript = /<script[\s/>]/iy;
/** A regular expression, where an operand may begin. */
const pattern = /(?<=[({[,;=:!&|?]\s*)\/(?![/*])(?:[^\\/\n[]|\\.|\[(?:[^\\\]\n]|\\.)*\])+\//y;
const text = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/y;
const comment = /\/\*[^]*?\*\/|\/\/[^\n]*/y;

/** The end of an expression in braces; undefined if it has none, or a tag of a script outside its texts. */
function expressionEnd(whole: string, from: number): number | undefined {
  const open: ('{' | '`')[] = [];
  for (let at = from; at < whole.length; at++) {
    const character = whole[at];
    const isInTemplate = open.at(-1) === '`';
    if (character === '`') {
      if (isInTemplate) open.pop();
      else open.push('`');
    } else if (isInTemplate) {
      if (character === '\\') at++;
      else if (character === '$' && whole[at + 1] === '{') {
        open.push('{');
        at++;
      }
    } else if (character === '{') open.push('{');
    else if (character === '}') {
      open.pop();
      if (open.length === 0) return at + 1;
    } else if (character === '<') {
      opensScript.lastIndex = at;
      if (opensScript.test(whole)) return undefined;
    } else if (character === '"' || character === "'" || character === '/') {
      const end = [comment, pattern, text].map(each => endOf(each, whole, at)).find(each => each !== undefined);
      if (end !== undefined) at = end - 1;
      else if (character !== '/') return undefined;
    }
  }
  return undefined;
}

function endOf(what: RegExp, whole: string, at: number): number | undefined {
  what.lastIndex = at;
  return what.test(whole) ? what.lastIndex : undefined;
}
