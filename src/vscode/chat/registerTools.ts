import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/disposable.ts';
import { displayMessage } from '../../core/base/errors.ts';

const names = [
  'codeReview_listFindings',
  'codeReview_readFinding',
  'codeReview_startReview',
  'codeReview_markDone',
] as const;

/** Names a finding; the tools that are about none do not read it. */
interface ToolInput {
  readonly id: string;
}

/** The language model tools by name. */
export type LanguageModelTools = Readonly<Record<(typeof names)[number], vscode.LanguageModelTool<ToolInput>>>;

/**
 * Registers the language model tools. The model reads of a failure what a user would.
 * @param load returns the tools; called when one is used
 * @param onError receives every failure, for the log
 */
export function registerTools(load: () => Promise<LanguageModelTools>, onError: (error: unknown) => void): Disposable {
  const owned = new DisposableStore();
  for (const name of names) {
    const tool: vscode.LanguageModelTool<ToolInput> = {
      prepareInvocation: async (options, token) => (await load())[name].prepareInvocation?.(options, token),
      invoke: async (options, token) => {
        try {
          return await (await load())[name].invoke(options, token);
        } catch (error) {
          onError(error);
          return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(displayMessage(error))]);
        }
      },
    };
    owned.add(vscode.lm.registerTool(name, tool));
  }
  return owned;
}
