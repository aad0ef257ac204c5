import {
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span as OtelSpan,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base';
import { setTimeout as delay } from 'node:timers/promises';
import { CodeReviewError } from '../../../core/base/errors.ts';
import type { Span, TracedProcess, Tracing } from './spans.ts';

/** Milliseconds that a collector has for the last spans when the process ends. */
const longestFlush = 3_000;

const kinds = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER, internal: SpanKind.INTERNAL };

/** Sends spans in batches. A collector that is gone or slow loses them: nothing waits for it. @param url of OTLP over HTTP */
export function sendSpans(url: string, { role, version, onError }: TracedProcess): Tracing {
  const own = resourceFromAttributes({ 'service.name': `code-review-${role}`, 'service.version': version });
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(own)
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(toldOnce(new OTLPTraceExporter({ url }), onError))],
  });
  const tracer = provider.getTracer('code-review', version);
  return {
    begin: (name, kind, parent) => spanOf(tracer.startSpan(name, { kind: kinds[kind] }, contextOf(parent))),
    close: async () => {
      const given = new AbortController();
      const late = delay(longestFlush, undefined, { signal: given.signal }).catch(() => undefined);
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
      given.abort();
    },
  };
}

function spanOf(span: OtelSpan): Span {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return {
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    end: (facts, isFailure, name) => {
      if (name !== undefined) span.updateName(name);
      span.setAttributes(facts);
      if (isFailure) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}

/** Reads a `traceparent` (W3C Trace Context, 3.2); what is none begins a new trace. */
function contextOf(traceparent = ''): Context {
  const [, traceId = '', spanId = '', flags = ''] =
    /^(?!ff)[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/.exec(traceparent) ?? [];
  const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
  return isSpanContextValid(parent) ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
}

/** Tells that spans cannot be sent, and not again before they could be. */
function toldOnce(exporter: SpanExporter, onError: (error: unknown) => void): SpanExporter {
  let isTold = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, result => {
        const isFailure = result.error !== undefined;
        if (isFailure && !isTold) {
          const message = 'The collector does not take traces. They are lost until it does; nothing else is.';
          onError(new CodeReviewError('service', message, '', { cause: result.error }));
        }
        isTold = isFailure;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
