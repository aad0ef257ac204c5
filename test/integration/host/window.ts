import path from 'node:path';
import * as vscode from 'vscode';
import { machineName } from '../../../src/core/system/machineName.ts';
import { git } from '../../host/git/git.ts';
import type { Sample } from '../../host/start/sample.ts';
import { tellSeen } from '../../host/keys/seen.ts';

/** The sample repository that this window is open on. */
export const sample = JSON.parse(process.env['SAMPLE'] ?? '') as Sample;

/** What the extension calls the machine that it runs on. */
export const here = machineName(vscode.env.remoteName);

/** Runs git in the window's folder. */
export function gitHere(...args: string[]): Promise<string> {
  const person = {
    GIT_AUTHOR_NAME: 'R',
    GIT_AUTHOR_EMAIL: 'r@x.example',
    GIT_COMMITTER_NAME: 'R',
    GIT_COMMITTER_EMAIL: 'r@x.example',
  };
  return git(sample.workspace, args, person);
}

export function uriOf(file: string): vscode.Uri {
  return vscode.Uri.file(path.join(sample.workspace, file));
}

/** The extension's diagnostics of a file, or of all files. */
export function problems(file?: string): vscode.Diagnostic[] {
  const all = vscode.languages
    .getDiagnostics()
    .filter(([uri]) => file === undefined || uri.fsPath === uriOf(file).fsPath);
  return all.flatMap(([, diagnostics]) => diagnostics).filter(({ source }) => source === 'Code Review');
}

/** `line rule` of each problem of a file, by place. */
export function placesIn(file: string): string[] {
  return problems(file)
    .sort((a, b) => a.range.start.line - b.range.start.line)
    .map(({ range, code }) => `${range.start.line + 1} ${String(typeof code === 'object' ? code.value : code)}`);
}

/** A finding as the language model tool lists it. */
interface OpenFinding {
  readonly id: string;
  readonly path?: string;
  /** From 1; absent if it has no place in the code. */
  readonly line?: number;
  /** What became of its lines. */
  readonly state: string;
}

/** The open findings of the window's reviews. */
export async function openFindings(): Promise<OpenFinding[]> {
  const given = { input: {}, toolInvocationToken: undefined };
  const { content } = await vscode.lm.invokeTool('codeReview_listFindings', given);
  const list = content.map(part => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');
  return JSON.parse(list.slice(list.indexOf('['))) as OpenFinding[];
}

/** What a read-only document of the extension holds. */
export async function documentText(name: string): Promise<string> {
  const uri = vscode.Uri.from({ scheme: 'code-review-report', path: `/${name}` });
  return (await vscode.workspace.openTextDocument(uri)).getText();
}

/** The HTML of the page that is opened while `use` runs. */
export async function pageShown(use: () => Thenable<unknown>): Promise<string> {
  const window = vscode.window as unknown as { createWebviewPanel: typeof vscode.window.createWebviewPanel };
  const original = window.createWebviewPanel;
  let shown: vscode.WebviewPanel | undefined;
  window.createWebviewPanel = (...args) => (shown = original(...args));
  try {
    await use();
  } finally {
    window.createWebviewPanel = original;
  }
  const html = shown?.webview.html ?? '';
  shown?.dispose();
  tellSeen(html, 'what a page shows');
  return html;
}

/** The messages of all progress notifications, and those to come, which `until` waits for. */
export class ProgressMessages implements vscode.Disposable {
  readonly messages: string[] = [];
  readonly #added = new vscode.EventEmitter<string>();
  readonly #original = vscode.window.withProgress;

  constructor() {
    this.#replace((options, task) =>
      this.#original(options, (progress, token) => {
        const report = (step: { message?: string; increment?: number }): void => {
          progress.report(step);
          this.messages.push(step.message ?? '');
          this.#added.fire(step.message ?? '');
        };
        return task({ report }, token);
      }),
    );
  }

  /** Resolves to the first message that matches. */
  until(pattern: RegExp): Promise<string> {
    const known = this.messages.find(message => pattern.test(message));
    if (known !== undefined) return Promise.resolve(known);
    return new Promise(resolve => {
      const subscription = this.#added.event(message => {
        if (!pattern.test(message)) return;
        subscription.dispose();
        resolve(message);
      });
    });
  }

  dispose(): void {
    this.#replace(this.#original);
    this.#added.dispose();
    tellSeen(this.messages.join('\n'), 'the progress of reviews');
  }

  #replace(stand: typeof vscode.window.withProgress): void {
    (vscode.window as unknown as { withProgress: typeof stand }).withProgress = stand;
  }
}

