import type {
  ClaimedDelivery,
  EndpointNews,
  WebhookRecords,
} from '../checkout/ports/webhook-records.ts'
import type { GuardedPost, PostOutcome } from '../egress/guarded-post.ts'
import { pauseMs } from './retry-schedule.ts'
import { webhookHeaders } from './sign-webhook.ts'
import { type Sealing, openSecrets } from './webhook-secrets.ts'

/** RFC 9110, 15.5.11: the endpoint is gone for good, and nobody should try again. */
const GONE = 410

/** `lagMs`: from the event until its first attempt began. */
export type DeliveryAttempt = {
  outcome: 'delivered' | 'put_off' | 'failed'
  durationMs: number
  lagMs: number | undefined
}

export type DeliveryDeps = {
  records: Pick<WebhookRecords, 'recordDelivered' | 'recordFailed'>
  post: GuardedPost
  sealing: Sealing
  now: () => Date
  random: () => number
  notifyOwners: (news: EndpointNews) => void
  onAttempt: (attempt: DeliveryAttempt) => void
  /** What a request is made in; `work` gets the `traceparent` to send. */
  around: (
    delivery: ClaimedDelivery,
    work: (traceparent: string | undefined) => Promise<PostOutcome>,
  ) => Promise<PostOutcome>
}

/** The text that is signed and sent. */
const bodyOf = ({ type, happenedAt, data }: ClaimedDelivery) =>
  `{"type":${JSON.stringify(type)},"timestamp":${JSON.stringify(happenedAt.toISOString())},"data":${data}}`

const NOT_SENT = { status: null, answer: undefined, durationMs: 0, retryAfter: undefined }

async function send(
  { post, sealing, now, around }: DeliveryDeps,
  delivery: ClaimedDelivery,
): Promise<PostOutcome> {
  const secrets = openSecrets(delivery.endpointId, delivery.secrets, sealing)
  // The key that seals the secret is gone, so nobody could verify that the webhook is ours.
  if (secrets.length === 0) return { ...NOT_SENT, error: 'secret_unreadable' }
  const body = bodyOf(delivery)
  const headers = webhookHeaders({ secrets, id: delivery.eventId, timestamp: now(), body })
  return around(delivery, (traceparent) =>
    post(delivery.url, {
      headers: {
        ...headers,
        ...(traceparent !== undefined && { traceparent }),
        'User-Agent': 'hosted-checkout',
      },
      body,
    }),
  )
}

/** One attempt: sends, and records the result. True when it was delivered. */
export async function deliverWebhook(deps: DeliveryDeps, delivery: ClaimedDelivery) {
  const lagMs =
    delivery.tries === 0 ? deps.now().getTime() - delivery.happenedAt.getTime() : undefined
  const { retryAfter, answer, ...attempt } = await send(deps, delivery)
  const emit = (outcome: DeliveryAttempt['outcome']) =>
    deps.onAttempt({ outcome, durationMs: attempt.durationMs, lagMs })
  const finished = { ...delivery, attempt, answer }
  const { status } = attempt
  if (status !== null && status >= 200 && status < 300) {
    await deps.records.recordDelivered(finished)
    emit('delivered')
    return true
  }
  const isGone = status === GONE
  const nextInMs = isGone
    ? undefined
    : pauseMs({ ...delivery, retryAfter, now: deps.now(), random: deps.random() })
  const news = await deps.records.recordFailed({ ...finished, nextInMs, isGone })
  emit(nextInMs === undefined ? 'failed' : 'put_off')
  if (news) deps.notifyOwners(news)
  return false
}
