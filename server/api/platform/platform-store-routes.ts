import type { Request } from 'express'
import { createStoredKey } from '../../auth/api-keys.ts'
import { passwordProblem } from '../../auth/passwords.ts'
import { ids } from '../../auth/random.ts'
import { CheckoutError } from '../../checkout/errors.ts'
import { isCurrency } from '../../checkout/money.ts'
import type { OrderRecord } from '../../checkout/ports/shop-records.ts'
import { regenerateKey } from '../../checkout/regenerate-key.ts'
import { PageQuery } from '../../contract/fields.ts'
import {
  CreateStoreRequest,
  type CreateStoreResponse,
  KeyKind,
  type StoreOrder,
  UpdateStoreRequest,
} from '../../contract/platform.ts'
import { RegenerateKeyRequest } from '../../contract/platform-keys.ts'
import { answerNotFound } from '../../web/error-answers.ts'
import { readJsonBody, readOptionalJsonBody } from '../../web/json-body.ts'
import { jsonWith, pageJson } from '../../web/json-text.ts'
import { parse } from '../../web/parse.ts'
import { unknownCursor } from '../../web/refusals.ts'
import { apiRoutes, withQuery } from '../../web/queries.ts'
import { type PlatformContext, getStore, isStoreId, storeNotFound } from './platform-store.ts'

/** Stores, their keys and their orders. */
export const platformStoreRoutes = (context: PlatformContext) =>
  apiRoutes({
    '/stores': {
      get: withQuery(PageQuery, async (_request, response, query) => {
        const page = await context.records.listStores(query)
        if (!page) throw unknownCursor()
        response.json(page)
      }),
      post: async (request, response) => {
        const body = parse(CreateStoreRequest, (await readJsonBody(request, response)).value)
        response.status(201).json(await createStore(context, body))
      },
    },
    '/stores/:storeId': {
      get: async (request, response) => {
        response.json(await getStore(context, request.params.storeId))
      },
      patch: async (request, response) => {
        const change = parse(UpdateStoreRequest, (await readJsonBody(request, response)).value)
        const address = request.ip ?? null
        response.json(await updateStore(context, request.params.storeId, { change, address }))
      },
    },
    '/stores/:storeId/close': {
      post: async (request, response) => {
        const { storeId } = request.params
        const actor = { name: 'platform', address: request.ip ?? null }
        const store = isStoreId(storeId)
          ? await context.records.closeStore(storeId, actor)
          : undefined
        if (!store) throw storeNotFound()
        response.json(store)
      },
    },
    '/stores/:storeId/keys/:kind/regenerate': {
      post: async (request, response, next) => {
        const kind = KeyKind.safeParse(request.params.kind)
        if (!kind.success) return void answerNotFound(request, response, next)
        const { value } = await readOptionalJsonBody(request, response)
        const { graceSeconds } = parse(RegenerateKeyRequest, value)
        const { test: isTest, ...store } = await getStore(context, request.params.storeId)
        const actor = { name: 'platform', address: request.ip ?? null }
        const regeneration = { store: { ...store, isTest }, kind: kind.data, actor, graceSeconds }
        const { key } = await regenerateKey(context.keyRegeneration, regeneration)
        response.json({ key })
      },
    },
    '/stores/:storeId/orders': {
      get: withQuery(PageQuery, async (request: Request<{ storeId: string }>, response, query) => {
        const { id } = await getStore(context, request.params.storeId)
        const page = await context.records.listOrders(id, query)
        if (!page) throw unknownCursor()
        response.type('json').send(pageJson({ ...page, data: page.data.map(toJson) }))
      }),
    },
  })

function toJson({ order, sessionId, product, size, color, currency, metadata }: OrderRecord) {
  const shown: Omit<StoreOrder, 'metadata'> = {
    ...order,
    sessionId,
    product,
    size,
    color,
    currency,
  }
  return jsonWith(shown, 'metadata', metadata ?? 'null')
}

const currencyFixed = () =>
  new CheckoutError('currency_fixed', 'currency: is fixed since the first order of the store.')

function assertCurrency(currency: string) {
  if (!isCurrency(currency))
    throw new CheckoutError(
      'invalid_request',
      'currency: must be a currency code of ISO 4217 such as EUR',
    )
}

type Update = { change: UpdateStoreRequest; address: string | null }

async function updateStore({ records }: PlatformContext, id: string, { change, address }: Update) {
  if (change.currency !== undefined) assertCurrency(change.currency)
  if (!isStoreId(id)) throw storeNotFound()
  const update = await records.updateStore(id, change, address)
  switch (update.type) {
    case 'no_store':
      throw storeNotFound()
    case 'currency_fixed':
      throw currencyFixed()
    case 'updated':
      return update.store
  }
}

async function createStore(
  { records, passwords }: PlatformContext,
  { owner, ...store }: CreateStoreRequest,
): Promise<CreateStoreResponse> {
  assertCurrency(store.currency)
  const problem = owner && (await passwordProblem(owner.password, owner.email))
  if (problem !== undefined)
    throw new CheckoutError('invalid_request', `owner.password: ${problem}`)
  const resource = { id: ids.store(), ...store }
  const [publicKey, secretKey] = [
    createStoredKey('public', { isTest: store.test }),
    createStoredKey('secret', { isTest: store.test }),
  ]
  const isCreated = await records.createStore(resource, {
    keys: [publicKey.stored, secretKey.stored],
    owner: owner && { email: owner.email, passwordHash: await passwords.hash(owner.password) },
  })
  if (!isCreated)
    throw new CheckoutError('email_taken', 'owner.email: another account has this email address.')
  return { ...resource, keys: { public: publicKey.key, secret: secretKey.key } }
}
