import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { CodeReviewError, displayMessage } from '../../../core/base/errors.ts';
import { matchesGlob } from '../../../core/system/glob.ts';
import { plainLine } from '../../../core/base/text.ts';
import type { DiffFile, DiffModel } from '../../engine/diff/diffFile.ts';
import type { Reviewer, ReviewerOutcome, ReviewerFinding } from '../../engine/reviewer.ts';
import { readOutput } from './formats/readOutput.ts';
import { ToolDiagnosticReader, type ToolOutput } from './formats/toolDiagnostic.ts';
import { applyToolFixes } from './applyToolFixes.ts';
import { mayBeRefuted } from './mayBeRefuted.ts';
import { findingsElsewhere, isElsewhere } from './findingsElsewhere.ts';
import { newSince, type ToolRun } from './newDiagnostics.ts';
import type { Tool } from './tool.ts';
import { ToolFailure } from './toolFailure.ts';
import { toolEnvironment } from './run/toolEnvironment.ts';
import { missingProgram, runTool, type ToolSetup, type ToolRunOutput } from './run/runTool.ts';
import {
  commitCopy,
  projectWorkspace,
  toolWorkspace,
  workspaceCopy,
  type ReviewedTree,
  type ToolWorkspace,
} from './run/workspace.ts';

/** Maximum number of a tool's own errors that are reported; one is enough for the review to be incomplete. */
const maxNotifications = 20;

/** The reviewed tree, and the environment that a tool inherits. */
interface ToolContext extends ReviewedTree {
  readonly env: NodeJS.ProcessEnv;
  /** The tree is beside what the user trusts. */
  readonly isOutside?: true;
}

/** Creates a reviewer that runs a tool on one commit. Only for trusted workspaces: it runs their code. */
export function toolReviewer(tool: Tool, context: ToolContext): Reviewer {
  const isOfProject = tool.scope === 'project';
  return {
    id: `tool:${tool.name}`,
    weight: 5,
    ...(isOfProject && { readsShortened: true }),
    review: async (diff, signal, report) => {
      const files = diff.files.filter(({ path }) => isFor(tool, path));
      if (files.length === 0 && !(isOfProject && (await takesAway(tool, context, diff, signal))))
        return { status: 'skipped', reason: 'no file that it is for was changed', nothingToRead: true };
      if (context.isOutside === true) {
        const reason =
          'the repository is outside of the folders of this window, and a tool runs code of what it checks';
        return { status: 'skipped', reason };
      }
      report?.(`running ${tool.name}`, 0);
      try {
        const place = await (isOfProject ? projectWorkspace : toolWorkspace)(context, diff.files, signal);
        if (place !== undefined) return await new Run(tool, context, files, diff, signal).reviewIn(place);
      } catch (error) {
        if (CodeReviewError.is(error, 'cancelled')) throw error;
        return { status: 'failed', reason: reasonOf(error) };
      }
      const reason = 'the reviewed commit is not checked out, and a tool runs code of what it checks';
      return { status: 'skipped', reason };
    },
  };
}

/** One review by one tool. */
class Run {
  readonly #tool: Tool;
  readonly #context: ToolContext;
  readonly #files: readonly DiffFile[];
  readonly #diff: DiffModel;
  readonly #signal: AbortSignal;
  readonly #reader: ToolDiagnosticReader;
  readonly #env: NodeJS.ProcessEnv;
  readonly #notes: string[] = [];

  constructor(tool: Tool, context: ToolContext, files: readonly DiffFile[], diff: DiffModel, signal: AbortSignal) {
    this.#tool = tool;
    this.#diff = diff;
    this.#context = context;
    this.#files = files;
    this.#signal = signal;
    this.#reader = new ToolDiagnosticReader(tool.name, files);
    this.#env = toolEnvironment(context.env);
  }

