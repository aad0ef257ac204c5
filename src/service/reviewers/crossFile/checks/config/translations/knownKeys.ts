import type { Tree } from '../../../check.ts';
import { localePath } from './localePath.ts';
import type { KeyUse, TranslationFacts } from './translationFacts.ts';

/** The forms that a text has by number, gender or context: `items_one`, `greeting_formal`. */
const form = /_[^_.\s]+$/;

/** The keys that the locale files of a tree have, in whatever language and whatever namespace. */
export class KnownKeys {
  readonly #tree: Tree<TranslationFacts>;
  /** Locale files that are not read yet; English, which nearly always has all, is read first. */
  readonly #unread: string[];
  readonly #keys = new Set<string>();
  /** What follows a dot in a key. */
  #ends: Set<string> | undefined;
  #hasModules = false;

  constructor(tree: Tree<TranslationFacts>) {
    this.#tree = tree;
    const isEnglish = (path: string): boolean => localePath(path)?.language.startsWith('en') === true;
    const files = tree.paths.filter(path => localePath(path) !== undefined);
    this.#unread = files.filter(path => !isEnglish(path));
    files.filter(isEnglish).forEach(path => this.#read(path));
  }

  /** @param isScoped whether a prefix of the key may be said elsewhere */
  has({ key }: Pick<KeyUse, 'key'>, isScoped = false): boolean {
    const path = key.replace(/\[\s*(["'])(.+?)\1\s*\]/g, '.$2');
    const named = [key, path, key.replaceAll(':', '.'), key.slice(key.indexOf(':') + 1)];
    // Of what is in a list, the place in it is not kept.
    const wanted = [...named, ...named.map(each => each.replace(/\.\d+(?=\.|$)|\[\d+\]/g, ''))];
    const isKnown = (): boolean =>
      wanted.some(each => this.#keys.has(each)) ||
      ((isScoped || this.#hasModules) && wanted.some(each => this.#allEnds().has(each)));
    if (isKnown()) return true;
    this.#unread.splice(0).forEach(path => this.#read(path));
    return isKnown();
  }

  #allEnds(): Set<string> {
    if (this.#ends === undefined) {
      this.#ends = new Set();
      for (const key of this.#keys)
        for (let dot = key.indexOf('.'); dot >= 0; dot = key.indexOf('.', dot + 1)) this.#ends.add(key.slice(dot + 1));
    }
    return this.#ends;
  }

  #read(path: string): void {
    const names = localePath(path)?.namespace ?? [];
    const prefixes = names.map((_, index) => `${names.slice(index).join('.')}.`);
    const { keys = [], isModule = false } = this.#tree.facts(path)?.locale ?? {};
    this.#hasModules ||= isModule;
    for (const key of keys)
      for (const each of [key, key.replace(form, '')]) {
        this.#keys.add(each);
        for (const prefix of prefixes) this.#keys.add(prefix + each);
      }
    this.#ends = undefined;
  }
}
