/**
 * Has the analysers read samples and end in peace, so that Node keeps what it compiled for them: those of the tests are
 * killed, and then it keeps nothing. What is kept holds for the same flags only, so an engine's process does the same.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { DiffFile } from '../../src/service/engine/diff/diffModel.ts';
import { engineProcesses } from '../../src/service/jobs/engineProcess.ts';

const { filename } = import.meta;

if (process.send === undefined) {
  const engine = engineProcesses(filename)({ gitExecutable: 'git', onError: error => console.error(error) });
  await Promise.all([analyse(), engine.review({ root: '', base: '', head: '' })]);
} else {
  const done = { status: 'failed', reason: 'Nothing was to be reviewed.', reports: [] };
  process.once('message', () => void analyse().then(() => process.send?.(done, () => process.exit())));
}

async function analyse(): Promise<void> {
  const { reviewers } = await import('../../src/service/reviewers/analysers.ts');
  await import('../../src/service/worker/reviewJob.ts');
  const files = [
    sample(path.basename(filename), await readFile(filename, 'utf8')),
    sample('sample.js', 'export const isOdd = (a, b) => a % 2 === 1 || b !== b;\n'),
    sample('sample.py', 'import os\n\n\ndef same(a):\n    return a == a\n'),
  ];
  const { signal } = new AbortController();
  for (const each of reviewers) await each.review({ mergeBase: '', files, unreviewed: [], addedLines: 0 }, signal);
}

function sample(name: string, text: string): DiffFile {
  const lines = text.split('\n');
  return { path: name, text, lines, added: new Set(Array.from(lines, (_, index) => index + 1)) };
}
