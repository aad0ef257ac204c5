import type { ReviewComment } from '../../core/review.ts';
import type { Severity } from '../../core/severity.ts';
import { fingerprintsOf } from '../fingerprint.ts';
import type { SettledRecord } from '../reviewRecord.ts';

const levels: Readonly<Record<Severity, 'error' | 'warning' | 'note' | 'none'>> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  unknown: 'warning',
  low: 'note',
  info: 'note',
  praise: 'none',
};

/** The review as a SARIF 2.1.0 log of one run; suggestions are `fixes`, comments without a place have no location. */
export function toSarif(record: SettledRecord, version: string): object {
  const comments = record.review.comments ?? [];
  const fingerprints = fingerprintsOf(comments);
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
        originalUriBaseIds: { ROOT: { description: { text: "The top folder of the pull request's repository" } } },
        invocations: [{ executionSuccessful: record.state === 'completed' }],
        properties: {
          repository: record.subject.pullRequest.repository,
          pullRequest: record.subject.pullRequest.number,
          review: record.reviewId,
          status: record.review.status,
        },
        results: comments.map((comment, index) => toResult(comment, fingerprints[index] ?? '')),
      },
    ],
  };
}

function ruleOf(comment: ReviewComment): string {
  return comment.rule ?? comment.category ?? 'comment';
}

function toResult(comment: ReviewComment, fingerprint: string): object {
  const { path, title, body, severity, side, suggestion } = comment;
  const text = body === '' || body === title ? title : `${title}\n\n${body}`;
  // The fix and the place are lines of the head: a comment on removed lines has its file only.
  const region = side === 'right' ? regionOf(comment.range) : undefined;
  const artifactLocation = path === undefined ? undefined : { uri: encodeURI(path), uriBaseId: 'ROOT' };
  const deleted = side === 'right' ? regionOf(suggestion?.range ?? comment.range) : undefined;
  return {
    ruleId: ruleOf(comment),
    level: levels[severity],
    message: { text, markdown: body === '' ? title : `**${title}**\n\n${body}` },
    partialFingerprints: { 'codeReview/v1': fingerprint },
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
