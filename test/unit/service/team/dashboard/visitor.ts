import assert from 'node:assert/strict';

/** A browser without script: keeps cookies, follows redirects, sends the form of the page with its hidden fields. */
export class Visitor {
  readonly #url: string;
  readonly cookies = new Map<string, string>();
  readonly #paths = new Map<string, string>();
  /** Whether a redirect is followed. */
  follows = true;
  /** Path of the page that is shown, its status, headers and HTML. */
  path = '';
  status = 0;
  headers = new Headers();
  html = '';

  constructor(url: string) {
    this.#url = url;
  }

  /** The text of the page without its elements, white space collapsed. */
  get text(): string {
    const body = this.html.replace(/^.*<body[^>]*>/s, '');
    return body
      .replace(/<[^>]+>/g, ' ')
      .replace(/&lt;/g, '<')
      .replace(/&gt;/g, '>')
      .replace(/&quot;/g, '"')
      .replace(/&#39;/g, "'")
      .replace(/&amp;/g, '&')
      .replace(/\s+/g, ' ')
      .trim();
  }

  async open(path: string): Promise<void> {
    await this.#request(path, {});
  }

  /**
   * Sends a form of the page.
   * @param fields what is typed; hidden fields go with it
   * @param action path of the form; the last form of the page by default
   */
  async send(fields: Readonly<Record<string, string>>, action?: string): Promise<void> {
    const forms = [...this.html.matchAll(/<form[^>]*method="post"[^>]*action="([^"]+)"[^>]*>(.*?)<\/form>/gs)];
    const form = action === undefined ? forms.at(-1) : forms.find(([, path]) => path === action);
    assert.ok(form, `no form ${action ?? ''} on ${this.path}`);
    const [, path = '', content = ''] = form;
    const hidden = [...content.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
    const body = new URLSearchParams(hidden.map(([, name = '', value = '']): [string, string] => [name, value]));
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    await this.post(path, body);
  }

  /** Posts without a page. */
  async post(
    path: string,
    body: URLSearchParams | string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    await this.#request(path, {
      method: 'POST',
      body: String(body),
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: this.#url, ...headers },
    });
  }

  async #request(path: string, init: RequestInit): Promise<void> {
    const { pathname } = new URL(path, this.#url);
    const own = [...this.cookies].filter(([name]) => isBelow(pathname, this.#paths.get(name) ?? '/'));
    const cookie = own.map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...(init.headers as Record<string, string> | undefined), ...(cookie !== '' && { cookie }) };
    const answer = await fetch(new URL(path, this.#url), { ...init, headers, redirect: 'manual' });
    for (const line of answer.headers.getSetCookie()) this.#keep(line);
    this.path = path;
    this.status = answer.status;
    this.headers = answer.headers;
    this.html = await answer.text();
    const next = answer.headers.get('location');
    if (next !== null && this.follows) await this.#request(next, {});
  }

  #keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === '' || /max-age=0/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
    this.#paths.set(name, /path=([^;]*)/i.exec(line)?.[1] ?? '/');
  }
}

function isBelow(path: string, folder: string): boolean {
  return folder === '/' || path === folder || path.startsWith(`${folder}/`);
}
