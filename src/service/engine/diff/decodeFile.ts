/** Share of control characters up to which a file is text; a short text may hold a few more. */
const mostControls = 0.01;
const fewControls = 8;
const mostControlsInShort = 0.1;
/** Share of zero bytes from which on a file without a byte order mark may be UTF-16. */
const fewestZeros = 0.2;

const strict = new TextDecoder('utf-8', { fatal: true });

/**
 * Decodes a file, without its byte order mark: as UTF-8 or UTF-16, else each byte as one character, which keeps the
 * ASCII of every ASCII-based encoding. Undefined if it is not text.
 */
export function decodeFile(bytes: Buffer): string | undefined {
  const utf16 = utf16Of(bytes);
  if (utf16 !== undefined) return isText(utf16) ? utf16 : undefined;
  const text = utf8Of(bytes) ?? asciiBasedOf(bytes);
  return text !== undefined && isText(text) ? text : undefined;
}

/** Undefined where neither blank nor line feed is where ASCII has them. */
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

/** The text where a byte order mark, or zeros in every other byte, tell that it is UTF-16. */
function utf16Of(bytes: Buffer): string | undefined {
  const [first, second, third, fourth] = bytes;
  // The mark of UTF-32 begins like one of UTF-16.
  if (first === 0xff && second === 0xfe && !(third === 0 && fourth === 0)) return littleEndian(bytes.subarray(2));
  if (first === 0xfe && second === 0xff) return bigEndian(bytes.subarray(2));
  const zeros = [0, 0];
  const { length } = bytes;
  for (let at = 0; at < length; at++) if (bytes[at] === 0) zeros[at & 1] = (zeros[at & 1] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (Math.max(even, odd) < length * fewestZeros || Math.min(even, odd) > length * mostControls) return undefined;
  return odd > even ? littleEndian(bytes) : bigEndian(bytes);
}

function littleEndian(bytes: Buffer): string {
  return bytes.toString('utf16le');
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
  // Tab to carriage return and escape are in texts.
  return code < 0x20 ? (code < 9 || code > 13) && code !== 0x1b : code === 0x7f || code === 0xfffe || code === 0xffff;
}
