/**
 * Tells what extensions log from now on; the VS Code server from npm has no native logger and writes none of it down. To
 * be imported before anything else, while the extension has yet to make its channel.
 */
import { format } from 'node:util';
import * as vscode from 'vscode';
import { tellSeen } from '../../host/keys/seen.ts';

const window = vscode.window as { createOutputChannel: (...args: unknown[]) => object };
const create = window.createOutputChannel;

window.createOutputChannel = (...args) => {
  const channel = create(...args);
  // Not a proxy of the channel itself, which is frozen.
  return new Proxy(
    {},
    {
      get: (_, name) => {
        const value: unknown = Reflect.get(channel, name);
        if (typeof value !== 'function') return value;
        return (...said: unknown[]): unknown => {
          tellSeen(format(...said), 'what was logged');
          return Reflect.apply(value, channel, said);
        };
      },
    },
  );
};
