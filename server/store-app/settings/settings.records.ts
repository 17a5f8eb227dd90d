import { countryChanges } from '../../checkout/address.ts'
import { currencyDigits } from '../../checkout/money.ts'
import { methodChanges } from '../../checkout/redirect-methods.ts'
import {
  type Choice,
  CHOICES,
  type CurrencyHold,
  type DeliverySettings,
  type GeneralSettings,
  type SettingsRecords,
  type StoreSettings,
} from './settings.ts'
import { type Fragment, type Pool, type Queryable, fragment, sql } from '../../postgres/database.ts'
import { HAS_ORDERS, HAS_SESSIONS, changeCurrency, lockStore } from '../../postgres/stores.ts'
import { insertAudit } from '../../postgres/audit-log.ts'
import { SAVED_SELLER, toSeller } from './seller.records.ts'
import { insertPicture } from '../frame/pictures.records.ts'

type Change<Name extends keyof SettingsRecords> = Parameters<SettingsRecords[Name]>[1]

/** The columns of `GeneralSettings` and their `version`, of `stores st`. */
const GENERAL = fragment(`
  st.name, st.language, st.time_zone as "timeZone",
  st.contact_email as "contactEmail", st.contact_phone as "contactPhone",
  md5(row(
    st.name, st.language, st.time_zone, st.contact_email, st.contact_phone)::text) as version`)

/** The names of what is turned on, of `stores st`. */
const CHOSEN = fragment(`
  array_remove(array[
    case when st.returns_at_once then 'returnAtOnce' end,
    case when st.restarts then 'startAgain' end], null) as choices`)

const HAS_AMOUNTS = fragment(`
  (exists (select from products where store_id = st.id and price > 0)
    or st.confirm_refunds_above > 0
    or exists (
      select from json_array_elements(st.delivery_options) o where (o ->> 'fee')::bigint > 0))`)

type Row = Omit<StoreSettings, 'hold' | 'seller'> &
  CurrencyHold & { savedSeller: Parameters<typeof toSeller>[0] }

async function findGeneral(db: Queryable, storeId: string): Promise<StoreSettings> {
  const row = await db.row<Row>(sql`
    select ${GENERAL},
      st.logo_url as "logoUrl", st.currency, st.confirm_refunds_above as "confirmRefundsAbove",
      st.payment_methods as "paymentMethods", ${CHOSEN}, ${SAVED_SELLER},
      ${HAS_ORDERS} as orders, ${HAS_SESSIONS} as sessions, ${HAS_AMOUNTS} as amounts
    from stores st
    left join store_terms t on t.id = st.terms_id
    where st.id = ${storeId}`)
  if (!row) throw new Error('a member’s store is there')
  const { orders, sessions, amounts, savedSeller, ...settings } = row
  return { ...settings, seller: toSeller(savedSeller), hold: { orders, sessions, amounts } }
}

/** The fields that are others now, with both values. */
const differences = (before: GeneralSettings, after: GeneralSettings) =>
  Object.fromEntries(
    (['name', 'language', 'timeZone', 'contactEmail', 'contactPhone'] as const)
      .filter((field) => before[field] !== after[field])
      .map((field) => [field, { from: before[field], to: after[field] }]),
  )

const isReached = ({ contactEmail, contactPhone }: GeneralSettings) =>
  contactEmail !== null || contactPhone !== null

const changeGeneral = (
  pool: Pool,
  storeId: string,
  { settings, version, actor }: Change<'changeGeneral'>,
) =>
  pool.transaction(async (tx) => {
    const before = await tx.row<GeneralSettings & { version: string; isRequired: boolean }>(sql`
      select ${GENERAL}, st.seller_required as "isRequired"
      from stores st
      where st.id = ${storeId}
      for no key update`)
    if (before?.version !== version) return 'overtaken'
    if (before.isRequired && isReached(before) && !isReached(settings)) return 'unreachable'
    const { name, language, timeZone, contactEmail, contactPhone } = settings
    await tx.run(sql`
      update stores
      set name = ${name}, language = ${language}, time_zone = ${timeZone},
        contact_email = ${contactEmail}, contact_phone = ${contactPhone}
      where id = ${storeId}`)
    const changed = differences(before, settings)
    if (Object.keys(changed).length > 0)
      await insertAudit(tx, storeId, { actor, action: 'store.changed', details: changed })
    return 'changed'
  })

const moveToCurrency = (
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
    const isChanged = await changeCurrency(tx, storeId, to)
    if (isChanged && from !== to) {
      await insertAudit(tx, storeId, {
        actor,
        action: 'store.changed',
        details: { currency: { from, to } },
      })
    }
    return isChanged
  })