/** Less than a test may take, so that it says what it waited for. On a machine with much else to do it takes long. */
const longest = 45_000;

/** Resolves as soon as `check` holds, looking again after every event. @param what is said where it does not */
export function holds(
  check: () => boolean,
  events: readonly vscode.Event<unknown>[],
  what: () => string,
): Promise<void> {
  if (check()) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      for (const subscription of subscriptions) subscription.dispose();
    };
    const timer = setTimeout(() => {
      end();
      reject(new Error(`Not so within ${longest / 1_000} s: ${what()}`));
    }, longest);
    const look = (): void => {
      if (!check()) return;
      end();
      resolve();
    };
    const subscriptions = events.map(event => event(look));
  });
}

/** Resolves as soon as `check` holds, looking again after every change of diagnostics. */
export function problemsSettle(check: () => boolean, what: string): Promise<void> {
  const now = (): unknown => problems().map(({ message, range }) => [range.start.line, message]);
  return holds(check, [vscode.languages.onDidChangeDiagnostics], () => `${what}. ${JSON.stringify(now())}`);
}

/**
 * What a person would read, be asked and be offered as buttons while `use` runs; questions are answered in their order,
 * undefined dismisses.
 */
export async function attended(
  answers: readonly (string | undefined)[],
  use: () => Promise<unknown>,
): Promise<{
  readonly told: string[];
  readonly asked: string[];
  readonly offered: string[];
  /** Labels of what could be chosen from lists, with those of separators. */
  readonly choices: string[];
}> {
  const told: string[] = [];
  const asked: string[] = [];
  const offered: string[] = [];
  const choices: string[] = [];
  /** All that stands around it too: titles, details and examples. */
  const around: unknown[] = [];
  const left = [...answers];
  const window = vscode.window as unknown as Record<string, unknown>;
  const originals = new Map<string, unknown>();
  const replace = (name: string, stand: unknown): void => {
    originals.set(name, window[name]);
    window[name] = stand;
  };
  for (const name of ['showInformationMessage', 'showWarningMessage', 'showErrorMessage']) {
    replace(name, (sentence: string, ...buttons: unknown[]) => {
      told.push(sentence);
      around.push(buttons);
      offered.push(...buttons.filter(button => typeof button === 'string'));
      return Promise.resolve(undefined);
    });
  }
  replace('showInputBox', (options: vscode.InputBoxOptions) => {
    asked.push(options.prompt ?? '');
    around.push(options);
    const answer = left.shift();
    const problem = answer === undefined ? undefined : options.validateInput?.(answer);
    if (typeof problem === 'string') {
      told.push(problem);
      return Promise.resolve(undefined);
    }
    return Promise.resolve(answer);
  });
  replace(
    'showQuickPick',
    async (items: Thenable<readonly (vscode.QuickPickItem | string)[]>, options?: vscode.QuickPickOptions) => {
      asked.push(options?.placeHolder ?? options?.title ?? '');
      around.push(options);
      const seen = (await items).map(item =>
        typeof item === 'string' ? item : [item.label, item.description, item.detail],
      );
      tellSeen(JSON.stringify(seen), 'what could be chosen');
      choices.push(...(await items).map(item => (typeof item === 'string' ? item : item.label)));
      const answer = left.shift();
      if (answer === undefined) return undefined;
      const chosen = (await items).filter(item => (typeof item === 'string' ? item : item.label).includes(answer));
      return options?.canPickMany === true ? chosen : chosen[0];
    },
  );
  replace('showSaveDialog', () => {
    asked.push('Where?');
    const answer = left.shift();
    return Promise.resolve(answer === undefined ? undefined : vscode.Uri.file(answer));
  });
  try {
    await use();
  } finally {
    for (const [name, original] of originals) window[name] = original;
    tellSeen([...told, ...asked, JSON.stringify(around)].join('\n'), 'what a person was told');
  }
  return { told, asked, offered, choices };
}
