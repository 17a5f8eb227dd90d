import type { DeliveryOption } from '../../contract/buyer.ts'
import type { CustomerPrefill } from '../../contract/merchant.ts'
import type { LockedSession, NewSession } from '../../checkout/ports/database.ts'
import type { AttemptState } from '../../checkout/attempt.ts'
import type { CheckoutSession, LatestAttempt, Quote, SessionState } from '../../checkout/session.ts'
import { type Queryable, type Transaction, fragment, named, sql } from '../database.ts'
import { type OrderColumns, ORDER_COLUMNS, toOrder } from './order-columns.ts'

type QuoteRow = {
  product_id: string
  variant_id: string
  product_slug: string
  product_name: string
  image_url: string | null
  size: string | null
  color: string | null
  session_quantity: number
  unit_price: number
  session_currency: string
  delivery_options: DeliveryOption[]
}

export type SessionRow = Partial<OrderColumns> &
  QuoteRow & {
    id: string
    store_id: string
    store_name: string
    logo_url: string | null
    contact_email: string | null
    contact_phone: string | null
    state: SessionState
    version: number
    success_url: string | null
    cancel_url: string | null
    customer: CustomerPrefill
    metadata: string | null
    created_at: Date
    expires_at: Date
    attempts: number
    attempt_state: AttemptState | null
    challenge_url: string | null
    decline_code: string | null
  }

const QUOTE = `s.product_id::text, s.variant_id::text, s.product_slug, s.product_name, s.image_url, s.size, s.color,
  s.quantity as session_quantity, s.unit_price, s.currency as session_currency, s.delivery_options`

const OWN = `s.id, s.store_id, st.name as store_name, st.logo_url, st.contact_email, st.contact_phone, ${QUOTE}, s.success_url, s.cancel_url, s.customer, s.metadata,
  s.created_at, s.expires_at, s.attempts`

/**
 * The columns of `toSession`, of `checkout_sessions s`, `stores st`, `orders o` and the latest
 * attempt `a`.
 */
export const SESSION = fragment(
  `
  ${OWN}, a.state as attempt_state, a.challenge_url, a.decline_code, ${ORDER_COLUMNS}`,
)

/** Joins what belongs to a session `s`. */
export const SESSION_PARTS = fragment(`
  left join orders o on o.session_id = s.id
  left join lateral (select state, challenge_url, decline_code from payment_attempts
    where session_id = s.id order by created_at desc limit 1) a on s.state <> 'complete'`)

/**
 * A part of a `with`: turns the session into an expired one if it is open and late. The update
 * waits for whoever holds the row and looks again, so a reader can never see `expired` beside a
 * payment that was accepted in time. The rest of the statement sees the session as it was before:
 * `STATE` corrects it. Where somebody else has changed a late session meanwhile, the statement
 * cannot know how (`is_overtaken`): it has to be run again.
 */
export const EXPIRE_LATE = fragment(`
  update checkout_sessions set state = 'expired', version = version + 1
  where state = 'open' and expires_at <= clock_timestamp() and id`)
export const STATE = fragment(`
  coalesce((select 'expired' from late), s.state) as state,
  s.version + (select count(*) from late)::integer as version,
  s.state = 'open' and s.expires_at <= clock_timestamp()
  and not exists (select from late) as is_overtaken`)

const toLatestAttempt = ({
  attempt_state,
  challenge_url,
  decline_code,
}: SessionRow): LatestAttempt | null => {
  switch (attempt_state) {
    case null:
    case 'captured':
      return null
    case 'declined':
    case 'voided':
    case 'refunded':
      return { status: 'failed', declineCode: decline_code ?? '' }
    case 'requires_action':
      return { status: 'processing', challengeUrl: challenge_url }
    default:
      return { status: 'processing', challengeUrl: null }
  }
}

const toQuote = (row: QuoteRow): Quote => ({
  productId: row.product_id,
  variantId: row.variant_id,
  productSlug: row.product_slug,
  productName: row.product_name,
  imageUrl: row.image_url,
  size: row.size,
  color: row.color,
  quantity: row.session_quantity,
  unitPrice: row.unit_price,
  currency: row.session_currency,
  deliveryOptions: row.delivery_options,
})

export function toSession(row: SessionRow): CheckoutSession {
  const session = {
    id: row.id,
    storeId: row.store_id,
    storeName: row.store_name,
    logoUrl: row.logo_url,
    contactEmail: row.contact_email,
    contactPhone: row.contact_phone,
    version: row.version,
    quote: toQuote(row),
    successUrl: row.success_url,
    cancelUrl: row.cancel_url,
    customer: row.customer,
    metadata: row.metadata,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    attempts: row.attempts,
    latestAttempt: toLatestAttempt(row),
  }
  if (row.state !== 'complete') return { ...session, state: row.state, order: null }
  return { ...session, state: row.state, order: toOrder(row as OrderColumns) }
}

/**
 * Inserts the session if its item is for sale and in stock; price and delivery options are those of
 * this moment. Its share of the store's row makes a change of the store's currency wait for it, or
 * the other way round.
 */
