import { isTestPath } from '../../../../../engine/reviewer.ts';

const folder = /^(?:i18n|l10n|_?locales?|lang|langs|languages?|translations?|messages|strings|nls|intl)$/i;
/** `en`, `pt-BR`, `zh_Hans`, `es-419`, `enUs` */
const tag = /^[a-z]{2}(?:[A-Z][A-Za-z]|(?:[-_](?:[A-Za-z]{2}|[A-Z][a-z]{3}|\d{3}))*)$/;

/** Where a locale file belongs, by its path. */
export interface LocalePath {
  /** `en`, `pt-BR` */
  readonly language: string;
  /** The names between the language and the keys: `common` of `locales/en/common.json`. */
  readonly namespace: readonly string[];
}

/** Reads the path of a locale file; undefined for other files. */
export function localePath(path: string): LocalePath | undefined {
  const [, stem] = /^(.*)\.(?:json5?|ya?ml|[cm]?[jt]s)$/.exec(path) ?? [];
  const segments = stem?.split('/') ?? [];
  const file = segments.pop();
  if (file === undefined || isTestPath(path) || !segments.some(each => folder.test(each))) return undefined;
  // `messages.en.json`, `en.messages.json`
  const named = file.split('.').find(each => tag.test(each));
  if (named !== undefined) return { language: named, namespace: file.split('.').filter(each => each !== named) };
  const at = segments.findLastIndex(each => tag.test(each));
  return at < 0 ? undefined : { language: segments[at] ?? '', namespace: [...segments.slice(at + 1), file] };
}

/** Documents and samples, whose texts nobody translates. */
const shown = /(?:^|[/_-])(?:docs?|demos?|examples?|playgrounds?|samples?|stories)\/|\.stories\./i;

/** Whether a file may ask for texts by their keys. */
export function mayUseKeys(path: string): boolean {
  const isScript = /\.(?:[cm]?[jt]sx?|vue|svelte)$/.test(path) && !/\.d\.[cm]?ts$/.test(path);
  return isScript && !shown.test(path) && !isTestPath(path);
}
