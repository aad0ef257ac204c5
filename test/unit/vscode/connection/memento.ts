import type * as vscode from 'vscode';

/** A state that one window alone knows. */
export function aMemento(): vscode.Memento {
  const values = new Map<string, unknown>();
  return {
    keys: () => [...values.keys()],
    get: (name: string, fallback?: unknown) => values.get(name) ?? fallback,
    update: (name: string, value: unknown) => Promise.resolve(void values.set(name, value)),
  } as vscode.Memento;
}
