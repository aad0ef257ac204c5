import { CodeReviewError } from '../../../core/base/errors.ts';
import type { TracedProcess, Tracing } from './spans.ts';

/**
 * Sends spans to the collector that OpenTelemetry's variables name; nothing is loaded without them.
 * @throws CodeReviewError of kind `input` if the address cannot be used
 */
export async function openTracing(environment: NodeJS.ProcessEnv, traced: TracedProcess): Promise<Tracing | undefined> {
  const url = collectorUrl(environment);
  if (url === undefined) return undefined;
  const { sendSpans } = await import('./otlp.ts');
  const tracing = sendSpans(url, traced);
  // The collector's token, which programs that this one starts need not have.
  delete environment['OTEL_EXPORTER_OTLP_HEADERS'];
  delete environment['OTEL_EXPORTER_OTLP_TRACES_HEADERS'];
  return tracing;
}

/** Where spans are sent; undefined if nobody asked for them. */
function collectorUrl(environment: NodeJS.ProcessEnv): string | undefined {
  const isOff = environment['OTEL_SDK_DISABLED']?.toLowerCase() === 'true';
  if (isOff || environment['OTEL_TRACES_EXPORTER'] === 'none') return undefined;
  const whole = environment['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] ?? '';
  const base = environment['OTEL_EXPORTER_OTLP_ENDPOINT'] ?? '';
  const name = whole === '' ? 'OTEL_EXPORTER_OTLP_ENDPOINT' : 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT';
  const text = whole === '' ? base : whole;
  if (text === '') return undefined;
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    const remedy = 'It takes the address of a collector for OTLP over HTTP, for example http://127.0.0.1:4318.';
    throw new CodeReviewError('input', `${name} is no address of http or https.`, remedy);
  }
  if (whole === '') url.pathname = `${url.pathname.replace(/\/$/, '')}/v1/traces`;
  return url.href;
}
