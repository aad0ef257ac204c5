import * as vscode from 'vscode';
import { plainLine } from '../../../core/base/text.ts';
import type { Redactor } from '../../../core/base/redactor.ts';
import { t } from '../../../core/base/l10n.ts';
import { machineName } from '../../../core/system/machineName.ts';
import type { Connections } from '../../connection/connections.ts';
import { withDelayedProgress } from '../../platform/delayedProgress.ts';
import type { ReadOnlyDocuments } from '../../views/readOnlyDocuments.ts';
import { settings } from '../../platform/settings.ts';
import { connectionSteps } from './connectionCheck.ts';

/** Checks the connection step by step, and shows a report without secrets: which step fails, and what to do. */
export async function checkConnection(
  connections: Connections,
  documents: ReadOnlyDocuments,
  redactor: Redactor,
  version: string,
): Promise<void> {
  const steps = await withDelayedProgress(t('Checking the connection'), signal =>
    connectionSteps(connections, settings.network, signal),
  );
  // Truncate after redacting: half a key would not be found.
  const rows = steps.map(({ name, passed, text }) => {
    const row = t('{name}: {text}', { name, text: plainLine(redactor.redact(text), 500) });
    return `${passed ? '✓' : '✗'} ${row}`;
  });
  const facts = t('Code Review {version}, VS Code {editor}, Node {node}, {platform} {arch}, on {machine}', {
    version,
    editor: vscode.version,
    node: process.versions.node,
    platform: process.platform,
    arch: process.arch,
    machine: machineName(vscode.env.remoteName),
  });
  // A new document each time, so that reports can be compared.
  const time = new Date().toISOString().replace('T', ' ').replaceAll(':', '.').slice(0, -1);
  await documents.show(t('Connection {time}.txt', { time }), `${[facts, '', ...rows].join('\n')}\n`);
}
