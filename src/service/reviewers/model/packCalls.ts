/** The changed parts of one file, as text. */
export interface FileParts {
  readonly name: string;
  readonly hunks: readonly string[];
}

/** Part of a file, or all of it, that one call shows. */
export interface Piece {
  readonly name: string;
  readonly text: string;
}

/** What is shown in which call. */
export interface Packing {
  readonly calls: readonly (readonly Piece[])[];
  /** Names of the files of which nothing found room. */
  readonly left: readonly string[];
  /** Names of the files of which only a part found room. */
  readonly cut: readonly string[];
}

/** Room for the code, without the rest of the prompt. */
export interface Room {
  /** For each call. */
  readonly characters: number;
  /** At most this many. */
  readonly calls: number;
}

const betweenPieces = 2;

/**
 * Puts whole files into as few calls as they fit in: each into the first that has room for it, in the order given. A file
 * that is larger than a call comes last and is split between its hunks; a hunk that is larger is cut.
 */
export function packCalls(files: readonly FileParts[], room: Room): Packing {
  const bins: { readonly pieces: Piece[]; size: number }[] = [];
  const place = (piece: Piece): boolean => {
    const size = piece.text.length + betweenPieces;
    let bin = bins.find(each => each.size + size <= room.characters + betweenPieces);
    if (bin === undefined && bins.length < room.calls) bins.push((bin = { pieces: [], size: 0 }));
    if (bin === undefined) return false;
    bin.pieces.push(piece);
    bin.size += size;
    return true;
  };
  const left: string[] = [];
  const cut: string[] = [];
  const tooLarge: FileParts[] = [];
  for (const file of files) {
    const [whole, ...more] = piecesOf(file, room.characters).pieces;
    if (whole === undefined || more.length > 0) tooLarge.push(file);
    else if (!place(whole)) left.push(file.name);
  }
  for (const file of tooLarge) {
    const { pieces, isCut } = piecesOf(file, room.characters);
    const placed = pieces.filter(place).length;
    if (placed === 0) left.push(file.name);
    else if (isCut || placed < pieces.length) cut.push(file.name);
  }
  return { calls: bins.map(({ pieces }) => pieces), left, cut };
}

/** The file's hunks under its name, in pieces that each fit. */
function piecesOf(
  { name, hunks }: FileParts,
  characters: number,
): { readonly pieces: Piece[]; readonly isCut: boolean } {
  const heading = `File: ${name}`;
  const pieces: Piece[] = [];
  let text = heading;
  let isCut = false;
  const finish = (): void => {
    if (text !== heading) pieces.push({ name, text });
    text = heading;
  };
  for (const hunk of hunks) {
    if (text !== heading && text.length + hunk.length + betweenPieces > characters) finish();
    const room = characters - text.length - betweenPieces;
    const fits = hunk.length <= room;
    if (!fits) isCut = true;
    const shown = fits ? hunk : wholeLines(hunk, room);
    if (shown !== '') text += `\n\n${shown}`;
  }
  finish();
  return { pieces, isCut };
}

function wholeLines(text: string, characters: number): string {
  const end = text.lastIndexOf('\n', Math.max(0, characters));
  return end < 0 ? '' : text.slice(0, end);
}
