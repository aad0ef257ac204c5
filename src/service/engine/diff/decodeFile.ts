import { declaredEncoding, decodeDeclared } from './pythonEncoding.ts';

/** Largest share of control characters in text; short text may have a few more. */
const mostControls = 0.01;
const fewControls = 8;
const mostControlsInShort = 0.1;
/** Least share of zero bytes for UTF-16 without a byte order mark. */
const fewestZeros = 0.2;

/** This many consecutive bytes of another encoding are no coincidence. */
const asciiInUtf16 = /[\x20-\x7e]{20}/;
const utf16InAscii = /(?:[\t\n\r\x20-\x7e]\0){8}/;

const strict = new TextDecoder('utf-8', { fatal: true });

/** Encodings of text; `utf-8` stands for every encoding that has its ASCII where UTF-8 has it. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/**
 * Decodes a file, without its byte order mark: as UTF-8 or UTF-16, else each byte as one character, which keeps the
 * ASCII of every ASCII-based encoding. Python that names an encoding is read in that one. Undefined if it is not text, or
 * is in two encodings, one of which would be garbled.
 */
export function decodeFile(bytes: Buffer, path: string): string | undefined {
  const encoding = guessEncoding(bytes);
  const declared = encoding === 'utf-8' ? declaredEncoding(bytes, path) : undefined;
  const text = declared === undefined ? decoded(bytes, encoding) : decodeDeclared(bytes, declared);
  return text !== undefined && isText(text) && !isMixed(bytes, encoding) ? text : undefined;
}

/** In which encoding a file can be searched, whatever it says of itself; undefined if it is not text. */
export function encodingOf(bytes: Buffer): Encoding | undefined {
  return decodeFile(bytes, '') === undefined ? undefined : guessEncoding(bytes);
}

function decoded(bytes: Buffer, encoding: Encoding): string | undefined {
  if (encoding === 'utf-8') return utf8Of(bytes) ?? asciiBasedOf(bytes);
  const marked = bytes[0] === 0xff || bytes[0] === 0xfe ? bytes.subarray(2) : bytes;
  return encoding === 'utf-16le' ? marked.toString('utf16le') : bigEndian(marked);
}

function isMixed(bytes: Buffer, encoding: Encoding): boolean {
  if (encoding === 'utf-8') return bytes.includes(0) && utf16InAscii.test(bytes.toString('latin1'));
  return asciiInUtf16.test(bytes.toString('latin1'));
}

/** Undefined if the text has neither spaces nor line feeds of ASCII. */
function asciiBasedOf(bytes: Buffer): string | undefined {
  return bytes.includes(0x20) || bytes.includes(0x0a) ? bytes.toString('latin1') : undefined;
}

function utf8Of(bytes: Buffer): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

/** UTF-16 if a byte order mark, or zeros in every other byte, show it. */
function guessEncoding(bytes: Buffer): Encoding {
  const [first, second, third, fourth] = bytes;
  // UTF-32's byte order mark begins with UTF-16's.
  if (first === 0xff && second === 0xfe && !(third === 0 && fourth === 0)) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const zeros = [0, 0];
  const { length } = bytes;
  for (let at = 0; at < length; at++) if (bytes[at] === 0) zeros[at & 1] = (zeros[at & 1] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (Math.max(even, odd) < length * fewestZeros || Math.min(even, odd) > length * mostControls) return 'utf-8';
  return odd > even ? 'utf-16le' : 'utf-16be';
}

function bigEndian(bytes: Buffer): string {
  return Buffer.from(bytes.subarray(0, bytes.length & ~1))
    .swap16()
    .toString('utf16le');
}

function isText(text: string): boolean {
  let controls = 0;
  for (let at = 0; at < text.length; at++) if (isControl(text.charCodeAt(at))) controls++;
  return controls <= Math.max(text.length * mostControls, Math.min(fewControls, text.length * mostControlsInShort));
}

function isControl(code: number): boolean {
  // Text may contain tab to carriage return, and escape.
  return code < 0x20 ? (code < 9 || code > 13) && code !== 0x1b : code === 0x7f || code === 0xfffe || code === 0xffff;
}