export async function createSession(db: Queryable, session: NewSession) {
  const { item } = session
  const row = await db.row<SessionRow>(
    named('create-session')`
      with s as (
        insert into checkout_sessions (id, store_id, product_id, variant_id, product_slug,
          product_name, image_url, size, color, quantity,
          unit_price, currency, delivery_options, success_url, cancel_url, customer, metadata,
          created_with, created_at,
          expires_at)
        select ${session.id}, st.id, p.id, v.id, p.slug, p.name, p.image_url, v.size,
          v.color_name, ${item.quantity}::integer,
          p.price, st.currency, st.delivery_options, ${session.successUrl}, ${session.cancelUrl},
          ${JSON.stringify(session.customer)}::json,
          ${session.metadata}, ${session.createdWith}, created.at,
          created.at + make_interval(secs => ${session.ttlSeconds})
        from stores st join products p on p.store_id = st.id
        join variants v on v.product_id = p.id,
          (select date_trunc('milliseconds', clock_timestamp()) as at) created
        where st.id = ${session.storeId} and p.slug = ${item.product} and not p.archived
          and not v.removed
          and v.size is not distinct from ${item.size ?? null}
            and v.color_name is not distinct from ${item.color ?? null}
          and v.stock >= ${item.quantity}::integer
        for key share of st
        returning *)
      select s.state, s.version, ${fragment(OWN)}, null as attempt_state, null as challenge_url,
        null as decline_code
      from s join stores st on st.id = s.store_id`,
  )
  return row && toSession(row)
}

export type Overtaken = { is_overtaken: boolean | null }

/**
 * The row of a statement with `STATE` once nobody has changed its session meanwhile; nearly always
 * the first one.
 */
export async function settledRow<Row extends Overtaken>(read: () => Promise<Row | undefined>) {
  for (;;) {
    const row = await read()
    if (!row?.is_overtaken) return row
  }
}

export async function findSession(db: Queryable, id: string) {
  const row = await settledRow(() =>
    db.row<SessionRow & Overtaken>(
      named('find-session')`
        with late as (${EXPIRE_LATE} = ${id} returning id) select ${STATE}, ${SESSION}
        from checkout_sessions s join stores st on st.id = s.store_id ${SESSION_PARTS}
        where s.id = ${id}`,
    ),
  )
  return row && toSession(row)
}

/**
 * The clock is read outside of the locking query, hence after the lock was granted: a wait for the
 * lock counts as time passed.
 */
export async function lockSession(tx: Transaction, id: string): Promise<LockedSession | undefined> {
  const row = await tx.row<LockedRow>(
    named('lock-session')`
      with locked as materialized (
        select s.id, s.store_id, s.state, s.attempts, s.expires_at, ${fragment(QUOTE)}
        from checkout_sessions s where s.id = ${id} for update)
      select *, clock_timestamp() as now from locked`,
  )
  return (
    row && {
      id: row.id,
      storeId: row.store_id,
      state: row.state,
      attempts: row.attempts,
      expiresAt: row.expires_at,
      now: row.now,
      quote: toQuote(row),
    }
  )
}

type LockedRow = QuoteRow & {
  id: string
  store_id: string
  state: SessionState
  attempts: number
  expires_at: Date
  now: Date
}

export const updateSession = (
  tx: Transaction,
  id: string,
  { state, attempts }: { state: SessionState; attempts?: number },
) =>
  tx.run(
    named('update-session')`
      update checkout_sessions set state = ${state}, version = version + 1,
      attempts = coalesce(${attempts ?? null}, attempts) where id = ${id}`,
  )

export const expireLateSessions = async (db: Queryable, limit: number) =>
  (
    await db.rows<{ id: string }>(
      named('expire-late-sessions')`
        update checkout_sessions set state = 'expired', version = version + 1
        where state = 'open' and expires_at <= clock_timestamp() and id in (
          select id from checkout_sessions
          where state = 'open' and expires_at <= clock_timestamp()
          order by expires_at limit ${limit} for update skip locked)
        returning id`,
    )
  ).map(({ id }) => id)

/** The test provider's way to see a session expire: its deadline is now. */
export const endSessionNow = (db: Queryable, id: string) =>
  db.run(sql`
    update checkout_sessions set expires_at = clock_timestamp()
    where id = ${id} and expires_at > clock_timestamp()
    and state in ('open', 'paying')`)

type Embedding = { storeId: string; allowedOrigins: string[]; expiresAt: Date }

const EMBEDDING = fragment(`
  select s.store_id as "storeId", st.allowed_origins as "allowedOrigins",
    s.expires_at as "expiresAt"
  from checkout_sessions s join stores st on st.id = s.store_id where s.id`)

/** Which pages may show the session's checkout. */
export const findEmbedding = (db: Queryable, id: string) =>
  db.row<Embedding>(named('find-embedding')`${EMBEDDING} = ${id}`)

/**
 * The same, and it notes when a page that may show the checkout asks first. Whoever has the session
 * locked is not waited for.
 */
export const openEmbedding = (db: Queryable, id: string, origin: string | null) =>
  db.row<Embedding>(
    named('open-embedding')`
      with opened as (
        update checkout_sessions set opened_at = clock_timestamp() where id in (
          select s.id from checkout_sessions s join stores st on st.id = s.store_id
          where s.id = ${id} and s.opened_at is null
            and (${origin} = 'hosted'
              or (${origin}::text is not null and cardinality(st.allowed_origins) = 0)
              or ${origin} = any (st.allowed_origins))
          for no key update of s skip locked))
      ${EMBEDDING} = ${id}`,
  )
