import { type Request, Router } from 'express'
import { createStoredKey } from '../../auth/api-keys.ts'
import { hashPassword } from '../../auth/passwords.ts'
import { ids } from '../../auth/random.ts'
import { CheckoutError } from '../../checkout/errors.ts'
import { isCurrency } from '../../checkout/money.ts'
import { PageQuery } from '../../contract/fields.ts'
import {
  CreateStoreRequest,
  type CreateStoreResponse,
  KeyKind,
  UpdateStoreRequest,
} from '../../contract/platform.ts'
import { regenerateKey } from '../../checkout/regenerate-key.ts'
import { answerMethodNotAllowed, answerNotFound } from '../../web/error-answers.ts'
import type { HttpContext } from '../../web/http-context.ts'
import { readJsonBody } from '../../web/json-body.ts'
import { parse } from '../../web/parse.ts'
import { unknownCursor } from '../merchant/product-routes.ts'

type StoreRequest = Request<{ storeId: string }>

/** Stores, their keys and their orders. */
export function platformStoreRoutes(context: HttpContext) {
  const { records } = context
  const router = Router({ caseSensitive: true })
  router
    .route('/stores')
    .post(async (request, response) => {
      const body = parse(CreateStoreRequest, (await readJsonBody(request, response)).value)
      response.status(201).json(await createStore(context, body))
    })
    .all(answerMethodNotAllowed('POST'))
  router
    .route('/stores/:storeId')
    .get(async (request: StoreRequest, response) => {
      response.json(await getStore(context, request.params.storeId))
    })
    .patch(async (request: StoreRequest, response) => {
      const change = parse(UpdateStoreRequest, (await readJsonBody(request, response)).value)
      if (change.currency !== undefined) assertCurrency(change.currency)
      const { storeId } = request.params
      const store = isStoreId(storeId)
        ? await records.updateStore(storeId, change, request.ip ?? null)
        : undefined
      if (!store) throw storeNotFound()
      if (store === 'currency_fixed') throw currencyFixed()
      response.json(store)
    })
    .all(answerMethodNotAllowed('GET', 'PATCH'))
  router
    .route('/stores/:storeId/keys/:kind/regenerate')
    .post(async (request: Request<{ storeId: string; kind: string }>, response, next) => {
      const kind = KeyKind.safeParse(request.params.kind)
      if (!kind.success) return void answerNotFound(request, response, next)
      const store = await getStore(context, request.params.storeId)
      const actor = { name: 'platform', address: request.ip ?? null }
      return void response.json({
        key: await regenerateKey(keyDeps(context), { store, kind: kind.data, actor }),
      })
    })
    .all(answerMethodNotAllowed('POST'))
  router
    .route('/stores/:storeId/orders')
    .get(async (request: StoreRequest, response) => {
      const query = parse(PageQuery, request.query)
      const { id } = await getStore(context, request.params.storeId)
      const page = await records.listOrders(id, query)
      if (!page) throw unknownCursor()
      response.json(page)
    })
    .all(answerMethodNotAllowed('GET'))
  return router
}

const isStoreId = (text: string) => /^st_[0-9A-Za-z]+$/.test(text)

const storeNotFound = () => new CheckoutError('store_not_found', 'There is no store with this id.')

const currencyFixed = () =>
  new CheckoutError('currency_fixed', 'currency: is fixed since the first order of the store.')

export async function getStore({ records }: HttpContext, id: string) {
  const store = isStoreId(id) ? await records.findStore(id) : undefined
  if (!store) throw storeNotFound()
  return store
}

function assertCurrency(currency: string) {
  if (!isCurrency(currency))
    throw new CheckoutError(
      'invalid_request',
      'currency: must be a currency code of ISO 4217 such as EUR',
    )
}

const keyDeps = ({ store, checkout, mails }: HttpContext) => ({
  apiAccess: store.apiAccess,
  signals: checkout.cache.signals,
  mails,
  createKey: createStoredKey,
})

async function createStore(
  { records }: HttpContext,
  { owner, ...store }: CreateStoreRequest,
): Promise<CreateStoreResponse> {
  assertCurrency(store.currency)
  const resource = { id: ids.store(), ...store }
  const [publicKey, secretKey] = [createStoredKey('public'), createStoredKey('secret')]
  const isCreated = await records.createStore(resource, {
    keys: [publicKey.stored, secretKey.stored],
    owner: owner && { email: owner.email, passwordHash: await hashPassword(owner.password) },
  })
  if (!isCreated)
    throw new CheckoutError('email_taken', 'owner.email: another account has this email address.')
  return { ...resource, keys: { public: publicKey.key, secret: secretKey.key } }
}
