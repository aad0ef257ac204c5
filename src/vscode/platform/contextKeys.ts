import * as vscode from 'vscode';

/** The context keys of the manifest's `when` clauses, with their values. */
export interface ContextKeys {
  /** What the repositories view shows instead of a tree. */
  'codeReview.repositories': 'loading' | 'empty' | 'filteredOut' | 'listed' | 'failed';
  'codeReview.filtered': boolean;
  /** What the window has that can be reviewed. */
  'codeReview.repository': 'ready' | 'noCommit' | 'none' | 'unreadable' | 'gitMissing' | 'notOnDisk' | 'unknown';
  /** The configured service: the embedded one, or a hosted one with or without a key. */
  'codeReview.service': 'embedded' | 'signedIn' | 'signedOut';
  /** Whether a key is stored, also one of a service that is not the configured one. */
  'codeReview.hasKey': boolean;
  /** Whether a language model reviews as well in this workspace. */
  'codeReview.hasModel': boolean;
  'codeReview.hasResumable': boolean;
  'codeReview.hasReview': boolean;
  'codeReview.hasFindings': boolean;
  /** Whether reviews are kept of which none can be read. */
  'codeReview.hasUnreadable': boolean;
  'codeReview.findingsFiltered': boolean;
  'codeReview.hasRepositoryAccess': boolean;
}

const last = new Map<keyof ContextKeys, unknown>();

/** Sets a context key. Each call is a message to the editor, so unchanged values are skipped. */
export function setContextKey<K extends keyof ContextKeys>(key: K, value: ContextKeys[K]): void {
  if (last.get(key) === value) return;
  last.set(key, value);
  void vscode.commands.executeCommand('setContext', key, value);
}
