/** How a line uses a name: the earlier, the more its definition tells a reader. */
export type NameUse = 'call' | 'type' | 'other';

const shortest = 3;
/** A longer line costs time, and is data. */
const longest = 1_000;
const texts = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g;
const comment = /^\s*(?:\/\/|\*|\/\*|#\s|--\s).*|\s(?:\/\/|#\s).*$/;
const word = /(\.\s*)?(\bnew\s+)?([A-Za-z_$][\w$]*)(?=(\s*(?:<[^<>()]{0,80}>)?\(|!\()?)/g;
const reserved = new Set(
  `abstract and any args array arguments assert async await bool boolean break byte case catch chan char class const
  constructor continue debugger declare def default defer delete del double elif else enum error Error except exports
  extends false False final finally float for foreach from func function get global goto if impl implements import in
  Infinity instanceof int interface is isinstance keyof kwargs lambda let long loop map match module Map mut namespace
  NaN nil None nonlocal not null number object Object open package pass print private Promise protected public raise
  range readonly require return self set Set short static str string String struct super switch symbol this throw throws
  trait true True try tuple type typeof undefined union unknown unsigned use using val var void when where while with
  yield Array Boolean Buffer Date Exception Function JSON Math Number Record RegExp Symbol TypeError ValueError KeyError
  list dict len log push pop slice splice split join filter forEach reduce some every find includes indexOf concat keys
  values entries replace trim startsWith endsWith toString append extend items format strip lower upper sort apply call
  bind then has add clear length make panic sprintf Sprintf Println Errorf expect describe test`.split(/\s+/),
);

/** The names of the code base that a line of code may use, without words of languages and their libraries. */
export function usedNames(line: string): Map<string, NameUse> {
  const found = new Map<string, NameUse>();
  const code = line.slice(0, longest).replace(texts, "''").replace(comment, '');
  for (const [, member, created, name = '', call] of code.matchAll(word)) {
    if (name.length < shortest || reserved.has(name)) continue;
    const isType = created !== undefined || (/^[A-Z]/.test(name) && member === undefined);
    const use = call !== undefined && !isType ? 'call' : isType ? 'type' : 'other';
    const before = found.get(name);
    if (before === undefined || use === 'call' || (use === 'type' && before === 'other')) found.set(name, use);
  }
  return found;
}
