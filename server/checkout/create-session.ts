import type { CreateSessionRequest } from '../contract/merchant.ts'
import { type AmountProblem, amountReason, findAmountProblem } from './amounts.ts'
import { CheckoutError } from './errors.ts'
import { type CheckoutDeps, takingProvider } from './checkout-deps.ts'
import type { NewSession, SeenKey } from './ports/session-creation.ts'
import type { Idempotency } from './ports/idempotency.ts'
import type { AmountRule } from './ports/provider.ts'
import type { CheckoutSession } from './session.ts'
import type { Unsaid } from './seller.ts'
import { notForSale } from './stock.ts'
import { keyOfOtherRequest } from './used-keys.ts'

/**
 * Who creates a session: the store that a key belongs to, whether the key is the public one, and the
 * currency that it sells in.
 */
export type Creator = {
  storeId: string
  keyKind: 'public' | 'secret'
  currency: string
  allowedOrigins: string[]
  /** Whether it is a test store. */
  isTest: boolean
  /** What it has yet to say before it may take real money. (Default: nothing.) */
  missing?: Unsaid[]
}

export type CreateSessionInput = {
  request: CreateSessionRequest
  /** The JSON text of `request.metadata` as it came. */
  metadataText: string | null
  ttlSeconds: number
  idempotency?: Idempotency | undefined
}

const toNewSession = (
  { ids }: CheckoutDeps,
  { storeId, keyKind }: Creator,
  {
    request: {
      items: [item],
      successUrl,
      cancelUrl,
      customer,
    },
    metadataText,
    ttlSeconds,
    amounts,
  }: CreateSessionInput & { amounts: AmountRule },
): NewSession => ({
  id: ids.session(),
  storeId,
  item,
  successUrl: successUrl ?? null,
  cancelUrl: cancelUrl ?? null,
  customer: customer ?? {},
  metadata: metadataText,
  ttlSeconds,
  createdWith: keyKind,
  amounts,
})

/**
 * spec §4.1: a session for one product that is for sale and in stock. @throws {CheckoutError}
 * seller_required, invalid_request, product_not_found, variant_not_found, sold_out, insufficient_stock
 */
export async function createSession(
  deps: CheckoutDeps,
  creator: Creator,
  input: CreateSessionInput,
): Promise<CheckoutSession> {
  const {
    request: {
      items: [item],
      successUrl,
      cancelUrl,
    },
    idempotency,
  } = input
  const { currency, storeId } = creator
  if (creator.keyKind === 'public') assertAllowedAddresses(creator, { successUrl, cancelUrl })
  if (mayNotSell(deps, creator)) throw sellerRequired(creator)
  const amounts = takingProvider(deps, creator).amountRule(currency)
  if (!amounts) throw notPayable({ type: 'currency' }, currency)

  const creation = await deps.db.createSession(
    toNewSession(deps, creator, { ...input, amounts }),
    idempotency,
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
      if (!problem) throw new Error(`a total of ${creation.total} ${currency} can be charged`)
      throw notPayable(problem, currency)
    }
    case 'no_product':
    case 'no_variant':
    case 'too_few':
      throw notForSale(item, creation)
  }
}

/**
 * The same with one question to the record, for a creator as it was seen a moment ago, who is
 * refused no address. Undefined when nothing was created, for whatever reason: `createSession` says
 * which.
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

/** Real money is taken by sellers who have said who they are, and how to reach them (decision 74). */
export const mayNotSell = (
  deps: Pick<CheckoutDeps, 'provider' | 'testProvider'>,
  { isTest, missing = [] }: Pick<Creator, 'isTest' | 'missing'>,
): boolean => missing.length > 0 && takingProvider(deps, { isTest }).name !== 'test'

const MISSING: Record<Unsaid, string> = {
  seller: 'who sells',
  contact: 'how buyers reach it (an email or a phone)',
}

const sellerRequired = ({ missing = [] }: Creator) =>
  new CheckoutError(
    'seller_required',
    `This store has not said ${missing.map((what) => MISSING[what]).join(' and ')}: set that under Settings, General, before taking real payments.`,
  )

/** No delivery option makes it an amount that the provider takes. */
const notPayable = (problem: AmountProblem, currency: string) =>
  new CheckoutError(
    'invalid_request',
    `items[0]: its total, delivery included, ${amountReason(problem, currency)}`,
  )

/**
 * A public key can be read by anyone: it sends buyers to the store's own addresses only (contract
 * §3).
 */
function assertAllowedAddresses(creator: Creator, addresses: Record<string, string | undefined>) {
  const field = findForeignAddress(creator, addresses)
  if (field !== undefined)
    throw new CheckoutError(
      'invalid_request',
      `${field}: with a public key its origin must be one of the store's allowed origins`,
    )
}

/** The name of an address that is none of the store's own. */
export const findForeignAddress = (
  { allowedOrigins }: Pick<Creator, 'allowedOrigins'>,
  addresses: Record<string, string | null | undefined>,
): string | undefined =>
  allowedOrigins.length === 0
    ? undefined
    : Object.entries(addresses).find(
        ([, address]) => address && !allowedOrigins.includes(new URL(address).origin),
      )?.[0]
