import { currencyDigits } from '../../checkout/money.ts'
import type {
  CurrencyHold,
  DeliverySettings,
  GeneralSettings,
  SettingsRecords,
  StoreSettings,
  SavedSeller,
  StoreBranding,
} from './settings.ts'
import { type Pool, type Queryable, type RawRow, fragment, sql } from '../../postgres/database.ts'
import { HAS_ORDERS, HAS_SESSIONS, lockStore } from '../../postgres/stores/stores.ts'
import type { Actor } from '../../checkout/audit.ts'
import type { StoreChange } from '../../checkout/store-fields.ts'
import { insertAudit } from '../../postgres/audit-log.ts'
import { STORE_COLUMNS } from '../../postgres/stores/store-columns.ts'
import { writeStore } from '../../postgres/stores/store-changes.ts'
import { present, recordsOf, withMoments } from '../frame/open.records.ts'
import { insertPicture } from '../frame/pictures.records.ts'
import { brandingChanges } from '../../checkout/branding.ts'

/** A `SavedSeller`, of `stores st` and its `store_terms t` of now. */
const SAVED_SELLER = fragment(`
  json_build_object(
    'version', coalesce(t.version, 0),
    'since', t.created_at,
    'seller', t.content,
    'hasContact', st.contact_email is not null or st.contact_phone is not null,
    'isRequired', st.seller_required
  ) as "savedSeller"`)

const toSeller = (saved: SavedSeller) => withMoments(saved, 'since')

async function findSeller(db: Queryable, storeId: string) {
  const found = await db.row<{ savedSeller: SavedSeller }>(sql`
    select ${SAVED_SELLER}
    from stores st
    left join store_terms t on t.id = st.terms_id
    where st.id = ${storeId}`)
  return toSeller(present(found).savedSeller)
}

/** Of the general settings, of `stores st`. */
const VERSION = fragment(`
  md5(row(
    st.name, st.currency, st.language, st.time_zone, st.contact_email, st.contact_phone,
    st.returns_at_once, st.next_step, st.restarts, st.payment_methods,
    st.mails_buyers, st.mails_fulfilment, st.withdrawals, st.provider_receipts, st.statement_name,
    st.confirm_refunds_above)::text) as version`)

const HAS_AMOUNTS = fragment(`
  (exists (select from products where store_id = st.id and price > 0)
    or st.confirm_refunds_above > 0
    or exists (
      select from json_array_elements(st.delivery_options) o where (o ->> 'fee')::bigint > 0))`)

type Row = Pick<StoreSettings, 'version'> & CurrencyHold & { savedSeller: SavedSeller }

async function findGeneral(db: Queryable, storeId: string): Promise<StoreSettings> {
  const found = await db.row<Row & RawRow>(sql`
    select ${STORE_COLUMNS.list}, ${VERSION}, ${SAVED_SELLER},
      ${HAS_ORDERS} as orders, ${HAS_SESSIONS} as sessions, ${HAS_AMOUNTS} as amounts
    from stores st
    left join store_terms t on t.id = st.terms_id
    where st.id = ${storeId}`)
  const row = present(found)
  const { orders, sessions, amounts, savedSeller, version } = row
  return {
    ...STORE_COLUMNS.read(row),
    version,
    seller: toSeller(savedSeller),
    hold: { orders, sessions, amounts },
  }
}

const isReached = ({ contactEmail, contactPhone }: GeneralSettings) =>
  contactEmail !== null || contactPhone !== null

const set = (pool: Pool, storeId: string, { actor, ...change }: StoreChange & { actor: Actor }) =>
  pool.transaction(async (tx) => {
    await writeStore(tx, storeId, { change, actor })
  })

export const openSettingsRecords = recordsOf<SettingsRecords>({
  findGeneral,

  changeGeneral: (pool, storeId, { settings, version, actor }) =>
    pool.transaction(async (tx) => {
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

  set,

  setLogo: (pool, storeId, { placed, actor }) =>
    pool.transaction(async (tx) => {
      if (placed) await insertPicture(tx, storeId, placed.picture)
      await writeStore(tx, storeId, { change: { logoUrl: placed?.url ?? null }, actor })
    }),

  findDelivery: async (pool, storeId) =>
    present(
      await pool.row<DeliverySettings>(sql`
        select delivery_options as options, md5(delivery_options::text) as version,
          delivery_countries as "deliveryCountries"
        from stores
        where id = ${storeId}`),
    ),

  changeDelivery: (pool, storeId, { options, version, details, actor }) =>
    pool.transaction(async (tx) => {
      const count = await tx.run(sql`
        update stores
        set delivery_options = ${JSON.stringify(options)}
        where id = ${storeId} and md5(delivery_options::text) = ${version}`)
      if (count > 0) await insertAudit(tx, storeId, { actor, action: 'delivery.changed', details })
      return count > 0
    }),

  findSeller,

  changeSeller: (pool, storeId, { seller, version, actor }) =>
    pool.transaction(async (tx) => {
      await lockStore(tx, storeId)
      const before = await findSeller(tx, storeId)
      if (before.version !== version) return false
      await writeStore(tx, storeId, { change: { seller }, actor })
      return true
    }),

  findBranding: async (pool, storeId) =>
    present(
      await pool.row<StoreBranding>(sql`
        select st.branding, st.contact_email as "contactEmail", st.contact_phone as "contactPhone",
          t.content as seller
        from stores st
        left join store_terms t on t.id = st.terms_id
        where st.id = ${storeId}`),
    ),

  async findBrandingOfMember(pool, email) {
    const found = await pool.row<Pick<StoreBranding, 'branding'>>(sql`
      select st.branding
      from store_members m
      join stores st on st.id = m.store_id
      where without_case(m.email) = without_case(${email})`)
    return found?.branding ?? null
  },

  changeBranding(pool, storeId, { branding, actor }) {
    const isOurs = Object.keys(brandingChanges(null, branding)).length === 0
    return set(pool, storeId, { branding: isOurs ? null : branding, actor })
  },
})
