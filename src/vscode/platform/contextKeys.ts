import * as vscode from 'vscode';

/** Every context key that the manifest's `when` clauses ask for, with the values it takes. */
export interface ContextKeys {
  /** What the repositories view shows in place of a tree. */
  'codeReview.repositories': 'loading' | 'empty' | 'filteredOut' | 'listed' | 'failed';
  'codeReview.filtered': boolean;
  'codeReview.hasResumable': boolean;
  'codeReview.hasReview': boolean;
  'codeReview.hasFindings': boolean;
  'codeReview.findingsFiltered': boolean;
  'codeReview.hasRepositoryAccess': boolean;
}

const last = new Map<keyof ContextKeys, unknown>();

/** The one writer of context keys; each write is a message to the editor, so only changes are written. */
export function setContextKey<K extends keyof ContextKeys>(key: K, value: ContextKeys[K]): void {
  if (last.get(key) === value) return;
  last.set(key, value);
  void vscode.commands.executeCommand('setContext', key, value);
}
