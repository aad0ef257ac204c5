import { existsSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { CodeReviewError } from '../../core/errors.ts';
import { offeredTools, type OfferedTool } from '../../core/knownTools.ts';
import { plainLine } from '../../core/plainText.ts';
import type { ToolSetting } from '../../core/toolSetting.ts';
import { findProgram } from '../../git/findProgram.ts';
import { tell, type Action } from '../notify.ts';
import { settings } from '../settings.ts';
import { noRepository, type WorkingCopies } from '../workingCopies.ts';

const openSettings: Action = {
  title: 'Open Settings',
  command: 'workbench.action.openWorkspaceSettingsFile',
  arguments: [{ revealSetting: { key: 'codeReview.tools', edit: true } }],
};

/** Offers the known tools that are found in the repositories of this window, and writes the chosen ones into the settings. */
export async function addTool(copies: WorkingCopies): Promise<void> {
  if (!vscode.workspace.isTrusted)
    throw new CodeReviewError(
      'git',
      'This folder is in Restricted Mode, where Code Review runs no tools of the project.',
      'Trust the folder to add one.',
    );
  const repositories = await copies.all();
  if (repositories.length === 0) throw noRepository();
  const present = currentTools();
  const found = offersIn(repositories.map(({ copy }) => copy.root));
  const isPresent = ({ setting }: OfferedTool): boolean => present.some(tool => nameOf(tool) === setting.name);
  const offers = found.filter(each => !isPresent(each));
  if (offers.length === 0) {
    tell('info', nothingToOffer(found), [openSettings]);
    return;
  }
  const chosen = await vscode.window.showQuickPick(offers.map(itemOf), {
    title: 'Code Review: Add Tool',
    placeHolder: 'Which tools of the project should review along? They are run on this machine.',
    canPickMany: true,
    matchOnDescription: true,
  });
  if (chosen === undefined || chosen.length === 0) return;
  await settings.setTools([...present, ...chosen.map(({ offer }) => offer.setting)]);
  tell('info', sentenceFor(chosen.map(({ offer }) => offer)), [openSettings]);
}

/** What is set already. @throws CodeReviewError of kind `input` where adding to it would lose it */
function currentTools(): readonly unknown[] {
  const { tools } = settings;
  if (Array.isArray(tools)) return tools;
  throw new CodeReviewError(
    'input',
    'The setting “codeReview.tools” is no array, so nothing can be added to it.',
    'Correct it in the settings first.',
  );
}

function nameOf(tool: unknown): unknown {
  return typeof tool === 'object' && tool !== null && 'name' in tool ? tool.name : undefined;
}

/** Each tool once; where several repositories use it, as in the one that lacks nothing. */
function offersIn(roots: readonly string[]): OfferedTool[] {
  const byName = new Map<string, OfferedTool>();
  for (const root of roots) {
    const offered = offeredTools({
      has: each => existsSync(path.join(root, each)),
      hasProgram: name => 'file' in findProgram(name, root, process.env),
    });
    for (const each of offered) {
      const { name } = each.setting;
      if (byName.get(name)?.missing !== undefined || !byName.has(name)) byName.set(name, each);
    }
  }
  return [...byName.values()];
}

function nothingToOffer(found: readonly OfferedTool[]): string {
  if (found.length > 0)
    return `Every known tool that was found here is set already: ${found.map(({ setting }) => setting.name).join(', ')}.`;
  return 'No known tool was found here. Any other one that writes SARIF, rdjson or rdjsonl can be added to “codeReview.tools” by hand.';
}

function itemOf(offer: OfferedTool): vscode.QuickPickItem & { readonly offer: OfferedTool } {
  const { setting, missing } = offer;
  return {
    offer,
    label: setting.name,
    description: plainLine(commandLine(setting), 200),
    detail: missing ?? 'Everything that it needs is installed.',
  };
}

function commandLine({ command, convertWith }: ToolSetting): string {
  return [command, ...(convertWith === undefined ? [] : [convertWith])].map(argv => argv.join(' ')).join(' | ');
}

function sentenceFor(chosen: readonly OfferedTool[]): string {
  const names = chosen.map(({ setting }) => setting.name).join(', ');
  const missing = chosen.flatMap(each => (each.missing === undefined ? [] : [`${each.setting.name}: ${each.missing}`]));
  const added = `Added to the settings of this workspace: ${names}. From the next review by the embedded service on, their findings on changed lines are among the others.`;
  return [added, ...missing].join(' ');
}
