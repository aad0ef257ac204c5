import type { DiffFile } from '../../../../engine/diff/diffFile.ts';

/** `%run`, as Databricks and Jupytext write it into a comment, and as Jupyter exports it. */
const run = /^(?:#[ \t]*(?:MAGIC[ \t]+)?%run|get_ipython\(\)\.(?:run_line_magic|magic)\([ \t]*["']%?run)(?![\w-])/m;

/** Whether a file is a notebook that runs another file, whose names it then has. */
export function runsNotebook({ text }: DiffFile): boolean {
  return run.test(text);
}
