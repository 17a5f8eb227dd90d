import { createHmac } from 'node:crypto'
import type { Contract } from './openapi-contract.ts'
import type { StripeObject } from './stripe-objects.ts'

export type StripeEvent = {
  id: string
  object: 'event'
  api_version: string
  created: number
  data: { object: StripeObject }
  livemode: boolean
  pending_webhooks: number
  request: { id: string | null; idempotency_key: string | null }
  type: string
}
/** A request to the notification endpoint. */
export type SignedNotification = {
  body: string
  headers: { 'content-type': string; 'stripe-signature': string }
}
/** Takes a notification. False, like an answer other than 2xx, means that it must come again. */
export type NotificationSink = (notification: SignedNotification) => Promise<boolean>

type NotificationsOptions = {
  now: () => Date
  secret: string
  judgeEvent: Contract['judgeEvent']
  onViolation: (violation: string) => void
}

/**
 * `t=<unix seconds>,v1=<hmac-sha256 of "<t>.<body>">`: https://docs.stripe.com/webhooks/signature
 */
export function signNotification(
  body: string,
  { secret, at }: { secret: string; at: Date },
): SignedNotification {
  const t = Math.floor(at.getTime() / 1000)
  const v1 = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')
  const signature = `t=${t},v1=${v1},v0=${'0'.repeat(64)}`
  return {
    body,
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
  }
}

export const postTo =
  (url: string): NotificationSink =>
  async ({ body, headers }) =>
    (await fetch(url, { method: 'POST', body, headers, signal: AbortSignal.timeout(10_000) })).ok

const attemptOf = ({ data }: StripeEvent) => data.object.metadata['attempt']

const paymentOf = ({ data: { object } }: StripeEvent) =>
  'payment_intent' in object ? object.payment_intent : object.id

/** Stripe's notifications, delivered at once, or when and how often a test wants. */
export function openNotifications({ now, secret, judgeEvent, onViolation }: NotificationsOptions) {
  const events: StripeEvent[] = []
  const undelivered: StripeEvent[] = []
  const underWay = new Set<Promise<void>>()
  let sink: NotificationSink | undefined
  let isHeld = false

  const sign = (event: StripeEvent, { at = now(), with: key = secret } = {}) =>
    signNotification(JSON.stringify(event), { secret: key, at })

  async function deliver(event: StripeEvent, to: NotificationSink) {
    const isTaken = await to(sign(event)).catch(() => false)
    if (!isTaken) undelivered.push(event)
  }

  return {
    events,
    sign,

    announce(type: string, object: StripeObject) {
      const event: StripeEvent = {
        id: `evt_${crypto.randomUUID().replaceAll('-', '').slice(0, 24)}`,
        object: 'event',
        api_version: '2026-10-28.endive',
        created: Math.floor(now().getTime() / 1000),
        data: { object: structuredClone(object) },
        livemode: false,
        pending_webhooks: 1,
        request: { id: null, idempotency_key: null },
        type,
      }
      const violation = judgeEvent(event)
      if (violation !== undefined) onViolation(violation)
      events.push(event)
      if (!sink) return event
      if (isHeld) {
        undelivered.push(event)
        return event
      }
      const delivery = deliver(event, sink).finally(() => {
        underWay.delete(delivery)
      })
      underWay.add(delivery)
      return event
    },

    of: (attemptId: string) => events.filter((event) => attemptOf(event) === attemptId),

    /** With events that name only the payment. */
    ofPayment: (paymentId: string) => events.filter((event) => paymentOf(event) === paymentId),

    deliverTo(to: NotificationSink) {
      sink = to
    },

    /** From here on they wait for `release`. */
    hold() {
      isHeld = true
    },

    /** Delivers held and unaccepted notifications one after the other. */
    async release({
      order = 'as sent',
      times = 1,
    }: { order?: 'as sent' | 'reversed'; times?: number } = {}) {
      isHeld = false
      const waiting = undelivered.splice(0)
      if (order === 'reversed') waiting.reverse()
      for (const event of waiting)
        for (let turn = 0; turn < times; turn += 1) if (sink) await deliver(event, sink)
    },

    /** Resolves when all announced events have been answered. */
    async settle() {
      await Promise.all(underWay)
    },
  }
}
