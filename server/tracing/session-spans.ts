import type { Attributes } from '@opentelemetry/api'
import { shortSessionId } from '../checkout/sessions/session.ts'
import type { Work, inOutgoingSpan } from './live-spans.ts'

type Call = { name: string; sessionId?: string | undefined; attributes: Attributes }

/** `work` gets the `traceparent` to send on. */
export type SessionSpans = <Result>(call: Call, work: Work<Result>) => Promise<Result>

export const withoutSpans: SessionSpans = (_call, work) => work(undefined)

type FindTraceparent = (sessionId: string) => Promise<string | undefined>

/**
 * Calls that are made for a session belong to the trace in which the merchant created it, whatever
 * process makes them. Where the record has no trace, they belong to the one of the moment.
 */
export const createSessionSpans =
  (inSpan: typeof inOutgoingSpan, findTraceparent: FindTraceparent): SessionSpans =>
  async ({ name, sessionId, attributes }, work) =>
    inSpan(
      {
        name,
        attributes: {
          ...attributes,
          ...(sessionId !== undefined && { 'checkout.session': shortSessionId(sessionId) }),
        },
        parent:
          sessionId === undefined
            ? undefined
            : await findTraceparent(sessionId).catch(() => undefined),
      },
      work,
    )