/** Sets one column of the store; returns what stood there before. */
async function replace<Value extends string | number | null>(
  tx: Queryable,
  storeId: string,
  { column, to }: { column: Fragment; to: Value },
): Promise<Value | null> {
  const before = await tx.row<{ from: Value }>(sql`
    with before as materialized (
      select id, ${column} as value
      from stores
      where id = ${storeId}
      for no key update)
    update stores st
    set ${column} = ${to}
    from before
    where st.id = before.id
    returning before.value as "from"`)
  return before?.from ?? null
}

const setRefundLimit = (
  pool: Pool,
  storeId: string,
  { confirmRefundsAbove: to, actor }: Change<'setRefundLimit'>,
) =>
  pool.transaction(async (tx) => {
    const from = await replace(tx, storeId, { column: fragment('confirm_refunds_above'), to })
    await insertAudit(tx, storeId, {
      actor,
      action: 'store.changed',
      details: { confirmRefundsAbove: { from, to } },
    })
  })

const word = (isOn: boolean) => (isOn ? 'on' : 'off')

const setChoices = (pool: Pool, storeId: string, { choices, actor }: Change<'setChoices'>) =>
  pool.transaction(async (tx) => {
    const before = await tx.row<Pick<StoreSettings, 'choices'>>(sql`
      select ${CHOSEN} from stores st where st.id = ${storeId} for no key update`)
    const isOn = (choice: Choice) => choices.includes(choice)
    const wasOn = (choice: Choice) => before?.choices.includes(choice) ?? false
    const changed = CHOICES.filter((choice) => isOn(choice) !== wasOn(choice))
    if (changed.length === 0) return
    await tx.run(sql`
      update stores
      set returns_at_once = ${isOn('returnAtOnce')}, restarts = ${isOn('startAgain')}
      where id = ${storeId}`)
    await insertAudit(tx, storeId, {
      actor,
      action: 'store.changed',
      details: Object.fromEntries(
        changed.map((choice) => [choice, { from: word(wasOn(choice)), to: word(isOn(choice)) }]),
      ),
    })
  })

const setLogo = (pool: Pool, storeId: string, { placed, actor }: Change<'setLogo'>) =>
  pool.transaction(async (tx) => {
    if (placed) await insertPicture(tx, storeId, placed.picture)
    const to = placed?.url ?? null
    const from = await replace(tx, storeId, { column: fragment('logo_url'), to })
    await insertAudit(tx, storeId, {
      actor,
      action: 'store.changed',
      details: { logo: { from, to } },
    })
  })

async function findDelivery(db: Queryable, storeId: string) {
  const settings = await db.row<DeliverySettings>(sql`
    select delivery_options as options, md5(delivery_options::text) as version,
      delivery_countries as countries
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

const setPaymentMethods = (
  pool: Pool,
  storeId: string,
  { paymentMethods, actor }: Change<'setPaymentMethods'>,
) =>
  pool.transaction(async (tx) => {
    const before = await lockStore(tx, storeId)
    await tx.run(sql`
      update stores set payment_methods = ${paymentMethods} where id = ${storeId}`)
    const details = before && methodChanges(before, { paymentMethods })
    if (details) await insertAudit(tx, storeId, { actor, action: 'store.changed', details })
  })

const setCountries = (pool: Pool, storeId: string, { countries, actor }: Change<'setCountries'>) =>
  pool.transaction(async (tx) => {
    const before = await lockStore(tx, storeId)
    await tx.run(sql`
      update stores set delivery_countries = ${countries} where id = ${storeId}`)
    const details = before && countryChanges(before, { deliveryCountries: countries })
    if (details) await insertAudit(tx, storeId, { actor, action: 'store.changed', details })
  })

export const openSettingsRecords = (pool: Pool): SettingsRecords => ({
  findGeneral: (storeId) => findGeneral(pool, storeId),
  changeGeneral: (storeId, change) => changeGeneral(pool, storeId, change),
  changeCurrency: (storeId, change) => moveToCurrency(pool, storeId, change),
  setRefundLimit: (storeId, change) => setRefundLimit(pool, storeId, change),
  setChoices: (storeId, change) => setChoices(pool, storeId, change),
  setLogo: (storeId, change) => setLogo(pool, storeId, change),
  findDelivery: (storeId) => findDelivery(pool, storeId),
  changeDelivery: (storeId, change) => changeDelivery(pool, storeId, change),
  setPaymentMethods: (storeId, change) => setPaymentMethods(pool, storeId, change),
  setCountries: (storeId, change) => setCountries(pool, storeId, change),
})
