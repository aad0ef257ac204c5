const python = /\.py[iw]?$/i;
/** As PEP 263 has it: a comment on the first line, or on the second if the first has no code. */
const declaration = /^(?:[ \t\f]*(?:#[^\r\n]*)?(?:\r\n|\r|\n))?[ \t\f]*#[^\r\n]*?coding[:=][ \t]*([-\w.]+)/;
const mostRead = 10_000;

/** Encodings that have all of ASCII, and a byte for each other character: no code in them looks like other code. */
const ofSingleBytes =
  /^(?:(?:us-)?ascii|646|u8|utf-?8(?:-sig|-unix)?|cp65001|(?:iso-)?ir-\d+|latin-?\d+(?:-unix)?|l\d+|8859|iso-?8859(?:-\d+)+|(?:cp|windows-|ibm)?(?:437|720|737|775|85[025-8]|86[0-35689]|874|1006|1125|125\d)|koi8-[rtu]|kz-?1048|ptcp154|tis-?620|hp-roman8|mac-?\w*)$/;

/** What Python calls the encodings whose characters may have bytes of ASCII in them, by the names of the web. */
const ofSeveralBytes: Readonly<Record<string, string>> = {
  ...named('shift_jis', [
    'shift-jis',
    'shiftjis',
    'sjis',
    's-jis',
    'csshiftjis',
    'cp932',
    '932',
    'ms932',
    'mskanji',
    'ms-kanji',
    'windows-31j',
  ]),
  ...named('euc-jp', ['euc-jp', 'eucjp', 'ujis', 'u-jis']),
  ...named('euc-kr', [
    'euc-kr',
    'euckr',
    'korean',
    'ksc5601',
    'ks-c-5601',
    'ks-c-5601-1987',
    'ksx1001',
    'cp949',
    '949',
    'ms949',
    'uhc',
  ]),
  ...named('gbk', [
    'gbk',
    '936',
    'cp936',
    'ms936',
    'gb2312',
    'gb2312-80',
    'chinese',
    'euc-cn',
    'euccn',
    'eucgb2312-cn',
    'csiso58gb231280',
  ]),
  ...named('gb18030', ['gb18030', 'gb18030-2000']),
  ...named('big5', ['big5', 'big5-tw', 'csbig5', 'big5hkscs', 'big5-hkscs', 'hkscs', 'cp950', '950', 'ms950']),
};

function named(encoding: string, names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map(name => [name, encoding]));
}

const ofAscii = /^(?:(?:us-)?ascii|646)$/;
const ofUtf8 = /^(?:u8|utf-?8(?:-sig|-unix)?|cp65001)$/;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Bytes for which Python refuses to load a file, with a `SyntaxError`. */
export interface UndecodedLine {
  /** From 1. */
  readonly line: number;
  /** The encoding that the file names; absent if it names none, so that Python takes it for UTF-8. */
  readonly encoding?: string;
}

/** The first line of a file of Python that is not in ASCII or UTF-8, whichever it has to be in. */
export function undecodedLine(bytes: Buffer, path: string): UndecodedLine | undefined {
  if (!python.test(path)) return undefined;
  const encoding = declaration.exec(bytes.toString('latin1', 0, mostRead))?.[1];
  const name = encoding === undefined ? 'utf-8' : normalized(encoding);
  const isDecoded = ofAscii.test(name) ? isAscii : ofUtf8.test(name) ? isUtf8 : undefined;
  if (isDecoded === undefined || isDecoded(bytes)) return undefined;
  let [line, from] = [1, 0];
  for (;;) {
    const end = bytes.indexOf(0x0a, from);
    if (end < 0 || !isDecoded(bytes.subarray(from, end))) return { line, ...(encoding !== undefined && { encoding }) };
    [line, from] = [line + 1, end + 1];
  }
}

function isAscii(bytes: Buffer): boolean {
  return bytes.every(byte => byte < 0x80);
}

function isUtf8(bytes: Buffer): boolean {
  try {
    utf8.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/**
 * The encoding that a file of Python names for itself; undefined if any reader that knows ASCII sees the code that Python
 * runs.
 */
export function declaredEncoding(bytes: Buffer, path: string): string | undefined {
  if (!python.test(path) || (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)) return undefined;
  const name = declaration.exec(bytes.toString('latin1', 0, mostRead))?.[1];
  return name === undefined || ofSingleBytes.test(normalized(name)) ? undefined : name;
}

/** Undefined if what the file names is no encoding that can be decoded, or the file is not in it. */
export function decodeDeclared(bytes: Buffer, encoding: string): string | undefined {
  const name = normalized(encoding);
  if (!Object.hasOwn(ofSeveralBytes, name)) return undefined;
  try {
    return new TextDecoder(ofSeveralBytes[name], { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function normalized(name: string): string {
  return name.toLowerCase().replace(/[_.\s]+/g, '-');
}
