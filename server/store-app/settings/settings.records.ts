import { currencyDigits } from '../../checkout/money.ts'
import type {
  CurrencyHold,
  DeliveryChange,
  DeliverySettings,
  GeneralChange,
  GeneralOutcome,
  GeneralSettings,
  StoreSettings,
  SavedSeller,
  SellerChange,
  StoreBranding,
} from './settings.ts'
import { GENERAL_FIELDS } from './settings.ts'
import type { PlacedPicture } from '../../checkout/stores/pictures.ts'
import {
  columns,
  flag,
  integer,
  json,
  moment,
  orNull,
  text,
  texts,
} from '../../postgres/columns.ts'
import { type Pool, type Queryable, fragment, sql } from '../../postgres/database.ts'
import { HAS_ORDERS, HAS_SESSIONS, lockStore } from '../../postgres/stores/stores.ts'
import type { Actor } from '../../checkout/stores/audit.ts'
import type { StoreChange } from '../../checkout/stores/store-fields.ts'
import { insertAudit } from '../../postgres/audit-log.ts'
import { STORE_COLUMNS, columnsOf } from '../../postgres/stores/store-columns.ts'
import { writeStore } from '../../postgres/stores/store-changes.ts'
import { insertPicture } from '../../postgres/stores/pictures.ts'
import { type Branding, brandingChanges } from '../../checkout/stores/branding.ts'

/** Of `stores st` and its `store_terms t` of now. */
const SELLER = columns<SavedSeller>({
  version: integer('coalesce(t.version, 0)'),
  since: orNull(moment('t.created_at')),
  seller: orNull(json('t.content')),
  hasContact: flag('(st.contact_email is not null or st.contact_phone is not null)'),
  isRequired: flag('st.seller_required'),
})

const findSeller = (db: Queryable, storeId: string) =>
  SELLER.onlyRow(
    db,
    sql`
      select ${SELLER.list}
      from stores st
      left join store_terms t on t.id = st.terms_id
      where st.id = ${storeId}`,
  )

/** Of `stores st`. */
const GENERAL_COLUMNS = Object.values(columnsOf(GENERAL_FIELDS)).map(({ expression }) => expression)
const VERSION = `md5(row(${GENERAL_COLUMNS.join(', ')})::text)`

const HAS_AMOUNTS = fragment(`
  (exists (select from products where store_id = st.id and price > 0)
    or coalesce(st.confirm_refunds_above > 0, false)
    or exists (
      select from json_array_elements(st.delivery_options) o where (o ->> 'fee')::bigint > 0))`)

const HOLD = columns<CurrencyHold>({
  orders: flag('orders'),
  sessions: flag('sessions'),
  amounts: flag('amounts'),
})

const GENERAL = columns({ version: text(VERSION), seller: SELLER.one() })

async function findGeneral(db: Queryable, storeId: string): Promise<StoreSettings> {
  const [row] = await db.rows(sql`
    select ${STORE_COLUMNS.list}, ${GENERAL.list},
      ${HAS_ORDERS} as orders, ${HAS_SESSIONS} as sessions, ${HAS_AMOUNTS} as amounts
    from stores st
    left join store_terms t on t.id = st.terms_id
    where st.id = ${storeId}`)
  if (!row) throw new Error('a statement gave no row')
  return { ...STORE_COLUMNS.read(row), ...GENERAL.read(row), hold: HOLD.read(row) }
}

const isReached = ({ contactEmail, contactPhone }: GeneralSettings) =>
  contactEmail !== null || contactPhone !== null

const set = (pool: Pool, storeId: string, { actor, ...change }: StoreChange & { actor: Actor }) =>
  pool.transaction(async (tx) => {
    await writeStore(tx, storeId, { change, actor })
  })

const DELIVERY = columns<DeliverySettings>({
  options: json('delivery_options'),
  version: text('md5(delivery_options::text)'),
  deliveryCountries: texts('delivery_countries'),
})

