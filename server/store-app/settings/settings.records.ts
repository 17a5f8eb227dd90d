import { currencyDigits } from '../../checkout/money.ts'
import type {
  CurrencyHold,
  DeliverySettings,
  GeneralSettings,
  SettingsRecords,
  StoreSettings,
} from './settings.ts'
import { type Pool, type Queryable, type RawRow, fragment, sql } from '../../postgres/database.ts'
import { HAS_ORDERS, HAS_SESSIONS, lockStore } from '../../postgres/stores.ts'
import { insertAudit } from '../../postgres/audit-log.ts'
import { STORE_COLUMNS } from '../../postgres/store-columns.ts'
import { writeStore } from '../../postgres/store-changes.ts'
import { SAVED_SELLER, toSeller } from './seller.records.ts'
import { insertPicture } from '../frame/pictures.records.ts'

type Change<Name extends keyof SettingsRecords> = Parameters<SettingsRecords[Name]>[1]

/** Of the general settings, of `stores st`. */
const VERSION = fragment(`
  md5(row(
    st.name, st.language, st.time_zone, st.contact_email, st.contact_phone)::text) as version`)

const HAS_AMOUNTS = fragment(`
  (exists (select from products where store_id = st.id and price > 0)
    or st.confirm_refunds_above > 0
    or exists (
      select from json_array_elements(st.delivery_options) o where (o ->> 'fee')::bigint > 0))`)

type Row = Pick<StoreSettings, 'version'> &
  CurrencyHold & { savedSeller: Parameters<typeof toSeller>[0] }

async function findGeneral(db: Queryable, storeId: string): Promise<StoreSettings> {
  const row = await db.row<Row & RawRow>(sql`
    select ${STORE_COLUMNS.list}, ${VERSION}, ${SAVED_SELLER},
      ${HAS_ORDERS} as orders, ${HAS_SESSIONS} as sessions, ${HAS_AMOUNTS} as amounts
    from stores st
    left join store_terms t on t.id = st.terms_id
    where st.id = ${storeId}`)
  if (!row) throw new Error('a member’s store is there')
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

const changeGeneral = (
  pool: Pool,
  storeId: string,
  { settings, version, actor }: Change<'changeGeneral'>,
) =>
  pool.transaction(async (tx) => {
    await lockStore(tx, storeId, { letsSell: true })
    const before = await findGeneral(tx, storeId)
    if (before.version !== version) return 'overtaken'
    if (before.seller.isRequired && isReached(before) && !isReached(settings)) return 'unreachable'
    await writeStore(tx, storeId, { change: settings, actor })
    return 'changed'
  })

const changeCurrency = (
  pool: Pool,
  storeId: string,
  { currency: to, actor }: Change<'changeCurrency'>,
) =>
  pool.transaction(async (tx) => {
    await lockStore(tx, storeId)
    const {
      currency: from,
      hold: { sessions, amounts },
    } = await findGeneral(tx, storeId)
    if (from !== to && (sessions || (amounts && currencyDigits(from) !== currencyDigits(to))))
      return false
    const outcome = await writeStore(tx, storeId, { change: { currency: to }, actor })
    return outcome === 'updated'
  })

const set = (pool: Pool, storeId: string, { actor, ...change }: Change<'set'>) =>
  pool.transaction(async (tx) => {
    await writeStore(tx, storeId, { change, actor })
  })

const setLogo = (pool: Pool, storeId: string, { placed, actor }: Change<'setLogo'>) =>
  pool.transaction(async (tx) => {
    if (placed) await insertPicture(tx, storeId, placed.picture)
    await writeStore(tx, storeId, { change: { logoUrl: placed?.url ?? null }, actor })
  })

async function findDelivery(db: Queryable, storeId: string) {
  const settings = await db.row<DeliverySettings>(sql`
    select delivery_options as options, md5(delivery_options::text) as version,
      delivery_countries as "deliveryCountries"
    from stores
    where id = ${storeId}`)
  if (!settings) throw new Error('a member’s store is there')
  return settings
}

const changeDelivery = (
  pool: Pool,
  storeId: string,
  { options, version, details, actor }: Change<'changeDelivery'>,
) =>
  pool.transaction(async (tx) => {
    const count = await tx.run(sql`
      update stores
      set delivery_options = ${JSON.stringify(options)}
      where id = ${storeId} and md5(delivery_options::text) = ${version}`)
    if (count > 0) await insertAudit(tx, storeId, { actor, action: 'delivery.changed', details })
    return count > 0
  })

export const openSettingsRecords = (pool: Pool): SettingsRecords => ({
  findGeneral: (storeId) => findGeneral(pool, storeId),
  changeGeneral: (storeId, change) => changeGeneral(pool, storeId, change),
  changeCurrency: (storeId, change) => changeCurrency(pool, storeId, change),
  set: (storeId, change) => set(pool, storeId, change),
  setLogo: (storeId, change) => setLogo(pool, storeId, change),
  findDelivery: (storeId) => findDelivery(pool, storeId),
  changeDelivery: (storeId, change) => changeDelivery(pool, storeId, change),
})
