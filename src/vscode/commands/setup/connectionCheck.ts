import { lookup } from 'node:dns/promises';
import type { BaseUrl } from '../../../api/baseUrl.ts';
import type { ApiClient } from '../../../api/client.ts';
import type { NetworkSettings } from '../../../core/protocol/networkSettings.ts';
import { proxyAddress, routeTo } from '../../../api/transport/proxyRoute.ts';
import { CodeReviewError, displayMessage } from '../../../core/base/errors.ts';
import { untilAborted } from '../../../core/base/untilAborted.ts';
import { counted } from '../../../reviews/summary/reviewSummary.ts';

/** One step of a request. */
interface ConnectionStep {
  readonly name: string;
  readonly passed: boolean;
  readonly text: string;
}

type Lister = Pick<ApiClient, 'listRepositories'>;

/** The part of `Connections` in use. */
interface Reachable {
  /** Undefined for the embedded service. */
  readonly hosted: BaseUrl | undefined;
  open(): Promise<{ readonly client: Lister; readonly isEmbedded: boolean }>;
  try(baseUrl: BaseUrl, key: string): Promise<Lister>;
}

/** The steps of a request in order, with their names in the report. */
const phases = { name: 'Name', proxy: 'Proxy', connection: 'Connection', TLS: 'TLS', HTTP: 'HTTP' } as const;

/** A placeholder key, which shows how far a request gets without a real one. */
const noKey = 'connection-check';

/**
 * Checks each step of a request to the service, up to the first that fails.
 * @param lookUp resolves the name of a host
 * @throws CodeReviewError of kind `cancelled`
 */
export async function connectionSteps(
  connections: Reachable,
  network: NetworkSettings,
  signal: AbortSignal,
  lookUp: (host: string) => Promise<{ readonly address: string }> = lookup,
): Promise<ConnectionStep[]> {
  const steps: ConnectionStep[] = [];
  try {
    const { hosted } = connections;
    steps.push(passed('Service', hosted?.href ?? 'the embedded one, on this machine; “codeReview.baseUrl” is empty'));
    if (hosted !== undefined) {
      const url = new URL(hosted.href);
      const route = routeTo(url, network, process.env);
      const { proxy } = route;
      const way =
        proxy === undefined ? `direct, since ${route.why}` : `through ${proxyAddress(proxy)}, from ${route.from}`;
      const host = (proxy ?? url).hostname.replace(/^\[|\]$/g, '');
      steps.push(passed('Way', way), await untilAborted(nameStep(host, lookUp), signal));
    }
    steps.push(...(await requestSteps(connections, signal)));
  } catch (error) {
    if (CodeReviewError.is(error, 'cancelled')) throw error;
    steps.push(...stepsOf(error));
  }
  return settled(steps);
}

async function requestSteps(connections: Reachable, signal: AbortSignal): Promise<ConnectionStep[]> {
  let connection: Awaited<ReturnType<Reachable['open']>>;
  try {
    connection = await connections.open();
  } catch (error) {
    const { hosted } = connections;
    if (hosted === undefined || !CodeReviewError.is(error, 'auth')) throw error;
    return withoutKey(await connections.try(hosted, noKey), error, signal);
  }
  const started = Date.now();
  const { repositories } = await connection.client.listRepositories(signal);
  return [
    passed(phases.HTTP, `answered in ${Date.now() - started} ms`),
    passed('API key', connection.isEmbedded ? 'none is needed' : 'accepted'),
    passed('Answer', `lists ${counted(repositories.length, 'repository', 'repositories')}`),
  ];
}

/** Without a key, checks the steps before it: they must work to sign in. */
async function withoutKey(client: Lister, missing: CodeReviewError, signal: AbortSignal): Promise<ConnectionStep[]> {
  try {
    await client.listRepositories(signal);
  } catch (error) {
    const refusesKey = CodeReviewError.is(error, 'auth') && error.details.status !== undefined;
    if (!refusesKey) throw error;
  }
  return [passed(phases.HTTP, 'answered'), failed('API key', missing)];
}

/** The steps up to a failure. */
function stepsOf(error: unknown): ConnectionStep[] {
  if (!CodeReviewError.is(error)) return [failed('Answer', error)];
  const { phase, status } = error.details;
  if (phase !== undefined) {
    const made = phase === 'TLS' || phase === 'HTTP' ? [passed(phases.connection, 'made')] : [];
    return [...made, failed(phases[phase], error)];
  }
  if (error.kind === 'input') return [failed('Service', error)];
  const answered = status === undefined ? [] : [passed(phases.HTTP, `answered with status ${status}`)];
  return [...answered, failed(error.kind === 'auth' ? 'API key' : 'Answer', error)];
}

/** Drops a failed name lookup if the request reports it too, or if it succeeded all the same. */
function settled(steps: readonly ConnectionStep[]): ConnectionStep[] {
  const [first, ...again] = steps.filter(({ name }) => name === phases.name);
  const isAnswered = steps.some(({ name, passed: isPassed }) => name === phases.HTTP && isPassed);
  const known = passed(phases.name, 'not known here, but to the network of the editor, as by a proxy of the system');
  return steps
    .filter(step => !again.includes(step))
    .map(step => (step === first && !step.passed && isAnswered ? known : step));
}

async function nameStep(
  host: string,
  lookUp: (host: string) => Promise<{ readonly address: string }>,
): Promise<ConnectionStep> {
  try {
    return passed(phases.name, `${host} is ${(await lookUp(host)).address}`);
  } catch {
    const text = `${host} could not be looked up. Check the address and the network.`;
    return { name: phases.name, passed: false, text };
  }
}

function passed(name: string, text: string): ConnectionStep {
  return { name, passed: true, text };
}

function failed(name: string, error: unknown): ConnectionStep {
  return { name, passed: false, text: displayMessage(error) };
}
