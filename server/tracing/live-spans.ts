import type { IncomingHttpHeaders } from 'node:http'
import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  context,
  propagation,
  trace,
} from '@opentelemetry/api'
import type { AnswerAttributes } from './spans.ts'

const tracer = () => trace.getTracer('hosted-checkout')

/** The span of a request, in the trace that its `traceparent` names. */
export function beginRequestSpan(method: string, headers: IncomingHttpHeaders) {
  const outside = propagation.extract(context.active(), headers)
  const span = tracer().startSpan(method, { kind: SpanKind.SERVER }, outside)
  const inside = trace.setSpan(outside, span)
  return {
    run: <Result>(work: () => Result) => context.with(inside, work),
    end({ requestId, route, status }: AnswerAttributes) {
      span.updateName(`${method} ${route}`)
      span.setAttributes({
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': status,
        'checkout.request_id': requestId,
      })
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
  }
}

function traceparentIn(inside: Context) {
  const carrier: { traceparent?: string } = {}
  propagation.inject(inside, carrier)
  return carrier.traceparent
}

/** Of the span in which this is asked. */
export const currentTraceparent = () => traceparentIn(context.active())

/** For lines of the log. */
export function currentTrace() {
  const found = trace.getSpanContext(context.active())
  return found ? { traceId: found.traceId, spanId: found.spanId } : {}
}

export type Work<Result> = (traceparent: string | undefined) => Promise<Result>

type Outgoing = { name: string; attributes: Attributes; parent: string | undefined }

/** A call to somebody else, in the trace of `parent`; the span in which it was made is linked. */
export function inOutgoingSpan<Result>(
  { name, attributes, parent }: Outgoing,
  work: Work<Result>,
): Promise<Result> {
  const cause = trace.getSpanContext(context.active())
  const outside = parent
    ? propagation.extract(ROOT_CONTEXT, { traceparent: parent })
    : context.active()
  const links = parent && cause ? [{ context: cause }] : []
  const span = tracer().startSpan(name, { kind: SpanKind.CLIENT, attributes, links }, outside)
  const inside = trace.setSpan(outside, span)
  return context.with(inside, async () => {
    try {
      return await work(traceparentIn(inside))
    } catch (error) {
      // Its message may quote what a buyer has typed.
      span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown')
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  })
}
