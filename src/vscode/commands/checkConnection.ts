import { lookup } from 'node:dns/promises';
import * as vscode from 'vscode';
import { routeTo } from '../../api/networkSettings.ts';
import { CodeReviewError, sentenceFor } from '../../core/errors.ts';
import { plainLine } from '../../core/plainText.ts';
import type { Redactor } from '../../core/redactor.ts';
import { counted } from '../../reviews/reviewSummary.ts';
import type { Connections } from '../connections.ts';
import { withProgress } from '../progress.ts';
import type { ReadOnlyDocuments } from '../readOnlyDocuments.ts';
import { settings } from '../settings.ts';

interface Step {
  readonly name: string;
  readonly passed: boolean;
  readonly text: string;
}

/** The steps of a request in their order, and the names that they have in the report. */
const phases = { name: 'Name', proxy: 'Proxy', connection: 'Connection', TLS: 'TLS', HTTP: 'HTTP' } as const;

/** Walks the way to the service and shows in one report, which holds no secret, which step fails and what to do. */
export async function checkConnection(
  connections: Connections,
  documents: ReadOnlyDocuments,
  redactor: Redactor,
  version: string,
): Promise<void> {
  const steps = await withProgress('Checking the connection', signal => walk(connections, signal));
  const rows = steps.map(({ name, passed, text }) => {
    return `${passed ? '✓' : '✗'} ${name}: ${plainLine(text, 500)}`;
  });
  const facts = `Code Review ${version}, VS Code ${vscode.version}, Node ${process.versions.node}, ${process.platform} ${process.arch}`;
  const content = redactor.redact(`${[facts, '', ...rows].join('\n')}\n`);
  // One each time, so that a later one can be compared with it.
  const time = new Date().toISOString().replace('T', ' ').replaceAll(':', '.').slice(0, -1);
  await documents.show(`Connection ${time}.txt`, content);
}

async function walk(connections: Connections, signal: AbortSignal): Promise<Step[]> {
  const steps: Step[] = [];
  const add = (name: string, passed: boolean, text: string): unknown => steps.push({ name, passed, text });
  try {
    const { hosted } = connections;
    if (hosted === undefined) add('Service', true, 'the embedded one, on this machine; “codeReview.baseUrl” is empty');
    else {
      add('Service', true, hosted.href);
      const url = new URL(hosted.href);
      const route = routeTo(url, settings.network, process.env);
      const { proxy } = route;
      add(
        'Way',
        true,
        proxy === undefined ? `direct, since ${route.why}` : `through ${proxy.origin}, from ${route.from}`,
      );
      await addName(add, (proxy ?? url).hostname);
    }
    const connection = await connections.open();
    const started = Date.now();
    const { repositories } = await connection.client.listRepositories(signal);
    add(phases.HTTP, true, `answered in ${Date.now() - started} ms`);
    add('API key', true, connection.isEmbedded ? 'none is needed' : 'accepted');
    add('Answer', true, `lists ${counted(repositories.length, 'repository', 'repositories')}`);
  } catch (error) {
    if (CodeReviewError.is(error, 'cancelled')) throw error;
    // What failed to be looked up need not be said twice.
    const isTold = (name: string): boolean => steps.some(step => step.name === name && !step.passed);
    steps.push(...stepsOf(error).filter(({ name }) => !isTold(name)));
  }
  return steps;
}

/** How far a request came that failed so. */
function stepsOf(error: unknown): Step[] {
  const failed = (name: string): Step => ({ name, passed: false, text: sentenceFor(error) });
  if (!CodeReviewError.is(error)) return [failed('Answer')];
  const { phase, status } = error.details;
  if (phase !== undefined) {
    const made = { name: phases.connection, passed: true, text: 'made' };
    return [...(phase === 'TLS' || phase === 'HTTP' ? [made] : []), failed(phases[phase])];
  }
  if (error.kind === 'input') return [failed('Service')];
  const answered = { name: phases.HTTP, passed: true, text: `answered with status ${status ?? 'unknown'}` };
  return [...(status === undefined ? [] : [answered]), failed(error.kind === 'auth' ? 'API key' : 'Answer')];
}

async function addName(add: (name: string, passed: boolean, text: string) => unknown, host: string): Promise<void> {
  try {
    const { address } = await lookup(host.replace(/^\[|\]$/g, ''));
    add('Name', true, `${host} is ${address}`);
  } catch {
    add('Name', false, `${host} could not be looked up. Check the address and the network.`);
  }
}
