import type { Request } from 'express'
import { passwordProblem } from '../../auth/passwords.ts'
import { amountReason, findAmountProblem } from '../../checkout/amounts.ts'
import { takingProvider } from '../../checkout/checkout-deps.ts'
import { CheckoutError } from '../../checkout/errors.ts'
import { isCurrency } from '../../checkout/money.ts'
import { createStore } from '../../checkout/stores/create-store.ts'
import { regenerateKey } from '../../checkout/stores/regenerate-key.ts'
import type { DeliveryOption } from '../../contract/delivery.ts'
import { PageQuery } from '../../contract/fields.ts'
import {
  CreateStoreRequest,
  type CreateStoreResponse,
  KeyKind,
  UpdateStoreRequest,
} from '../../contract/platform/platform.ts'
import { type StoreOrder } from '../../contract/platform/platform-orders.ts'
import { RegenerateKeyRequest } from '../../contract/platform/platform-keys.ts'
import type { ApiOrder } from '../../orders/find-orders.ts'
import { answerNotFound } from '../../web/answers/error-answers.ts'
import { readBody, readOptionalJsonBody } from '../../web/requests/json-body.ts'
import { type WithDates, jsonWith, pageJson } from '../../web/answers/json-text.ts'
import { parse } from '../../web/requests/parse.ts'
import { knownPage } from '../../web/answers/refusals.ts'
import { apiRoutes, withQuery } from '../../web/requests/queries.ts'
import { type PlatformContext, getStore, isStoreId, storeNotFound } from './platform-store.ts'

export const platformStoreRoutes = (context: PlatformContext) =>
  apiRoutes({
    '/stores': {
      get: withQuery(PageQuery, async (_request, response, query) => {
        response.json(knownPage(await context.records.listStores(query)))
      }),
      post: async (request, response) => {
        const body = await readBody(CreateStoreRequest, request, response)
        response.status(201).json(await openStore(context, body))
      },
    },
    '/stores/:storeId': {
      get: async (request, response) => {
        response.json(await getStore(context, request.params.storeId))
      },
      patch: async (request, response) => {
        const change = await readBody(UpdateStoreRequest, request, response)
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
        const page = knownPage(await context.orders.list(id, query))
        response.type('json').send(pageJson({ ...page, data: page.data.map(toJson) }))
      }),
    },
  })

function toJson({ order, metadata, ...record }: ApiOrder) {
  const { sessionId, product, size, color, currency, tracking, deliveredAt } = record
  const shown: WithDates<Omit<StoreOrder, 'metadata'>> = {
    ...order,
    sessionId,
    product,
    size,
    color,
    currency,
    tracking,
    deliveredAt,
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

type Terms = { currency: string; isTest: boolean; deliveryOptions?: DeliveryOption[] | undefined }

/** Some of them can be free, and what a total is at least is said when a session is created. */
function assertFees(
  { checkout }: PlatformContext,
  { currency, isTest, deliveryOptions = [] }: Terms,
) {
  const rule = takingProvider(checkout, { isTest }).amountRule(currency)
  for (const [index, { fee }] of deliveryOptions.entries()) {
    const problem = rule && findAmountProblem(fee, { ...rule, minimum: 0, step: 1 })
    if (problem)
      throw new CheckoutError(
        'invalid_request',
        `deliveryOptions[${index}].fee: ${amountReason(problem, currency)}`,
      )
  }
}

type Delivery = {
  deliveryOptions?: DeliveryOption[] | undefined
  deliveryCountries?: string[] | undefined
}

/** Only where the store names its countries do buyers say theirs. */
function assertCountries({ deliveryOptions = [], deliveryCountries = [] }: Delivery) {
  for (const [index, { countries = [] }] of deliveryOptions.entries())
    if (countries.some((country) => !deliveryCountries.includes(country)))
      throw new CheckoutError(
        'invalid_request',
        `deliveryOptions[${index}].countries: must be among the deliveryCountries of the store`,
      )
}

type Update = { change: UpdateStoreRequest; address: string | null }

async function updateStore(context: PlatformContext, id: string, { change, address }: Update) {
  if (change.currency !== undefined) assertCurrency(change.currency)
  const store = await getStore(context, id)
  assertFees(context, {
    currency: change.currency ?? store.currency,
    isTest: store.test,
    deliveryOptions: change.deliveryOptions,
  })
  assertCountries({ ...store, ...change })
  const update = await context.records.updateStore(id, change, address)
  switch (update.type) {
    case 'no_store':
      throw storeNotFound()
    case 'currency_fixed':
      throw currencyFixed()
    case 'updated':
      return update.store
  }
}

async function openStore(
  context: PlatformContext,
  { owner, ...store }: CreateStoreRequest,
): Promise<CreateStoreResponse> {
  const { storeCreation, passwords } = context
  assertCurrency(store.currency)
  assertFees(context, { ...store, isTest: store.test })
  assertCountries(store)
  const problem = owner && (await passwordProblem(owner.password, owner.email))
  if (problem !== undefined)
    throw new CheckoutError('invalid_request', `owner.password: ${problem}`)
  const created = await createStore(storeCreation, store, {
    owner: owner && { email: owner.email, passwordHash: await passwords.hash(owner.password) },
  })
  if (typeof created === 'string')
    throw new CheckoutError('email_taken', 'owner.email: another account has this email address.')
  return created
}
