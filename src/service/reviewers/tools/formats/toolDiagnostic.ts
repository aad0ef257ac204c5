import { plainLine, truncate } from '../../../../core/base/text.ts';
import type { DiffFile } from '../../../engine/diff/diffModel.ts';
import type { FindingRange, ReviewerFinding, TextEdit } from '../../../engine/reviewer.ts';
import { categoryOf } from './category.ts';
import { TextPositions, type ColumnUnit, type ToolRange } from './textPositions.ts';

/** A diagnostic of a tool, in any format. */
export interface ToolDiagnostic {
  /** Path in the repository; undefined for a file elsewhere. */
  readonly path: string | undefined;
  /** Undefined if it is somewhere in the file. */
  readonly place: ToolRange | undefined;
  /** The tool's id of the rule. */
  readonly rule: string | undefined;
  readonly ruleUrl?: string | undefined;
  readonly severity: ReviewerFinding['severity'];
  /** Whether the tool marks it as a security issue. */
  readonly isSecurity?: boolean | undefined;
  /** Markdown or text; untrusted. */
  readonly message: string;
  /** The tool's description of the rule; untrusted. */
  readonly help?: string | undefined;
  /** Set if the tool reports it as suppressed: it is not shown, but counted. */
  readonly suppression?: Suppression | undefined;
  /** The edits of one fix, to be applied together. */
  readonly edits?: readonly { readonly place: ToolRange; readonly text: string }[] | undefined;
}

/** What suppresses a tool's finding. */
export interface Suppression {
  /** Whether it is a comment in the code rather than a setting or a baseline of the tool. */
  readonly isComment: boolean;
  /** The comment's place in the file of the finding; undefined if the tool does not report it. */
  readonly place?: ToolRange | undefined;
}

/** The parsed output of a tool. */
export interface ToolOutput {
  readonly diagnostics: readonly ToolDiagnostic[];
  readonly unit: ColumnUnit;
  /** Number of results, including suppressed and passed ones. */
  readonly results: number;
  /** The tool's warnings; untrusted. */
  readonly warnings: readonly string[];
  /** The tool's own errors, and what was cut from its output; untrusted. */
  readonly errors: readonly string[];
}

/** How to resolve the file names in an output. */
export interface PathContext {
  /** Absolute paths of the repository; the tool ran in the first. */
  readonly folders: readonly string[];
  /** Whether a file is one of those that are reviewed. */
  readonly isKnown: (path: string) => boolean;
  /** Whether a file exists. */
  readonly isThere: (path: string) => boolean;
}

/** Most findings of one tool, and longest texts, in characters. */
const mostFindings = 5_000;
const longestMessage = 4_000;
const longestHelp = 1_000;
const mostEdits = 50;
const longestEdit = 20_000;

/** Converts the diagnostics of a tool to findings in the files of the diff. */
export class ToolDiagnosticReader {
  readonly #tool: string;
  readonly #cuts: string[] = [];
  readonly #places: ReadonlyMap<string, { readonly file: DiffFile; readonly places: TextPositions }>;

  constructor(tool: string, files: readonly DiffFile[]) {
    this.#tool = tool;
    this.#places = new Map(files.map(file => [file.path, { file, places: new TextPositions(file) }]));
  }

  isKnown(path: string): boolean {
    return this.#places.has(path);
  }

