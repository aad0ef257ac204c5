import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { CodeReviewError } from '../../../core/base/errors.ts';
import { suggestTools, type SuggestedTool } from '../../../core/protocol/toolCatalog.ts';
import { plainLabel } from '../../../core/base/text.ts';
import { commaList, t } from '../../../core/base/l10n.ts';
import { settingProblem } from '../../../core/protocol/settingKinds.ts';
import type { ToolSetting } from '../../../core/protocol/toolSetting.ts';
import { machineName } from '../../../core/system/machineName.ts';
import { findProgram } from '../../../git/run/findProgram.ts';
import { notify, type NotificationAction } from '../../platform/notify.ts';
import type { ScopedLists } from '../../platform/changeScopedLists.ts';
import { scopesOf, type ScopedEntries } from '../../platform/scopedLists.ts';
import { toolName, settings } from '../../platform/settings.ts';
import type { OpenRepositories } from '../../repository/openRepositories.ts';
import { noRepository } from '../../repository/windowFolders.ts';

const openSettings = (): NotificationAction => ({
  title: t('Open Settings'),
  command: 'workbench.action.openWorkspaceSettingsFile',
  arguments: [{ revealSetting: { key: 'codeReview.tools', edit: true } }],
});

/** Offers the known tools that the open repositories use, and adds the chosen ones to the settings. */
export async function addTool(lists: ScopedLists, copies: OpenRepositories): Promise<void> {
  if (!vscode.workspace.isTrusted)
    throw new CodeReviewError(
      'git',
      t('This folder is in Restricted Mode, where Code Review runs no tools of the project.'),
      t('Trust the folder to add one.'),
    );
  const repositories = await copies.all();
  if (repositories.length === 0) throw noRepository();
  const scope = workspaceTools();
  const { tools } = settings;
  const present = Array.isArray(tools) ? tools : [];
  const found = offersIn(repositories.map(({ copy }) => copy.root));
  const isPresent = ({ setting }: SuggestedTool): boolean => present.some(tool => toolName(tool) === setting.name);
  const offers = found.filter(each => !isPresent(each));
  if (offers.length === 0) {
    notify('info', nothingToOffer(found), [openSettings()]);
    return;
  }
  const chosen = await vscode.window.showQuickPick(offers.map(itemOf), {
    title: t('Code Review: Add Tool'),
    placeHolder: t('Which tools of the project should review along? They are run on {machine}.', {
      machine: machineName(vscode.env.remoteName),
    }),
    canPickMany: true,
    matchOnDescription: true,
  });
  if (chosen === undefined || chosen.length === 0) return;
  const offered = chosen.map(({ offer }) => offer);
  const added = offered.map(({ setting }) => setting);
  const undo = await lists.add('tools', scope, added);
  notify('info', sentenceFor(offered, scope.place), [{ title: t('Undo'), run: undo }, openSettings()]);
}

/**
 * The tools in the workspace's settings.
 * @throws CodeReviewError of kind `input` if they are no list, which adding would overwrite
 */
function workspaceTools(): ScopedEntries {
  const scope = scopesOf('tools', undefined).find(({ target }) => target === vscode.ConfigurationTarget.Workspace);
  if (scope === undefined) throw noRepository();
  const problem = settingProblem('tools', scope.value);
  if (problem === undefined) return scope;
  throw new CodeReviewError(
    'input',
    problem,
    t('Correct it in {place} first: nothing can be added to it.', { place: scope.place }),
  );
}

/** Each tool once; if several repositories use it, from one where nothing is missing. */
function offersIn(roots: readonly string[]): SuggestedTool[] {
  const byName = new Map<string, SuggestedTool>();
  for (const root of roots) {
    const offered = suggestTools({
      has: each => existsSync(path.join(root, each)),
      hasProgram: name => 'file' in findProgram(name, root, process.env),
      read: each => textOf(path.join(root, each)),
    });
    for (const each of offered) {
      const { name } = each.setting;
      if (byName.get(name)?.missing !== undefined || !byName.has(name)) byName.set(name, each);
    }
  }
  return [...byName.values()];
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function nothingToOffer(found: readonly SuggestedTool[]): string {
  if (found.length > 0)
    return t('Every known tool that was found here is set already: {tools}.', {
      tools: commaList(found.map(({ setting }) => setting.name)),
    });
  return t(
    'No known tool was found here. Any other one that writes SARIF, rdjson or rdjsonl can be added to “codeReview.tools” by hand.',
  );
}

function itemOf(offer: SuggestedTool): vscode.QuickPickItem & { readonly offer: SuggestedTool } {
  const { setting, missing } = offer;
  return {
    offer,
    label: plainLabel(setting.name),
    description: plainLabel(commandLine(setting), 200),
    detail: missing ?? t('Everything that it needs is installed.'),
  };
}

function commandLine({ command, convertWith }: ToolSetting): string {
  return [command, ...(convertWith === undefined ? [] : [convertWith])].map(argv => argv.join(' ')).join(' | ');
}

function sentenceFor(chosen: readonly SuggestedTool[], place: string): string {
  const tools = commaList(chosen.map(({ setting }) => setting.name));
  const missing = chosen.flatMap(({ setting, missing: text }) =>
    text === undefined ? [] : [t('{name}: {text}', { name: setting.name, text })],
  );
  const added = t(
    'Added to {place}: {tools}. From the next review by the embedded service on, what they find is among the findings.',
    { place, tools },
  );
  return [added, ...missing].join(' ');
}
