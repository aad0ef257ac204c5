import type { ReviewComment } from '../review/review.ts';
import type { Severity } from '../review/severity.ts';

const levels: Readonly<Record<Severity, 'error' | 'warning' | 'note' | 'none'>> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  unknown: 'warning',
  low: 'note',
  info: 'note',
  praise: 'none',
};

/** Something that should have been done and was not. */
export interface SarifGap {
  readonly text: string;
  /** False where nothing went wrong. */
  readonly isFailure: boolean;
  /** The file that it is about. */
  readonly path?: string | undefined;
}

/** A run of the product, as SARIF tells it. */
export interface SarifRun {
  /** Of what made the comments. */
  readonly version: string;
  readonly comments: readonly ReviewComment[];
  /** One of each comment, in their order. */
  readonly fingerprints: readonly string[];
  /** Says how the fingerprints are made: only those of one name are compared. */
  readonly fingerprintName: string;
  /** Whether everything that was to be looked at was. */
  readonly succeeded: boolean;
  readonly gaps: readonly SarifGap[];
  /** Sentences on what was looked at and what was not. */
  readonly notes: readonly string[];
  readonly properties: Readonly<Record<string, unknown>>;
}

/** A SARIF 2.1.0 log of one run; suggestions are `fixes`, comments without a place have no location. */
export function sarifLog(run: SarifRun): object {
  const { version, comments, fingerprints, fingerprintName, succeeded, gaps, notes, properties } = run;
  const rules = [...new Map(comments.map(comment => [ruleOf(comment), comment])).entries()];
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Code Review',
            version,
            rules: rules.map(([id, { url }]) => ({ id, ...(url === undefined ? {} : { helpUri: url }) })),
          },
        },
        columnKind: 'utf16CodeUnits',
        originalUriBaseIds: { ROOT: { description: { text: "The repository's top folder" } } },
        invocations: [
          {
            executionSuccessful: succeeded,
            toolExecutionNotifications: [
              ...gaps.map(toNotification),
              ...notes.map(text => ({ level: 'note', message: { text } })),
            ],
          },
        ],
        properties,
        results: comments.map((comment, index) => toResult(comment, { [fingerprintName]: fingerprints[index] ?? '' })),
      },
    ],
  };
}

function ruleOf(comment: ReviewComment): string {
  return comment.rule ?? comment.category ?? 'comment';
}

function toNotification({ text, isFailure, path }: SarifGap): object {
  const locations = path === undefined ? undefined : [{ physicalLocation: { artifactLocation: artifactOf(path) } }];
  return { level: isFailure ? 'error' : 'warning', message: { text }, ...(locations && { locations }) };
}

function artifactOf(path: string): object {
  return { uri: uriOf(path), uriBaseId: 'ROOT' };
}

/** A relative reference of RFC 3986, in which `#`, `?` and `:` are part of a name. */
function uriOf(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

function toResult(comment: ReviewComment, partialFingerprints: Readonly<Record<string, string>>): object {
  const { path, title, body, severity, side, suggestion } = comment;
  const text = body === '' || body === title ? title : `${title}\n\n${body}`;
  // The fix and the place are lines of the head: a comment on removed lines has its file only.
  const region = side === 'right' ? regionOf(comment.range) : undefined;
  const artifactLocation = path === undefined ? undefined : artifactOf(path);
  const deleted = side === 'right' ? regionOf(suggestion?.range ?? comment.range) : undefined;
  return {
    ruleId: ruleOf(comment),
    level: levels[severity],
    message: { text, markdown: body === '' ? title : `**${title}**\n\n${body}` },
    partialFingerprints,
    ...(artifactLocation === undefined
      ? {}
      : { locations: [{ physicalLocation: { artifactLocation, ...(region === undefined ? {} : { region }) } }] }),
    ...(artifactLocation === undefined || suggestion === undefined || deleted === undefined
      ? {}
      : {
          fixes: [
            {
              artifactChanges: [
                {
                  artifactLocation,
                  replacements: [
                    { deletedRegion: wholeLines(deleted), insertedContent: { text: asLines(suggestion.text) } },
                  ],
                },
              ],
            },
          ],
        }),
  };
}

interface Region {
  readonly startLine: number;
  readonly endLine: number;
  readonly startColumn?: number;
  readonly endColumn?: number;
}

function regionOf(range: ReviewComment['range']): Region | undefined {
  return range === undefined ? undefined : { ...range };
}

/** A suggestion replaces whole lines: from the first column of the first to the first column of the line after the last. */
function wholeLines({ startLine, endLine }: Region): Region {
  return { startLine, startColumn: 1, endLine: endLine + 1, endColumn: 1 };
}

function asLines(text: string): string {
  return text === '' ? '' : `${text}\n`;
}