const BRANDING = columns<StoreBranding>({
  branding: orNull(json('st.branding')),
  contactEmail: orNull(text('st.contact_email')),
  contactPhone: orNull(text('st.contact_phone')),
  seller: orNull(json('t.content')),
})

const LOOK = columns({ branding: orNull(json<Branding>('st.branding')) })

const openGeneral = (pool: Pool) => ({
  findGeneral: (storeId: string) => findGeneral(pool, storeId),

  changeGeneral: (storeId: string, { settings, version, actor }: GeneralChange) =>
    pool.transaction(async (tx): Promise<GeneralOutcome> => {
      const { currency: from } = await findGeneral(tx, storeId)
      const { currency: to, ...others } = settings
      // No session is created while its currency changes.
      await lockStore(tx, storeId, { letsSell: from === to })
      const before = await findGeneral(tx, storeId)
      if (before.version !== version || before.currency !== from) return 'overtaken'
      if (before.seller.isRequired && isReached(before) && !isReached(settings))
        return 'unreachable'
      const { hold } = before
      if (from !== to && (hold.orders || hold.sessions)) return 'currency_held'
      if (hold.amounts && currencyDigits(from) !== currencyDigits(to)) return 'amounts_held'
      await writeStore(tx, storeId, { change: from === to ? others : settings, actor })
      return 'changed'
    }),

  /** Those that are given, whatever they were before. */
  set: (storeId: string, change: StoreChange & { actor: Actor }) => set(pool, storeId, change),

  /** `placed` is null to take the logo away. */
  setLogo: (storeId: string, { placed, actor }: { placed: PlacedPicture | null; actor: Actor }) =>
    pool.transaction(async (tx) => {
      if (placed) await insertPicture(tx, storeId, placed.picture)
      await writeStore(tx, storeId, { change: { logoUrl: placed?.url ?? null }, actor })
    }),
})

const openBranding = (pool: Pool) => ({
  findBranding: (storeId: string) =>
    BRANDING.onlyRow(
      pool,
      sql`
        select ${BRANDING.list}
        from stores st
        left join store_terms t on t.id = st.terms_id
        where st.id = ${storeId}`,
    ),

  /** Of the store of the member with this email address; null, too, without one. */
  async findBrandingOfMember(email: string) {
    const found = await LOOK.row(
      pool,
      sql`
      select ${LOOK.list}
      from store_members m
      join stores st on st.id = m.store_id
      where without_case(m.email) = without_case(${email})`,
    )
    return found?.branding ?? null
  },

  changeBranding(storeId: string, { branding, actor }: { branding: Branding; actor: Actor }) {
    const isOurs = Object.keys(brandingChanges(null, branding)).length === 0
    return set(pool, storeId, { branding: isOurs ? null : branding, actor })
  },
})

export const openSettingsRecords = (pool: Pool) => ({
  ...openGeneral(pool),
  ...openBranding(pool),

  findDelivery: (storeId: string) =>
    DELIVERY.onlyRow(pool, sql`select ${DELIVERY.list} from stores where id = ${storeId}`),

  /** False when somebody has changed them since: nothing was changed then. */
  changeDelivery: (storeId: string, { options, version, details, actor }: DeliveryChange) =>
    pool.transaction(async (tx) => {
      const count = await tx.run(sql`
        update stores
        set delivery_options = ${JSON.stringify(options)}
        where id = ${storeId} and md5(delivery_options::text) = ${version}`)
      if (count > 0) await insertAudit(tx, storeId, { actor, action: 'delivery.changed', details })
      return count > 0
    }),

  findSeller: (storeId: string) => findSeller(pool, storeId),

  /** False when another version is there than `version`: nothing was changed then. */
  changeSeller: (storeId: string, { seller, version, actor }: SellerChange) =>
    pool.transaction(async (tx) => {
      await lockStore(tx, storeId)
      const before = await findSeller(tx, storeId)
      if (before.version !== version) return false
      await writeStore(tx, storeId, { change: { seller }, actor })
      return true
    }),
})
