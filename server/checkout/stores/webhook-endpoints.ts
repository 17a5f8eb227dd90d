import type {
  By,
  EndpointName,
  FailedPosition,
  NewEndpoint,
  SealedText,
  WebhookEndpointRecords,
} from '../ports/webhook-records.ts'

/** What surfaces work with that show and change a store's endpoints. */
export type WebhookServices = {
  records: WebhookEndpointRecords
  /** `shown`: the text, which is shown once. `kept`: how the record keeps it. */
  createSecret(endpointId: string): { shown: string; kept: SealedText }
  /** Why the service may not send to this URL; undefined when it may. */
  findUrlProblem(url: string): Promise<string | undefined>
  /** Notifies the sender that deliveries are due. */
  wake(): void
}

type Deps = {
  webhooks: WebhookServices
  ids: { webhookDelivery(): string; testEvent(): string }
}

/** With its secret, which is shown this once. The caller has checked the URL. */
export async function addEndpoint(
  { webhooks: { records, createSecret } }: Pick<Deps, 'webhooks'>,
  endpoint: Omit<NewEndpoint, 'secret'> & By,
) {
  const { shown, kept } = createSecret(endpoint.id)
  const added = await records.createEndpoint({ ...endpoint, secret: kept })
  return typeof added === 'string' ? added : { endpoint: added, secret: shown }
}

/** The new secret; undefined when there is no such endpoint, or its secret is not `seen`. */
export async function rollSecret(
  { webhooks: { records, createSecret } }: Pick<Deps, 'webhooks'>,
  name: EndpointName & By,
  options: { overlapSeconds: number; seen?: string },
) {
  const { shown, kept } = createSecret(name.endpointId)
  return (await records.rollSecret(name, { ...kept, ...options })) ? shown : undefined
}

/** The id of the delivery; undefined when there is no such endpoint. */
export async function sendTest({ webhooks, ids }: Deps, name: EndpointName) {
  const deliveryId = ids.webhookDelivery()
  if (!(await webhooks.records.addTest(name, { deliveryId, eventId: ids.testEvent() }))) return
  webhooks.wake()
  return deliveryId
}

/** How many failed deliveries one statement schedules again. */
const RESENT_AT_ONCE = 500

/** Schedules each failed delivery once. One that fails again meanwhile is behind `after`. */
export async function resendFailed(
  { webhooks }: Pick<Deps, 'webhooks'>,
  name: EndpointName,
  since: Date,
) {
  let total = 0
  let after: FailedPosition | undefined
  do {
    const failed = { since, after, limit: RESENT_AT_ONCE }
    const { count, last } = await webhooks.records.resendFailed(name, failed)
    total += count
    after = last
    webhooks.wake()
  } while (after)
  return total
}
