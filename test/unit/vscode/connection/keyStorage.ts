import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { Emitter } from '../../../../src/core/base/events.ts';

/** SecretStorage as VS Code has it, in memory. */
export class Storage {
  readonly values = new Map<string, unknown>();
  readonly changes = new Emitter<vscode.SecretStorageChangeEvent>(error => assert.fail(String(error)));

  readonly secrets: vscode.SecretStorage = {
    get: name => Promise.resolve(this.values.get(name) as string | undefined),
    keys: () => Promise.resolve([...this.values.keys()]),
    store: (name, value) => {
      this.values.set(name, value);
      this.changes.fire({ key: name });
      return Promise.resolve();
    },
    delete: name => {
      this.values.delete(name);
      this.changes.fire({ key: name });
      return Promise.resolve();
    },
    onDidChange: this.changes.event as vscode.Event<vscode.SecretStorageChangeEvent>,
  };
}

/** Memento as VS Code has it, in memory. */
export class State implements vscode.Memento {
  readonly values = new Map<string, unknown>();
  keys = (): readonly string[] => [...this.values.keys()];
  get = <T>(name: string, fallback?: T): T => (this.values.get(name) ?? fallback) as T;
  update = (name: string, value: unknown): Promise<void> => {
    if (value === undefined) this.values.delete(name);
    else this.values.set(name, value);
    return Promise.resolve();
  };
}
