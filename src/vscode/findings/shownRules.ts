import type * as vscode from 'vscode';
import { pathOf, type Finding } from '../../core/review/finding.ts';
import { matchesFilter, type FindingFilter } from '../../core/review/findingFilter.ts';
import { isIgnored, meetsMinimumSeverity } from '../../core/review/ignoreRules.ts';
import type { Novelty } from '../../reviews/current/findingCounts.ts';
import type { Decision } from '../../reviews/decisions/decisions.ts';
import { settings, settingsFolder } from '../platform/settings.ts';

/** Decides which findings are shown, by the filter and the settings as they were when it was made. */
export class ShownRules {
  readonly #filter: FindingFilter | undefined;
  /** Settings may differ from folder to folder, and are read once for each. */
  readonly #ofFolder = new Map<vscode.WorkspaceFolder | undefined, ReturnType<typeof settings.shown>>();
  #last: { readonly uri: vscode.Uri | undefined; readonly rules: ReturnType<typeof settings.shown> } | undefined;

  constructor(filter?: FindingFilter) {
    this.#filter = filter;
  }

  show(finding: Finding, uri: vscode.Uri | undefined, decision: Decision, novelty: Novelty | undefined): boolean {
    const { comment, state } = finding;
    const { minimumSeverity, ignore } = this.#rulesOf(uri);
    // The mildest minimum hides nothing: what is milder still is praise.
    const isTooMild = minimumSeverity !== 'info' && !meetsMinimumSeverity(comment.severity, minimumSeverity);
    const filterable = { ...comment, path: pathOf(finding), state, decision: decision.state, novelty };
    if (isTooMild || isIgnored(filterable, ignore)) return false;
    return this.#filter === undefined || matchesFilter(this.#filter, filterable);
  }

  #rulesOf(uri: vscode.Uri | undefined): ReturnType<typeof settings.shown> {
    // The findings of a file come one after another.
    if (this.#last?.uri === uri && this.#last !== undefined) return this.#last.rules;
    const folder = uri && settingsFolder(uri);
    const rules = this.#ofFolder.get(folder) ?? settings.shown(folder);
    this.#ofFolder.set(folder, rules);
    this.#last = { uri, rules };
    return rules;
  }
}
