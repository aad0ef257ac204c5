import * as vscode from 'vscode';

/** Every context key that the manifest's `when` clauses ask for, with the values it takes. */
export interface ContextKeys {
  /** What the repositories view shows in place of a tree. */
  'codeReview.repositories': 'loading' | 'noKey' | 'empty' | 'unreachable' | 'filteredOut' | 'listed';
  'codeReview.filtered': boolean;
  'codeReview.hasPending': boolean;
  'codeReview.hasFindings': boolean;
  'codeReview.findingsFiltered': boolean;
}

/** The one writer of context keys. */
export function setContextKey<K extends keyof ContextKeys>(key: K, value: ContextKeys[K]): void {
  void vscode.commands.executeCommand('setContext', key, value);
}
