import type * as vscode from 'vscode';

/** The language model chosen for this workspace. */
export type ModelChoice =
  /** A model of the editor, as it was when it was chosen. */
  | {
      readonly kind: 'editor';
      readonly vendor: string;
      readonly id: string;
      readonly name: string;
      readonly maxInputTokens: number;
    }
  /** The model at the address in the settings. */
  | { readonly kind: 'address' };

const choiceName = 'languageModel';
const none = 'none';

/** The model; undefined if none was chosen, or it was declined. @param state of the workspace */
export function chosenModel(state: vscode.Memento): ModelChoice | undefined {
  const choice = state.get<ModelChoice | typeof none>(choiceName);
  return choice === none ? undefined : choice;
}

/** Whether a model was chosen or declined. */
export function hasChosenModel(state: vscode.Memento): boolean {
  return state.get(choiceName) !== undefined;
}

/** Keeps the choice; undefined declines. */
export async function keepModel(state: vscode.Memento, choice: ModelChoice | undefined): Promise<void> {
  await state.update(choiceName, choice ?? none);
}
