import type { RelatedLocation, ReviewComment } from '../review/review.ts';
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

/** A part of the review that was not done. */
export interface SarifGap {
  readonly text: string;
  /** Whether it is an error and not just a note. */
  readonly isFailure: boolean;
  /** The file, if it is about one. */
  readonly path?: string | undefined;
}

/** A comment that was refuted: a result with a suppression. */
interface SarifSuppressed {
  readonly comment: ReviewComment;
  readonly fingerprint: string;
  readonly justification: string;
}

/** The data of a SARIF run. */
interface SarifRun {
  /** Version of the tool that made the comments. */
  readonly version: string;
  readonly comments: readonly ReviewComment[];
  /** One for each comment, in the same order. */
  readonly fingerprints: readonly string[];
  /** Name and version of the fingerprint algorithm; only fingerprints with the same name are comparable. */
  readonly fingerprintName: string;
  /** Why no one need look at a comment any more, such as that the user has dismissed it; in the same order. */
  readonly justifications?: readonly (string | undefined)[];
  /** Comments that are not among the others. */
  readonly suppressed?: readonly SarifSuppressed[];
  /** SARIF's `baselineState` of each comment, in the same order; absent if the run is compared with none. */
  readonly baselineStates?: readonly ('new' | 'unchanged' | undefined)[];
  /** SARIF's `executionSuccessful`: whether everything was reviewed. */
  readonly succeeded: boolean;
  readonly gaps: readonly SarifGap[];
  /** Sentences on what was reviewed and what was not. */
  readonly notes: readonly string[];
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Builds a SARIF 2.1.0 log of one run. Suggestions become `fixes`; comments without a place have no location. */
export function sarifLog(run: SarifRun): object {
  const { version, comments, fingerprints, fingerprintName, baselineStates = [], suppressed = [] } = run;
  const { justifications = [], succeeded, gaps, notes, properties } = run;
  const all = [...comments, ...suppressed.map(({ comment }) => comment)];
  const rules = [...new Map(all.map(comment => [ruleOf(comment), comment])).entries()];
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Code Review',
            version,
            rules: rules.map(([id, { url, experimental }]) => ({
              id,
              ...(url === undefined ? {} : { helpUri: url }),
              // As GitHub reads it.
              ...(experimental && { properties: { precision: 'low' } }),
            })),
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
        results: [
          ...comments.map((comment, index) => ({
            ...toResult(comment, { [fingerprintName]: fingerprints[index] ?? '' }),
            ...(baselineStates[index] && { baselineState: baselineStates[index] }),
            ...suppressedBy(justifications[index]),
          })),
          ...suppressed.map(({ comment, fingerprint, justification }) => ({
            ...toResult(comment, { [fingerprintName]: fingerprint }),
            ...suppressedBy(justification),
          })),
        ],
      },
    ],
  };
}

function suppressedBy(justification: string | undefined): object {
  return justification === undefined ? {} : { suppressions: [{ kind: 'external', status: 'accepted', justification }] };
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

/** Encodes a path as a relative reference (RFC 3986), including `#`, `?` and `:` in names. */
function uriOf(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

function toResult(comment: ReviewComment, partialFingerprints: Readonly<Record<string, string>>): object {
  const { path, body, severity, side, suggestion, related = [], wholeTitle: title = comment.title } = comment;
  const text = body === '' || body === title ? title : `${title}\n\n${body}`;
  // Regions refer to the head commit, so a comment on removed lines has only its file.
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
    ...(related.length > 0 && { relatedLocations: related.map(toRelated) }),
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

function toRelated({ path, range, message }: RelatedLocation, index: number): object {
  return {
    id: index + 1,
    physicalLocation: { artifactLocation: artifactOf(path), region: { ...range } },
    ...(message !== '' && { message: { text: message } }),
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

/** The region of whole lines: up to the first column of the line after the last. */
function wholeLines({ startLine, endLine }: Region): Region {
  return { startLine, startColumn: 1, endLine: endLine + 1, endColumn: 1 };
}

function asLines(text: string): string {
  return text === '' ? '' : `${text}\n`;
}
