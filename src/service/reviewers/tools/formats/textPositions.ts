import { newLinesIn, type DiffFile } from '../../../engine/diff/diffFile.ts';
import type { FindingRange } from '../../../engine/reviewer.ts';

/** The unit of a tool's columns. */
export type ColumnUnit = 'utf16' | 'codePoints' | 'bytes';

/** A range as a tool reports it: lines and columns from 1, the end column excluded; without columns, whole lines. */
export interface ToolRange {
  readonly startLine: number;
  readonly startColumn?: number | undefined;
  readonly endLine?: number | undefined;
  readonly endColumn?: number | undefined;
}

/** Converts the ranges of tools in one text. */
export class TextPositions {
  readonly #file: DiffFile;
  readonly #starts: readonly number[];

  constructor(file: DiffFile) {
    this.#file = file;
    const starts = [0];
    for (let at = file.text.indexOf('\n'); at >= 0; at = file.text.indexOf('\n', at + 1)) starts.push(at + 1);
    this.#starts = starts;
  }

  /**
   * Converts a range to UTF-16 columns, clipped to the text; undefined if the text has no such line.
   * @param place undefined for somewhere in the file: stands for its first new line
   */
  range(place: ToolRange | undefined, unit: ColumnUnit): FindingRange | undefined {
    const { lines } = this.#file;
    const range = this.#inText(place ?? { startLine: newLinesIn(this.#file)[0] ?? 1 });
    const { startLine } = range;
    if (startLine < 1 || startLine > lines.length) return undefined;
    const endLine = Math.min(Math.max(range.endLine ?? startLine, startLine), lines.length);
    const startColumn = this.#column(startLine, range.startColumn ?? 1, unit);
    const end = this.#column(endLine, range.endColumn ?? Number.MAX_SAFE_INTEGER, unit);
    return { startLine, startColumn, endLine, endColumn: startLine === endLine ? Math.max(startColumn, end) : end };
  }

  /** What is missing at the end of a file is reported after its last line break: stands for the end of its last line. */
  #inText(range: ToolRange): ToolRange {
    const { lines } = this.#file;
    const last = lastLineOf(lines);
    if (range.startLine !== last + 1) return range;
    return { startLine: last, startColumn: (lines[last - 1]?.length ?? 0) + 1 };
  }

  /**
   * Converts a range to offsets for an edit. Undefined if the range is not within the text, or follows characters whose
   * width depends on the unit: tools ignore the unit of their format, and a wrong offset would corrupt the code.
   */
  offsets({ startLine, startColumn = 1, endLine = startLine, endColumn }: ToolRange): OffsetRange | undefined {
    const start = this.#offset(startLine, startColumn);
    const last = this.#file.lines[endLine - 1]?.length ?? 0;
    const end = this.#offset(endLine, endColumn ?? last + 1, endColumn === undefined);
    return start === undefined || end === undefined || end < start ? undefined : { start, end };
  }

  #offset(line: number, column: number, isAnyText = false): number | undefined {
    const { lines, text } = this.#file;
    // After the last line's break, if the text has none.
    if (line === lines.length + 1 && column === 1) return text.length;
    const content = lines[line - 1];
    if (content === undefined || column < 1 || column > content.length + 1) return undefined;
    if (!isAnyText && !isAscii(content.slice(0, column - 1))) return undefined;
    return (this.#starts[line - 1] ?? 0) + column - 1;
  }

  #column(line: number, column: number, unit: ColumnUnit): number {
    const text = this.#file.lines[line - 1] ?? '';
    const most = text.length + 1;
    if (unit === 'utf16') return Math.min(Math.max(1, column), most);
    let counted = 1;
    let at = 0;
    for (const character of text) {
      counted += unit === 'bytes' ? Buffer.byteLength(character) : 1;
      if (counted > column) break;
      at += character.length;
    }
    return at + 1;
  }
}

/** The number of the last line that is not merely what follows the last line break. */
export function lastLineOf(lines: readonly string[]): number {
  return lines.length > 1 && lines.at(-1) === '' ? lines.length - 1 : lines.length;
}

/** UTF-16 offsets in the text, the end excluded. */
interface OffsetRange {
  readonly start: number;
  readonly end: number;
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false;
  return true;
}
