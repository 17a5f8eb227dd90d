import type {
  CreateWebhookEndpointResponse,
  TestWebhookResponse,
  WebhookDelivery,
} from '../contract/platform/platform-webhooks.ts'
import type { TestStore } from './builders.ts'
import type { ServiceClient } from './servers/test-service.ts'

type OfStore = { id: TestStore['id'] }

export async function anEndpoint(
  service: ServiceClient,
  store: OfStore,
  fields: { url: string } & Record<string, unknown>,
) {
  const answer = await service.platform<CreateWebhookEndpointResponse>(
    'POST',
    `/stores/${store.id}/webhook-endpoints`,
    fields,
  )
  if (answer.status !== 201) throw new Error(`no endpoint: ${answer.text}`)
  return answer.body
}

/** Calls an action of an endpoint. */
export const toEndpoint = <Body = unknown>(
  service: ServiceClient,
  store: OfStore,
  { id, action, body = {} }: { id: string; action: string; body?: unknown },
) => service.platform<Body>('POST', `/stores/${store.id}/webhook-endpoints/${id}/${action}`, body)

export const testEndpoint = async (service: ServiceClient, store: OfStore, id: string) =>
  (await toEndpoint<TestWebhookResponse>(service, store, { id, action: 'test' })).body.deliveryId

export const changeEndpoint = (
  service: ServiceClient,
  store: OfStore,
  { id, ...change }: { id: string } & Record<string, unknown>,
) => service.platform('PATCH', `/stores/${store.id}/webhook-endpoints/${id}`, change)

export const deliveriesOf = async (service: ServiceClient, store: OfStore, query = '') =>
  (
    await service.platform<{ data: WebhookDelivery[]; nextCursor: string | null }>(
      'GET',
      `/stores/${store.id}/webhook-deliveries${query}`,
    )
  ).body

export const expireSession = (service: ServiceClient, store: TestStore, sessionId: string) =>
  service.call('POST', `/v1/checkout/sessions/${sessionId}/expire`, {
    token: store.keys.secret,
    body: {},
  })
