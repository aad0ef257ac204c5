/**
 * What is wrong with the key of a language model as typed, as a sentence; undefined when it can be sent in a header. It
 * may be a mere word, since servers on one's own machine take any, but not so short that it is a part of other words:
 * wherever a key occurs in a text it is taken out.
 */
export function modelKeyProblem(key: string): string | undefined {
  if (/^[\x21-\x7e]{4,512}$/.test(key)) return undefined;
  return 'A key has 4 to 512 letters, digits and signs, and no space. Leave this empty where none is needed.';
}
