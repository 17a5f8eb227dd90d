import { type Request, Router } from 'express'
import { CheckoutError } from '../../checkout/errors.ts'
import {
  type By,
  type EndpointRecord,
  MAX_ENDPOINTS,
} from '../../checkout/ports/webhook-records.ts'
import {
  addEndpoint,
  resendFailed,
  rollSecret,
  sendTest,
} from '../../checkout/stores/webhook-endpoints.ts'
import {
  CreateWebhookEndpointRequest,
  type CreateWebhookEndpointResponse,
  RecoverWebhooksRequest,
  type RecoverWebhooksResponse,
  RollWebhookSecretRequest,
  type RollWebhookSecretResponse,
  type TestWebhookResponse,
  UpdateWebhookEndpointRequest,
  WebhookDeliveryQuery,
  type WebhookEndpoint,
  type WebhookEndpointList,
} from '../../contract/platform/platform-webhooks.ts'
import { readBody } from '../../web/requests/json-body.ts'
import { apiRoutes, withQuery } from '../../web/requests/queries.ts'
import { knownPage } from '../../web/answers/refusals.ts'
import { type PlatformContext, getStore } from './platform-store.ts'

const endpointNotFound = () =>
  new CheckoutError('webhook_endpoint_not_found', 'The store has no webhook endpoint with this id.')

const deliveryNotFound = () =>
  new CheckoutError('webhook_delivery_not_found', 'The store has no webhook delivery with this id.')

const endpointDisabled = () =>
  new CheckoutError(
    'webhook_endpoint_disabled',
    'The webhook endpoint is disabled or deleted: nothing is sent. Enable it first.',
  )

/** contract §4: a store's webhook endpoints and their deliveries. */
export const platformWebhookRoutes = (context: PlatformContext) =>
  Router({ caseSensitive: true }).use(
    endpointRoutes(context),
    endpointActionRoutes(context),
    deliveryRoutes(context),
  )

const endpointRoutes = (context: PlatformContext) =>
  apiRoutes({
    '/stores/:storeId/webhook-endpoints': {
      get: async (request, response) => {
        const { id } = await getStore(context, request.params.storeId)
        const endpoints = await context.webhooks.records.listEndpoints(id)
        response.json({ data: endpoints.map(toWire) } satisfies WebhookEndpointList)
      },
      post: async (request, response) => {
        const body = await readBody(CreateWebhookEndpointRequest, request, response)
        const { id } = await getStore(context, request.params.storeId)
        const endpoint = { ...body, storeId: id, actor: actorOf(request) }
        response.status(201).json(await createEndpoint(context, endpoint))
      },
    },
    '/stores/:storeId/webhook-endpoints/:endpointId': {
      get: async (request, response) => {
        const name = await nameOf(context, request)
        response.json(toWire(found(await context.webhooks.records.findEndpoint(name))))
      },
      patch: async (request, response) => {
        const change = await readBody(UpdateWebhookEndpointRequest, request, response)
        const name = await nameOf(context, request)
        if (change.url !== undefined) await assertTarget(context, change.url)
        response.json(toWire(found(await context.webhooks.records.updateEndpoint(name, change))))
      },
      delete: async (request, response) => {
        const name = await nameOf(context, request)
        if (!(await context.webhooks.records.deleteEndpoint(name))) throw endpointNotFound()
        response.status(204).end()
      },
    },
  })

