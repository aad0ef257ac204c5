/** The changed parts of one file, as text. */
export interface FileParts {
  readonly name: string;
  readonly hunks: readonly string[];
  /** Whether the hunks leave out a part of a new line. */
  readonly isCut: boolean;
}

/** A file or a part of it, shown in one call. */
export interface FilePiece {
  readonly name: string;
  readonly text: string;
  /** Whether other pieces show the rest of what is shown of the file. */
  readonly isPart: boolean;
}

/** The distribution of files over calls. */
export interface PackedCalls {
  readonly calls: readonly (readonly FilePiece[])[];
  /** Names of files that did not fit. */
  readonly left: readonly string[];
  /** Names of files that fit in part. */
  readonly cut: readonly string[];
  /** Whether every part found room. */
  readonly isWhole: boolean;
}

/** The room for code in the prompts. */
export interface PromptRoom {
  /** For each call. */
  readonly characters: number;
  /** Maximum number of calls. */
  readonly calls: number;
}

const betweenPieces = 2;
/** The least room in which a call can show a long line. */
const leastRoom = 600;

/**
 * Packs files into as few calls as possible: each into the first with room for it, in the given order. A file that is
 * larger than a call comes last and is split between hunks, and a larger hunk between lines.
 */
export function packCalls(files: readonly FileParts[], room: PromptRoom): PackedCalls {
  if (room.characters < leastRoom) return { calls: [], left: files.map(({ name }) => name), cut: [], isWhole: false };
  const bins: { readonly pieces: FilePiece[]; size: number }[] = [];
  const place = (piece: FilePiece): boolean => {
    const size = piece.text.length + betweenPieces;
    let bin = bins.find(each => each.size + size <= room.characters);
    if (bin === undefined && bins.length < room.calls) bins.push((bin = { pieces: [], size: 0 }));
    if (bin === undefined) return false;
    bin.pieces.push(piece);
    bin.size += size;
    return true;
  };
  const longest = room.characters - betweenPieces;
  const inPieces = files.map(file => ({ ...file, pieces: piecesOf(file, longest) }));
  const left: string[] = [];
  const cut: string[] = [];
  let isWhole = true;
  const isSplit = ({ pieces }: { readonly pieces: readonly FilePiece[] }): boolean => pieces.length > 1;
  for (const { name, pieces, isCut } of [...inPieces.filter(each => !isSplit(each)), ...inPieces.filter(isSplit)]) {
    const placed = pieces.filter(place).length;
    isWhole &&= placed === pieces.length;
    if (placed === 0) left.push(name);
    else if (isCut || placed < pieces.length) cut.push(name);
  }
  return { calls: bins.map(({ pieces }) => pieces), left, cut, isWhole };
}

/** Splits a file's hunks into pieces that fit, each under the file's name. */
function piecesOf({ name, hunks }: FileParts, characters: number): FilePiece[] {
  const heading = `File: ${name}`;
  const longest = characters - heading.length - betweenPieces;
  const pieces: string[] = [];
  for (const part of hunks.flatMap(hunk => (hunk.length <= longest ? hunk : inParts(hunk, longest)))) {
    const last = pieces.at(-1);
    if (last !== undefined && last.length + part.length + betweenPieces <= characters) {
      pieces[pieces.length - 1] = `${last}\n\n${part}`;
    } else pieces.push(`${heading}\n\n${part}`);
  }
  return pieces.map(text => ({ name, text, isPart: pieces.length > 1 }));
}

/** Splits a hunk between lines into as few parts as possible. */
function inParts(hunk: string, longest: number): string[] {
  const parts: string[] = [];
  for (const line of hunk.split('\n').map(each => each.slice(0, Math.max(0, longest)))) {
    const last = parts.at(-1);
    if (last !== undefined && last.length + line.length < longest) parts[parts.length - 1] = `${last}\n${line}`;
    else parts.push(line);
  }
  return parts;
}
