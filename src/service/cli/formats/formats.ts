import type { Writable } from 'node:stream';
import type { ReviewReport } from '../review/reviewReport.ts';
import { toGitlab } from './gitlab.ts';
import { toJson } from './json.ts';
import { toMarkdown } from './markdown.ts';
import { toRdjson } from './rdjson.ts';
import { toSarif } from './sarif.ts';
import { toText } from './text.ts';

/** The formats that are written as a whole. */
export type Format = 'text' | 'json' | 'sarif' | 'rdjson' | 'markdown' | 'gitlab';

/** Formats a report as text with a final line break; coloured if `stream`, which it is written to, is a terminal. */
export const formats: Readonly<Record<Format, (report: ReviewReport, stream?: Writable) => string>> = {
  text: toText,
  json: report => asDocument(toJson(report)),
  sarif: report => asDocument(toSarif(report)),
  rdjson: report => asDocument(toRdjson(report)),
  markdown: toMarkdown,
  gitlab: report => asDocument(toGitlab(report)),
};

function asDocument(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
