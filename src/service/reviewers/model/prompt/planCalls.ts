import type { RelatedCode, Relation } from '../surroundings/relatedCode.ts';
import { relatedSections } from '../surroundings/relatedSections.ts';
import { changedParts, type Detail } from '../code/changedParts.ts';
import { hunksOf } from '../code/hunks.ts';
import { packCalls, type FilePiece, type PackedCalls, type PromptRoom } from './packCalls.ts';
import type { PromptFile } from '../code/promptFile.ts';
import { readOrder } from './readOrder.ts';

/** What one call shows. */
export interface PlannedCall {
  readonly pieces: readonly FilePiece[];
  /** Sections about the rest of the code base, the most important first. */
  readonly related: readonly string[];
}

/** A piece that may show the whole file. */
interface ShownPiece extends FilePiece {
  readonly isWhole?: boolean;
}

/** The calls of a review. */
export interface CallPlan extends Omit<PackedCalls, 'calls' | 'isWhole'> {
  readonly calls: readonly PlannedCall[];
  /** Number of places of other files that are shown, and of those that found no room. */
  readonly shownPlaces: Partial<Record<Relation, number>>;
  readonly leftPlaces: number;
  /** Number of deleted files that found no room. */
  readonly leftDeleted: number;
}

/** What is shown besides the changed files. */
interface OtherCode {
  readonly related: RelatedCode;
  /** What the analysers found, by the name of the file. */
  readonly facts: ReadonlyMap<string, string>;
  /** Sections of the files that the change deletes, the most important first. */
  readonly deleted: readonly string[];
}

/** The share of a call that is kept for other code as long as all changes fit into the rest. */
const reserved = 0.35;
const betweenSections = 2;

/**
 * Plans the calls. The changed functions come first, or the lines around changes where the functions do not fit; then, as
 * far as there is room, the analysers' findings, deleted files, other code that helps to read the change, and the rest of the files.
 */
export function planCalls(
  shown: readonly PromptFile[],
  { related, facts, deleted }: OtherCode,
  room: PromptRoom,
): CallPlan {
  const { detail, packing } = pack(shown, room);
  const byName = new Map(shown.map(file => [file.name, file]));
  const shownPlaces: Partial<Record<Relation, number>> = {};
  let leftPlaces = 0;
  const gone = [...deleted];
  const calls = packing.calls.map((pieces): PlannedCall => {
    let left = room.characters - pieces.reduce((sum, { text }) => sum + text.length + betweenSections, 0);
    const fits = (text: string): boolean => {
      if (text.length + betweenSections > left) return false;
      left -= text.length + betweenSections;
      return true;
    };
    const names = new Set(pieces.map(({ name }) => name));
    const said = [...names].flatMap(name => facts.get(name) ?? []).filter(fits);
    // Each in the first call that has room for it.
    for (const text of [...gone]) {
      if (!fits(text)) continue;
      said.push(text);
      gone.splice(gone.indexOf(text), 1);
    }
    const small = pieces.map(piece => wholeFile(piece, byName.get(piece.name), room.characters / 4, fits));
    const isShown = shownLines(small, byName, detail);
    const sections = relatedSections(related, names, isShown).filter(({ text }) => {
      const hasRoom = fits(text);
      if (!hasRoom) leftPlaces++;
      return hasRoom;
    });
    const whole = small.map(piece => wholeFile(piece, byName.get(piece.name), Infinity, fits));
    const wholePaths = new Set(
      whole.flatMap(({ name, isWhole }) => (isWhole ? (byName.get(name)?.file.path ?? []) : [])),
    );
    const others = sections.filter(({ path }) => !wholePaths.has(path));
    for (const { relation } of others) shownPlaces[relation] = (shownPlaces[relation] ?? 0) + 1;
    return { pieces: whole, related: [...said, ...others.map(({ text }) => text)] };
  });
  return { calls, left: packing.left, cut: packing.cut, shownPlaces, leftPlaces, leftDeleted: gone.length };
}

function pack(
  shown: readonly PromptFile[],
  room: PromptRoom,
): { readonly detail: Detail; readonly packing: PackedCalls } {
  const smaller = { ...room, characters: Math.floor(room.characters * (1 - reserved)) };
  const packing = packCalls(readOrder(shown, 'functions'), smaller);
  if (packing.isWhole) return { detail: 'functions', packing };
  return { detail: 'lines', packing: packCalls(readOrder(shown, 'lines'), room) };
}

/** The piece with the whole file, if that is short enough, has room, and the piece is all that is shown of the file. */
function wholeFile(
  piece: ShownPiece,
  file: PromptFile | undefined,
  longest: number,
  fits: (text: string) => boolean,
): ShownPiece {
  if (file === undefined || piece.isPart || piece.isWhole === true) return piece;
  const text = [`File: ${piece.name}`, ...hunksOf(file, 'file')].join('\n\n');
  if (text.length > longest) return piece;
  return fits(text.slice(piece.text.length)) ? { ...piece, text, isWhole: true } : piece;
}

function shownLines(
  pieces: readonly ShownPiece[],
  byName: ReadonlyMap<string, PromptFile>,
  detail: Detail,
): (path: string, line: number) => boolean {
  const parts = new Map(
    pieces.flatMap(({ name, isWhole }) => {
      const file = byName.get(name);
      return file === undefined ? [] : [[file.file.path, changedParts(file, isWhole ? 'file' : detail)] as const];
    }),
  );
  return (path, line) => parts.get(path)?.some(({ start, end }) => line >= start && line <= end) === true;
}