  async reviewIn(place: ToolWorkspace): Promise<ReviewerOutcome> {
    try {
      const setup: ToolSetup = { folder: place.folder, env: this.#env };
      const missing = missingProgram(this.#tool, setup);
      if (missing !== undefined) return { status: 'skipped', reason: missing };
      const outputs = await this.#read(await this.#run(this.#tool.command, setup), place.folder);
      this.#notes.push(...outputs.flatMap(({ warnings }) => warnings));
      const { found, leftOut } =
        this.#tool.scope === 'project'
          ? await this.#sinceBase({ folder: place.folder, outputs })
          : { found: this.#findings(outputs), leftOut: [] };
      const errors = new Set([...outputs.flatMap(each => each.errors), ...leftOut, ...this.#reader.cuts]);
      const notifications = [...errors].slice(0, maxNotifications).map(each => ({ reason: each.replace(/\.$/, '') }));
      const repaired = await this.#repaired(found, place);
      const findings = repaired.map(each =>
        mayBeRefuted(this.#tool, each) ? { ...each, mayBeRefuted: true as const } : each,
      );
      const reason = plainLine([...new Set(this.#notes)].slice(0, 3).join('; '), 400);
      return { status: 'ok', findings, files: this.#files.length, notifications, ...(reason === '' ? {} : { reason }) };
    } finally {
      await place.dispose();
    }
  }

  /** What it does not find at the base; where that cannot be checked, what is on added lines. */
  async #sinceBase(head: ToolRun): Promise<{ found: readonly ReviewerFinding[]; leftOut: readonly string[] }> {
    const files = this.#diff.files;
    const outputs = await this.#newOutputs(head, files);
    if (outputs === undefined) return { found: this.#findings(head.outputs), leftOut: [] };
    const changed = outputs.map(output => ({
      ...output,
      diagnostics: output.diagnostics.filter(each => !isElsewhere(each, files)),
    }));
    const { findings, leftOut } = findingsElsewhere(this.#tool.name, outputs, head.folder, this.#diff);
    return { found: [...this.#findings(changed), ...findings], leftOut };
  }

  /** Undefined if the base cannot be checked. */
  async #newOutputs(head: ToolRun, files: readonly DiffFile[]): Promise<readonly ToolOutput[] | undefined> {
    if (head.outputs.every(({ diagnostics }) => diagnostics.length === 0)) return head.outputs;
    try {
      const copy = await commitCopy(this.#context, this.#diff.mergeBase, this.#signal);
      try {
        const written = await this.#run(this.#tool.command, { folder: copy.folder, env: this.#env });
        const base = { folder: copy.folder, outputs: await this.#read(written, copy.folder) };
        const [error] = base.outputs.flatMap(({ errors }) => errors);
        if (error !== undefined) throw new ToolFailure(error);
        return newSince(head, base, each => !isElsewhere(each, files));
      } finally {
        await copy.dispose();
      }
    } catch (error) {
      if (CodeReviewError.is(error, 'cancelled')) throw error;
      this.#notes.push(
        `only its findings on added lines count, since the base could not be checked: ${reasonOf(error)}`,
      );
      return undefined;
    }
  }

  /** The findings, with fixes if the tool's fix command makes any. If it fails, the findings stay as they are. */
  async #repaired(findings: readonly ReviewerFinding[], place: ToolWorkspace): Promise<readonly ReviewerFinding[]> {
    const { fixCommand } = this.#tool;
    const isWanted = findings.some(
      ({ fix, hiddenBy, file, range }) =>
        fix === undefined && hiddenBy === undefined && file.added.has(range.startLine),
    );
    if (fixCommand === undefined || !isWanted) return findings;
    try {
      const copy = place.isCopy ? place : await workspaceCopy(this.#context, this.#files, this.#signal);
      try {
        const written = await this.#run(fixCommand, { folder: copy.folder, env: this.#env });
        const remaining = await this.#remaining(written, copy.folder);
        return await applyToolFixes(findings, this.#files, copy.folder, remaining);
      } finally {
        await copy.dispose();
      }
    } catch (error) {
      if (CodeReviewError.is(error, 'cancelled')) throw error;
      this.#notes.push(`no fixes: ${reasonOf(error)}`);
      return findings;
    }
  }

  /** The findings after the fix command; undefined if its output is not in the tool's format. */
  async #remaining(written: readonly ToolRunOutput[], folder: string): Promise<readonly ReviewerFinding[]> {
    try {
      return this.#findings(await this.#read(written, folder));
    } catch (error) {
      if (CodeReviewError.is(error, 'service')) return [];
      throw error;
    }
  }

  #findings(outputs: readonly ToolOutput[]): ReviewerFinding[] {
    return outputs.flatMap(output => this.#reader.findings(output));
  }

  #run(command: readonly string[], setup: ToolSetup): Promise<ToolRunOutput[]> {
    const paths = this.#files.map(({ path }) => path);
    return runTool(this.#tool, command, paths, setup, this.#signal);
  }

  async #read(written: readonly ToolRunOutput[], folder: string): Promise<ToolOutput[]> {
    // A tool may name files by the real path of the folder or, through linked packages, by the original's.
    const folders = [folder, await realpath(folder), this.#context.root];
    const where = {
      folders,
      isKnown: (name: string) => this.#reader.isKnown(name),
      isThere: (name: string) => existsSync(path.join(folder, name)),
    };
    return written.flatMap(each => readOutput(this.#tool.format, each, where));
  }
}

/** Whether a change without new lines renames or deletes files that a tool is for. */
async function takesAway(tool: Tool, context: ToolContext, diff: DiffModel, signal: AbortSignal): Promise<boolean> {
  if (tool.command.includes('{files}')) return false;
  const list = ['diff-tree', '-r', '-z', '--name-only', '--no-renames', diff.mergeBase, context.head, '--'];
  const names = await context.git.run(context.root, list, { signal });
  return names.split('\0').some(name => name !== '' && isFor(tool, name));
}

function isFor({ files }: Tool, path: string): boolean {
  return files.length === 0 || files.some(pattern => matchesGlob(pattern, path));
}

function reasonOf(error: unknown): string {
  const sentence = CodeReviewError.is(error)
    ? displayMessage(error)
    : error instanceof Error
      ? error.message
      : 'no reason given';
  return plainLine(sentence, 300).replace(/\.$/, '');
}