  findings({ diagnostics, unit }: ToolOutput): ReviewerFinding[] {
    // Shown findings come first, so that suppressed ones do not displace them.
    const [shown, hidden] = [false, true].map(isHidden =>
      diagnostics.filter(({ suppression }) => (suppression !== undefined) === isHidden),
    );
    const findings = [...(shown ?? []), ...(hidden ?? [])].flatMap(diagnostic => this.#finding(diagnostic, unit) ?? []);
    if (findings.length > mostFindings) this.#cuts.push(`only its first ${mostFindings} findings were taken`);
    return findings.slice(0, mostFindings);
  }

  /** Messages about findings that were left out. */
  get cuts(): readonly string[] {
    return this.#cuts;
  }

  #finding(diagnostic: ToolDiagnostic, unit: ColumnUnit): ReviewerFinding | undefined {
    const known = diagnostic.path === undefined ? undefined : this.#places.get(diagnostic.path);
    const range = known?.places.range(diagnostic.place, unit);
    if (known === undefined || range === undefined) return undefined;
    const rule = `${this.#tool}/${plainLine(diagnostic.rule ?? 'finding', 120).replaceAll(' ', '-')}`;
    const title = titleOf(diagnostic.message);
    return {
      file: known.file,
      range,
      rule,
      ruleUrl: httpsUrl(diagnostic.ruleUrl),
      severity: diagnostic.severity,
      category: categoryOf(diagnostic),
      title,
      body: bodyOf(diagnostic, title, this.#tool),
      fix: editsOf(diagnostic, known.places),
      ...(diagnostic.suppression !== undefined && { hiddenBy: hiderOf(diagnostic.suppression, known.file, range) }),
    };
  }
}

// Words in comments that suppress findings of linters and scanners.
const directive =
  /no(?:qa|sec|sem|lint|inspection|sonar|pep8)|disable|ignore|suppress|allow|expect|skip|exempt|pragma|@ts-/i;

/** Whether the comment comes with the change: it is on a new line, or seems to be if the tool gives no place. */
function hiderOf({ isComment, place }: Suppression, file: DiffFile, range: FindingRange): ReviewerFinding['hiddenBy'] {
  if (!isComment) return 'tool';
  if (file.baseBlob === undefined) return 'change';
  const isNew = (line: number): boolean => file.added.has(line) || file.moved?.has(line) === true;
  const first = Math.max(1, place?.startLine ?? range.startLine - 1);
  const last = Math.min(place === undefined ? range.endLine : (place.endLine ?? first), file.lines.length);
  for (let line = first; line <= last; line++)
    if (isNew(line) && (place !== undefined || directive.test(file.lines[line - 1] ?? ''))) return 'change';
  return 'base';
}

/** The first line, or its first sentence if it is long. */
function titleOf(message: string): string {
  const [first = ''] = message.trimStart().slice(0, longestMessage).split('\n', 1);
  const sentence = first.length > 120 ? (/^.{20,200}?[.!?](?= )/u.exec(first)?.[0] ?? first) : first;
  const title = plainLine(sentence, 200) || 'The tool gave no message';
  return /[.!?…]$/.test(title) ? title : `${title}.`;
}

function bodyOf({ message, help = '' }: ToolDiagnostic, title: string, tool: string): string {
  const whole = message.trim();
  const more =
    plainLine(whole, 250).replace(/[.!?]$/, '') === title.replace(/[.!?]$/, '') ? '' : truncate(whole, longestMessage);
  const told = help.trim() === '' || whole.includes(help.trim()) ? '' : truncate(help.trim(), longestHelp);
  return [more, told, `Found by the project's own ${tool}.`].filter(Boolean).join('\n\n');
}

function httpsUrl(text: string | undefined): string | undefined {
  if (text === undefined || text.length > 2_000 || !URL.canParse(text)) return undefined;
  const { protocol, href } = new URL(text);
  return protocol === 'https:' ? href : undefined;
}

/** Undefined unless all edits are valid: a fix is applied as a whole. */
function editsOf({ edits = [] }: ToolDiagnostic, places: TextPositions): TextEdit[] | undefined {
  if (edits.length === 0 || edits.length > mostEdits) return undefined;
  const found: TextEdit[] = [];
  for (const { place, text } of edits) {
    const offsets = places.offsets(place);
    if (offsets === undefined || text.length > longestEdit) return undefined;
    found.push({ ...offsets, text });
  }
  return found;
}
