import type { CreateSessionRequest } from '../../contract/merchant.ts'
import { type AmountProblem, amountReason, findAmountProblem } from '../amounts.ts'
import { CheckoutError } from '../errors.ts'
import { type CheckoutDeps, takingProvider } from '../checkout-deps.ts'
import type { NewSession, SeenKey } from '../ports/session-creation.ts'
import type { Idempotency } from '../ports/idempotency.ts'
import type { AmountRule } from '../ports/provider.ts'
import type { CheckoutSession } from './session.ts'
import type { Unsaid } from '../stores/seller.ts'
import { notForSale } from './stock.ts'
import { keyOfOtherRequest } from './used-keys.ts'

/** Who creates a session: the store that an API key belongs to, and the kind of the key. */
export type Creator = {
  storeId: string
  keyKind: 'public' | 'secret'
  currency: string
  allowedOrigins: string[]
  isTest: boolean
  /** What the store has yet to say before it may take real money. (Default: nothing.) */
  missing?: Unsaid[]
}

export type CreateSessionInput = {
  request: CreateSessionRequest
  /** The JSON text of `request.metadata`, exactly as it came. */
  metadataText: string | null
  ttlSeconds: number
  traceparent?: string | undefined
  idempotency?: Idempotency | undefined
}

const toNewSession = (
  { ids }: CheckoutDeps,
  { storeId, keyKind }: Creator,
  {
    request,
    metadataText,
    ttlSeconds,
    traceparent,
    amounts,
  }: CreateSessionInput & { amounts: AmountRule },
): NewSession => ({
  id: ids.session(storeId),
  storeId,
  item: request.items[0],
  successUrl: request.successUrl ?? null,
  cancelUrl: request.cancelUrl ?? null,
  customer: request.customer ?? {},
  metadata: metadataText,
  ttlSeconds,
  createdWith: keyKind,
  traceparent,
  amounts,
})

/**
 * Creates a session for one product that is for sale and in stock (spec §4.1).
 * @throws {CheckoutError} seller_required, invalid_request, product_not_found, variant_not_found,
 * sold_out, insufficient_stock
 */
export async function createSession(
  deps: CheckoutDeps,
  creator: Creator,
  input: CreateSessionInput,
): Promise<CheckoutSession> {
  const { successUrl, cancelUrl, items } = input.request
  const { currency, storeId } = creator
  if (creator.keyKind === 'public') assertAllowedAddresses(creator, { successUrl, cancelUrl })
  if (mayNotSell(deps, creator)) throw sellerRequired(creator)
  const amounts = takingProvider(deps, creator).amountRule(currency)
  if (!amounts) throw notPayable({ type: 'currency' }, currency)

  const creation = await deps.db.createSession(
    toNewSession(deps, creator, { ...input, amounts }),
    input.idempotency,
  )
  switch (creation.type) {
    case 'created':
      deps.events.sessionCreated({ sessionId: creation.session.id, storeId })
      return creation.session
    case 'repeated':
      return creation.session
    case 'other_request':
      throw keyOfOtherRequest()
    case 'no_amount': {
      const problem = findAmountProblem(creation.total, amounts)
      if (!problem)
        throw new Error(`a total of ${creation.total} ${currency} was refused, but can be charged`)
      throw notPayable(problem, currency)
    }
    case 'no_product':
    case 'no_variant':
    case 'too_few':
    case 'too_many':
      throw notForSale(items[0], creation)
  }
}

/**
 * Like `createSession`, but with one query, for a key that was seen a moment ago and may use any
 * address. Undefined when nothing was created; `createSession` then says why.
 */
export async function createSessionAtOnce(
  deps: CheckoutDeps,
  { holder, seen }: { holder: Creator; seen: SeenKey | undefined },
  input: CreateSessionInput,
): Promise<CheckoutSession | undefined> {
  const amounts = takingProvider(deps, holder).amountRule(holder.currency)
  if (!seen || !amounts || input.idempotency || mayNotSell(deps, holder)) return undefined
  const session = await deps.db.createSessionAtOnce(
    toNewSession(deps, holder, { ...input, amounts }),
    seen,
  )
  if (session) deps.events.sessionCreated({ sessionId: session.id, storeId: session.storeId })
  return session
}

/** Whether the store must first say who sells, to take real money (decision 74). */
export const mayNotSell = (
  deps: Pick<CheckoutDeps, 'provider' | 'testProvider'>,
  { isTest, missing = [] }: Pick<Creator, 'isTest' | 'missing'>,
): boolean => missing.length > 0 && takingProvider(deps, { isTest }).name !== 'test'

/** Of a product that is written. @throws {CheckoutError} invalid_request */
export function assertPrice(
  deps: Pick<CheckoutDeps, 'provider' | 'testProvider'>,
  price: number,
  { currency, isTest }: { currency: string; isTest: boolean },
) {
  const problem = findAmountProblem(price, takingProvider(deps, { isTest }).amountRule(currency))
  if (problem)
    throw new CheckoutError('invalid_request', `price: ${amountReason(problem, currency)}`)
}

const MISSING: Record<Unsaid, string> = {
  seller: 'who sells',
  contact: 'how buyers reach it (an email or a phone)',
}

const sellerRequired = ({ missing = [] }: Creator) =>
  new CheckoutError(
    'seller_required',
    `This store has not said ${missing.map((what) => MISSING[what]).join(' and ')}: set that under Settings, General, before taking real payments.`,
  )

/** The total is not payable with any of the delivery options. */
const notPayable = (problem: AmountProblem, currency: string) =>
  new CheckoutError(
    'invalid_request',
    `items[0]: its total, delivery included, ${amountReason(problem, currency)}`,
  )

/** Anyone can read a public key, so it must lead to the store's own addresses (contract §3). */
function assertAllowedAddresses(creator: Creator, addresses: Record<string, string | undefined>) {
  const field = findForeignAddress(creator, addresses)
  if (field !== undefined)
    throw new CheckoutError(
      'invalid_request',
      `${field}: with a public key its origin must be one of the store's allowed origins`,
    )
}

type Addresses = Record<string, string | null | undefined>

/** The name of an address outside the store's allowed origins. */
export const findOutsideAddress = (
  { allowedOrigins }: Pick<Creator, 'allowedOrigins'>,
  addresses: Addresses,
): string | undefined =>
  Object.entries(addresses).find(
    ([, address]) => address && !allowedOrigins.includes(new URL(address).origin),
  )?.[0]

/** The same; without such origins, no address is outside. */
export const findForeignAddress = (
  creator: Pick<Creator, 'allowedOrigins'>,
  addresses: Addresses,
): string | undefined =>
  creator.allowedOrigins.length === 0 ? undefined : findOutsideAddress(creator, addresses)
