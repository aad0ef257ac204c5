import { lintSource } from '@secretlint/core';
import { creator as preset } from '@secretlint/secretlint-rule-preset-recommend';
import type { DiffFile } from '../../engine/diffModel.ts';
import { isTestPath, type Reviewer, type ReviewerFinding, type TextEdit } from '../../engine/reviewer.ts';
import { isTestData } from '../testData.ts';
import { isPlaceholder, secretPatterns } from './patterns.ts';

interface Match {
  /** UTF-16 offsets in the file's text. */
  readonly start: number;
  readonly end: number;
  readonly name: string;
  readonly rule: string;
  readonly url?: string | undefined;
}
/** How far around a match it shows what it is for, in characters. */
const near = 400;

/** Keys, tokens and passwords in new lines. What it says never holds the secret. */
export const secretsReviewer: Reviewer = {
  id: 'secrets',
  readsEverything: true,
  review: async (diff, signal) => {
    const findings: ReviewerFinding[] = [];
    for (const file of diff.files) {
      signal.throwIfAborted();
      const matches = [...ownMatches(file.text), ...(await presetMatches(file))].filter(
        ({ rule }) => !isMadeUp(rule, file),
      );
      const places = placesOf(file.text);
      // Both may see the same secret; the first says it.
      const taken = new Set<number>();
      for (const match of matches) {
        const { line } = places(match.start);
        if (taken.has(line)) continue;
        taken.add(line);
        findings.push(findingOf(file, match, places));
      }
    }
    return { status: 'ok', findings, files: diff.files.length, read: diff.files.map(({ path }) => path) };
  },
};

function ownMatches(text: string): Match[] {
  return secretPatterns.flatMap(({ name, pattern, publicBeside }) =>
    [...text.matchAll(pattern)]
      .filter(({ 0: whole, groups }) => !isPlaceholder(whole, groups?.['secret']))
      .filter(({ index }) => publicBeside?.test(text.slice(Math.max(0, index - near), index + near)) !== true)
      .map(({ 0: whole, index }) => ({
        start: index,
        end: index + whole.length,
        name,
        rule: `secrets/${name.toLowerCase().replaceAll(' ', '-')}`,
      })),
  );
}

async function presetMatches({ path, text }: DiffFile): Promise<Match[]> {
  const { messages } = await lintSource({
    source: { content: text, filePath: path, contentType: 'text', ext: /\.\w+$/.exec(path)?.[0] ?? '' },
    // Without masking the secret would be in the message.
    options: { config: { rules: [{ id: 'preset', rule: preset }] }, maskSecrets: true, noPhysicFilePath: true },
  });
  return messages
    .filter(({ range: [start, end] }) => !isPlaceholder(text.slice(start, end)))
    .map(({ range: [start, end], ruleId, docsUrl }) => {
      const name = ruleId.replace(/^.*secretlint-rule-/, '');
      return { start, end, name: `secret (${name})`, rule: `secrets/${name}`, url: docsUrl };
    });
}

/** What a test signs with a key of its own, or is given as a key, opens nothing. */
function isMadeUp(rule: string, file: DiffFile): boolean {
  return /^secrets\/(?:signed-token|private-?key)$/.test(rule) && (isTestPath(file.path) || isTestData(file));
}

interface Place {
  readonly line: number;
  readonly column: number;
}

function placesOf(text: string): (offset: number) => Place {
  return offset => {
    const before = text.slice(0, offset);
    return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
  };
}

function findingOf(
  file: DiffFile,
  { start, end, name, rule, url }: Match,
  places: (offset: number) => Place,
): ReviewerFinding {
  const from = places(start);
  const to = places(end);
  const isTest = isTestPath(file.path);
  return {
    file,
    range: { startLine: from.line, startColumn: from.column, endLine: to.line, endColumn: to.column },
    rule,
    ruleUrl: url,
    severity: isTest ? 'low' : 'critical',
    category: 'security',
    title: `This looks like a ${name}.`.replace(/ a (?=[AEIO])/, ' an '),
    body: `Whoever can read the repository can use it${isTest ? ', unless it was made up for this test' : ''}. Revoke it, since it stays in the history, and read its successor from the environment or a secret store.`,
    fix: fromEnvironment(file, start, end),
  };
}

/** `NAME = "secret"` on one line becomes a read of the environment variable of that name. */
function fromEnvironment({ path, text }: DiffFile, start: number, end: number): TextEdit[] | undefined {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = text.indexOf('\n', end);
  const line = text.slice(lineStart, lineEnd < 0 ? text.length : lineEnd);
  const python = path.endsWith('.py');
  const match =
    /^(\s*(?:export\s+)?(?:const|let|var)?\s*([A-Za-z_]\w*)\s*(?::\s*\w+\s*)?=\s*)(["'`])([^"'`]*)\3(\s*;?\s*)$/.exec(
      line.replace(/\r$/, ''),
    );
  const [, head = '', name = '', quote = '', value = ''] = match ?? [];
  if (match === null || lineStart + head.length > start || lineStart + head.length + value.length + 2 < end)
    return undefined;
  if (python && !/^import os$/m.test(text)) return undefined;
  if (!python && !/\.[cm]?[jt]sx?$/.test(path)) return undefined;
  const variable = name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toUpperCase();
  const from = lineStart + head.length;
  const read = python ? `os.environ["${variable}"]` : `process.env['${variable}']`;
  return [{ start: from, end: from + value.length + 2 * quote.length, text: read }];
}