const endpointActionRoutes = (context: PlatformContext) =>
  apiRoutes({
    '/stores/:storeId/webhook-endpoints/:endpointId/roll-secret': {
      post: async (request, response) => {
        const { overlapSeconds } = await readBody(RollWebhookSecretRequest, request, response)
        const name = await nameOf(context, request)
        const secret = found(await rollSecret(context, name, { overlapSeconds }))
        response.json({ secret } satisfies RollWebhookSecretResponse)
      },
    },
    '/stores/:storeId/webhook-endpoints/:endpointId/test': {
      post: async (request, response) => {
        const name = await nameOf(context, request)
        const { url } = found(await context.webhooks.records.findEndpoint(name))
        await assertTarget(context, url)
        const deliveryId = found(await sendTest(context, name))
        response.status(202).json({ deliveryId } satisfies TestWebhookResponse)
      },
    },
    '/stores/:storeId/webhook-endpoints/:endpointId/recover': {
      post: async (request, response) => {
        const { since } = await readBody(RecoverWebhooksRequest, request, response)
        const name = await nameOf(context, request)
        const { enabled } = found(await context.webhooks.records.findEndpoint(name))
        if (!enabled) throw endpointDisabled()
        const count = await resendFailed(context, name, new Date(since))
        response.status(202).json({ count } satisfies RecoverWebhooksResponse)
      },
    },
  })

const deliveryRoutes = (context: PlatformContext) =>
  apiRoutes({
    '/stores/:storeId/webhook-deliveries': {
      get: withQuery(WebhookDeliveryQuery, async (request, response, query) => {
        const { id } = await getStore(context, request.params.storeId)
        response.json(knownPage(await context.webhooks.records.listDeliveries(id, query)))
      }),
    },
    '/stores/:storeId/webhook-deliveries/:deliveryId/resend': {
      post: async (request, response) => {
        const { id: storeId } = await getStore(context, request.params.storeId)
        const { deliveryId } = request.params
        if (!isId(deliveryId)) throw deliveryNotFound()
        switch (await context.webhooks.records.resend({ storeId, deliveryId })) {
          case 'no_delivery':
            throw deliveryNotFound()
          case 'endpoint_disabled':
            throw endpointDisabled()
          case 'resent':
            context.webhooks.wake()
            response.status(202).end()
        }
      },
    },
  })

type EndpointParams = { storeId: string; endpointId: string }

/** Checked here because PostgreSQL refuses some texts, such as one with a zero byte. */
const isId = (text: string) => /^\w{1,64}$/.test(text)

const actorOf = ({ ip }: Pick<Request, 'ip'>) => ({ name: 'platform', address: ip ?? null })

/** @throws {CheckoutError} store_not_found, webhook_endpoint_not_found */
async function nameOf(context: PlatformContext, request: Request<EndpointParams>) {
  const { storeId, endpointId } = request.params
  const { id } = await getStore(context, storeId)
  if (!isId(endpointId)) throw endpointNotFound()
  return { storeId: id, endpointId, actor: actorOf(request) }
}

/** What the store application alone shows is left out. */
const toWire = ({
  failingSince: _since,
  oldSecretUntil: _until,
  secretVersion: _version,
  ...endpoint
}: EndpointRecord): WebhookEndpoint => endpoint

/** @throws {CheckoutError} webhook_endpoint_not_found */
function found<Endpoint>(endpoint: Endpoint | undefined) {
  if (endpoint === undefined) throw endpointNotFound()
  return endpoint
}

/** A host name that does not resolve is accepted: it may resolve when an event is sent. */
async function assertTarget({ webhooks }: PlatformContext, url: string) {
  const problem = await webhooks.findUrlProblem(url)
  if (problem !== undefined) throw new CheckoutError('invalid_request', `url: ${problem}`)
}

type EndpointRequest = By & { storeId: string }

async function createEndpoint(
  context: PlatformContext,
  { types, description, ...endpoint }: CreateWebhookEndpointRequest & EndpointRequest,
): Promise<CreateWebhookEndpointResponse> {
  await assertTarget(context, endpoint.url)
  const id = context.ids.webhookEndpoint()
  const added = await addEndpoint(context, {
    ...endpoint,
    id,
    types: types ?? null,
    description: description ?? null,
  })
  if (typeof added === 'string')
    throw new CheckoutError(
      'too_many_webhook_endpoints',
      `The store has ${MAX_ENDPOINTS} webhook endpoints, which is as many as it may have.`,
    )
  return { ...toWire(added.endpoint), secret: added.secret }
}
