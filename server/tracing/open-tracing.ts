import { setTimeout as wait } from 'node:timers/promises'
import { context, propagation, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { beginRequestSpan, currentTrace, currentTraceparent, inOutgoingSpan } from './live-spans.ts'
import { traceWith } from './spans.ts'

/** How long the stop waits for a collector that does not answer. */
const LAST_EXPORT_MS = 2_000

type Options = {
  endpoint: string
  /** Of the traces that begin here, 0 to 1. */
  share: number
  serviceName: string
  version: string
  onFailure: (error: unknown) => void
}

/** The SDK, which is loaded only where traces are wanted, with the spans that it makes. */
export function openTracing({ endpoint, share, serviceName, version, onFailure }: Options) {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const provider = new TracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }),
    ),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: reportingFailures(exporter, onFailure) })],
  })
  trace.setGlobalTracerProvider(provider)
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  const endSpans = traceWith({ beginRequestSpan, currentTraceparent, currentTrace })
  const close = async () => {
    endSpans()
    const late = new AbortController()
    await Promise.race([
      provider.shutdown(),
      wait(LAST_EXPORT_MS, undefined, { signal: late.signal, ref: false }).catch(() => undefined),
    ])
    late.abort()
    for (const each of [trace, context, propagation]) each.disable()
  }
  return { inOutgoingSpan, close }
}

const reportingFailures = (
  exporter: SpanExporter,
  onFailure: Options['onFailure'],
): SpanExporter => ({
  export(spans, done) {
    exporter.export(spans, (result) => {
      if (result.code === ExportResultCode.FAILED) onFailure(result.error)
      done(result)
    })
  },
  forceFlush: async () => exporter.forceFlush?.(),
  shutdown: () => exporter.shutdown(),
})
