import type { IncomingHttpHeaders } from 'node:http'

/** `route` and `status` are known with the answer. */
export type AnswerAttributes = { requestId: string; route: string; status: number }

type RequestSpan = {
  run: <Result>(work: () => Result) => Result
  end: (answered: AnswerAttributes) => void
}

export type Spans = {
  beginRequestSpan: (method: string, headers: IncomingHttpHeaders) => RequestSpan
  currentTraceparent: () => string | undefined
  currentTrace: () => object
}

const off: Spans = {
  beginRequestSpan: () => ({ run: (work) => work(), end: () => undefined }),
  currentTraceparent: () => undefined,
  currentTrace: () => ({}),
}

let spans = off

/** Until then nothing of OpenTelemetry is loaded. Returns how to undo it. */
export function traceWith(live: Spans) {
  spans = live
  return () => {
    spans = off
  }
}

/** The span of a request, in the trace that its `traceparent` names. */
export const beginRequestSpan: Spans['beginRequestSpan'] = (method, headers) =>
  spans.beginRequestSpan(method, headers)

/** Of the span in which this is asked; undefined where nothing is traced. */
export const currentTraceparent = () => spans.currentTraceparent()

/** For lines of the log. */
export const currentTrace = () => spans.currentTrace()
