import type {
  ClaimedDelivery,
  EndpointNews,
  WebhookRecords,
} from '../checkout/ports/webhook-records.ts'
import type { GuardedPost, PostOutcome } from '../egress/guarded-post.ts'
import { pauseMs } from './retry-schedule.ts'
import { webhookHeaders } from './sign-webhook.ts'
import { type Sealing, openSecrets } from './webhook-secrets.ts'

/** RFC 9110, 15.5.11: the endpoint is no more, and nobody is to try again. */
const GONE = 410

export type DeliveryDeps = {
  records: Pick<WebhookRecords, 'recordDelivered' | 'recordFailed'>
  post: GuardedPost
  sealing: Sealing
  now: () => Date
  random: () => number
  tellOwners: (news: EndpointNews) => void
  onAttempt: (outcome: 'delivered' | 'put_off' | 'failed') => void
}

/** The text that is sent, and signed as it is. */
const bodyOf = ({ type, happenedAt, data }: ClaimedDelivery) =>
  `{"type":${JSON.stringify(type)},"timestamp":${JSON.stringify(happenedAt.toISOString())},"data":${data}}`

async function send(
  { post, sealing, now }: DeliveryDeps,
  delivery: ClaimedDelivery,
): Promise<PostOutcome> {
  const secrets = openSecrets(delivery.endpointId, delivery.secrets, sealing)
  // Nobody could tell that it comes from us: the key that the secret is under is gone.
  if (secrets.length === 0)
    return { status: null, durationMs: 0, error: 'secret_unreadable', retryAfter: undefined }
  const body = bodyOf(delivery)
  const headers = webhookHeaders({ secrets, id: delivery.eventId, timestamp: now(), body })
  return post(delivery.url, { headers: { ...headers, 'User-Agent': 'hosted-checkout' }, body })
}

/** One attempt, from the request to what is on record of it. True when it was delivered. */
export async function deliverWebhook(deps: DeliveryDeps, delivery: ClaimedDelivery) {
  const { retryAfter, ...attempt } = await send(deps, delivery)
  const finished = { ...delivery, attempt }
  const { status } = attempt
  if (status !== null && status >= 200 && status < 300) {
    await deps.records.recordDelivered(finished)
    deps.onAttempt('delivered')
    return true
  }
  const isGone = status === GONE
  const nextInMs = isGone
    ? undefined
    : pauseMs({ ...delivery, retryAfter, now: deps.now(), random: deps.random() })
  const news = await deps.records.recordFailed({ ...finished, nextInMs, isGone })
  deps.onAttempt(nextInMs === undefined ? 'failed' : 'put_off')
  if (news) deps.tellOwners(news)
  return false
}
