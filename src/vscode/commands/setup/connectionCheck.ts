import { lookup } from 'node:dns/promises';
import type { BaseUrl } from '../../../api/baseUrl.ts';
import type { ApiClient } from '../../../api/client.ts';
import type { NetworkSettings } from '../../../core/protocol/networkSettings.ts';
import { proxyAddress, routeTo } from '../../../api/transport/proxyRoute.ts';
import { CodeReviewError, displayMessage, type ErrorDetails } from '../../../core/base/errors.ts';
import { untilAborted } from '../../../core/base/untilAborted.ts';
import { plural, t } from '../../../core/base/l10n.ts';

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

/** What a step of a request is called in the report. */
const phaseName = (phase: NonNullable<ErrorDetails['phase']>): string =>
  ({ name: t('Name'), proxy: t('Proxy'), connection: t('Connection'), TLS: 'TLS', HTTP: 'HTTP' })[phase];

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
    steps.push(
      passed(t('Service'), hosted?.href ?? t('the embedded one, on this machine; “codeReview.baseUrl” is empty')),
    );
    if (hosted !== undefined) {
      const url = new URL(hosted.href);
      const route = routeTo(url, network, process.env);
      const { proxy } = route;
      const way =
        proxy === undefined
          ? t('direct, since {why}', { why: route.why })
          : t('through {proxy}, from {source}', { proxy: proxyAddress(proxy), source: route.from });
      const host = (proxy ?? url).hostname.replace(/^\[|\]$/g, '');
      steps.push(passed(t('Way'), way), await untilAborted(nameStep(host, lookUp), signal));
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
    passed(phaseName('HTTP'), t('answered in {milliseconds} ms', { milliseconds: Date.now() - started })),
    passed(t('API key'), connection.isEmbedded ? t('none is needed') : t('accepted')),
    passed(t('Answer'), plural(repositories.length, 'lists {count} repository', 'lists {count} repositories')),
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
  return [passed(phaseName('HTTP'), t('answered')), failed(t('API key'), missing)];
}

/** The steps up to a failure. */
function stepsOf(error: unknown): ConnectionStep[] {
  if (!CodeReviewError.is(error)) return [failed(t('Answer'), error)];
  const { phase, status } = error.details;
  if (phase !== undefined) {
    const made = phase === 'TLS' || phase === 'HTTP' ? [passed(phaseName('connection'), t('made'))] : [];
    return [...made, failed(phaseName(phase), error)];
  }
  if (error.kind === 'input') return [failed(t('Service'), error)];
  const answered =
    status === undefined ? [] : [passed(phaseName('HTTP'), t('answered with status {status}', { status }))];
  return [...answered, failed(error.kind === 'auth' ? t('API key') : t('Answer'), error)];
}

/** Drops a failed name lookup if the request reports it too, or if it succeeded all the same. */
function settled(steps: readonly ConnectionStep[]): ConnectionStep[] {
  const [first, ...again] = steps.filter(({ name }) => name === phaseName('name'));
  const isAnswered = steps.some(({ name, passed: isPassed }) => name === phaseName('HTTP') && isPassed);
  const known = passed(
    phaseName('name'),
    t('not known here, but to the network of the editor, as by a proxy of the system'),
  );
  return steps
    .filter(step => !again.includes(step))
    .map(step => (step === first && !step.passed && isAnswered ? known : step));
}

async function nameStep(
  host: string,
  lookUp: (host: string) => Promise<{ readonly address: string }>,
): Promise<ConnectionStep> {
  try {
    return passed(phaseName('name'), t('{host} is {address}', { host, address: (await lookUp(host)).address }));
  } catch {
    const text = t('{host} could not be looked up. Check the address and the network.', { host });
    return { name: phaseName('name'), passed: false, text };
  }
}

function passed(name: string, text: string): ConnectionStep {
  return { name, passed: true, text };
}

function failed(name: string, error: unknown): ConnectionStep {
  return { name, passed: false, text: displayMessage(error) };
}
