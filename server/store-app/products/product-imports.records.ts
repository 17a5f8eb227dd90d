import type { Actor } from '../../checkout/audit.ts'
import { WITHDRAWAL_DAYS } from '../../checkout/withdrawal.ts'
import {
  type FileProduct,
  type ImportPlan,
  type ProductPlan,
  changedFields,
} from './product-imports.ts'
import { columns, flag, integer, json, orNull, text } from '../../postgres/columns.ts'
import { type Pool, type Transaction, fragment, named, sql } from '../../postgres/database.ts'
import {
  type LockedVariant,
  type VariantChange,
  isSameVariant,
  lockVariants,
  onHandOf,
  writeVariants,
} from '../../postgres/catalogue/product-variants.ts'
import { insertAudit } from '../../postgres/audit-log.ts'
import { ofStore } from '../../postgres/of-store.ts'

const EXPORTED_AT_ONCE = 200

/** How many imports of a store wait for a confirmation. A new one replaces the oldest. */
const MAX_KEPT = 20

const FILE_VARIANT = columns({
  size: orNull(text('v.size')),
  colorName: orNull(text('v.color_name')),
  stock: integer('v.stock + held(v.id)'),
})

const FILE_PRODUCT = columns<FileProduct>({
  slug: text('p.slug'),
  name: text('p.name'),
  description: orNull(text('p.description')),
  imageUrl: orNull(text('p.image_url')),
  price: integer('p.price'),
  archived: flag('p.archived'),
  withdrawalDays: integer('p.withdrawal_days'),
  withdrawalReason: orNull(text('p.withdrawal_reason')),
  variants: FILE_VARIANT.many(`
    (select coalesce(json_agg(${FILE_VARIANT.object} order by v.position), '[]')
    from variants v
    where v.product_id = p.id and not v.removed)`),
})

const NUMBER = columns({ id: integer('p.id') })

const PRODUCT_ID = columns({ id: integer('id'), slug: text('slug') })

const IMPORT = columns({ id: text('id'), plan: json<ImportPlan>('plan') })

/** All products, oldest first, in batches. */
async function* exportProducts(pool: Pool, storeId: string) {
  for (let after = 0; ;) {
    const rows = await pool.rows(
      named('export-products')`
        select ${NUMBER.list}, ${FILE_PRODUCT.list}
        from products p
        where p.store_id = ${storeId} and p.id > ${after}
        order by p.id limit ${EXPORTED_AT_ONCE}`,
    )
    if (rows.length > 0) yield rows.map(FILE_PRODUCT.read)
    const last = rows.at(-1)
    if (!last || rows.length < EXPORTED_AT_ONCE) return
    after = NUMBER.read(last).id
  }
}

/** Whether `product_imports i` can still be applied. */
const USABLE = fragment(`
  i.created_at > statement_timestamp() - interval '1 hour'
  and i.currency = (select currency from stores where id = i.store_id)`)

/** Locks products and variants in one order, so that no two imports block each other. */
const lockProducts = (tx: Transaction, storeId: string, products: ProductPlan[]) =>
  tx.run(sql`
    select from products
    where ${ofStore('store_id', storeId)} and slug = any(${products.map(({ slug }) => slug)})
    order by slug
    for no key update`)

const columnsOf = (product: ProductPlan) =>
  Object.fromEntries(
    changedFields(product).map((one) => [one.replace(/[A-Z]/, '_$&').toLowerCase(), product[one]]),
  )

/**
 * Writes in the order of the locks, so that no two imports block each other. A plan that waits since
 * an update may say nothing of withdrawal.
 */
function writeFields(tx: Transaction, storeId: string, products: ProductPlan[]) {
  const given = products.map((product) => ({ slug: product.slug, columns: columnsOf(product) }))
  return tx.run(sql`
    insert into products (
      store_id, slug, name, description, image_url, price, archived,
      withdrawal_days, withdrawal_reason)
    select ${storeId}, g.slug, n.name, n.description, n.image_url, n.price, n.archived,
      coalesce(n.withdrawal_days, ${WITHDRAWAL_DAYS}), n.withdrawal_reason
    from jsonb_to_recordset(${JSON.stringify(given)}) as g (slug text, columns jsonb)
    left join products p on ${ofStore('p.store_id', storeId)} and p.slug = g.slug
    cross join lateral jsonb_populate_record(p, g.columns) n
    order by g.slug
    on conflict (store_id, slug) do update
    set name = excluded.name, description = excluded.description,
      image_url = excluded.image_url, price = excluded.price, archived = excluded.archived,
      withdrawal_days = excluded.withdrawal_days, withdrawal_reason = excluded.withdrawal_reason`)
}

/** Sets the counts, minus sales since the plan. New variants come last. */
async function writeCounts(
  tx: Transaction,
  storeId: string,
  { products, actor }: { products: ProductPlan[]; actor: Actor },
) {
  const found = await PRODUCT_ID.rows(
    tx,
    sql`
      select ${PRODUCT_ID.list}
      from products
      where ${ofStore('store_id', storeId)} and slug = any(${products.map(({ slug }) => slug)})`,
  )
  const idOf = new Map(found.map(({ id, slug }) => [slug, id]))
  const locked = Map.groupBy(
    await lockVariants(
      tx,
      found.map(({ id }) => id),
    ),
    ({ productId }) => productId,
  )
  const changes = products.flatMap(({ slug, variants }) => {
    const productId = idOf.get(slug)
    return productId === undefined
      ? []
      : toChanges(variants, { productId, before: locked.get(productId) ?? [] })
  })
  await writeVariants(tx, changes, { reason: 'import', actor: actor.name })
}

type Product = { productId: number; before: LockedVariant[] }

function toChanges(variants: ProductPlan['variants'], { productId, before }: Product) {
  const last = Math.max(0, ...before.map(({ position }) => position))
  return variants.map(({ size, colorName, isNew, stock, delta }, index): VariantChange => {
    const known = before.find(isSameVariant({ size, colorName }))
    const onHand = known ? onHandOf(known) : 0
    // What the record still has of a variant that comes back was counted, too.
    const count = isNew && known?.removed ? stock : onHand + delta
    const counted = stock === null ? null : count
    return {
      productId,
      size,
      colorName,
      position: known && !known.removed ? known.position : last + index + 1,
      removed: false,
      delta: counted === null ? 0 : counted - onHand,
      counted,
    }
  })
}

const openImports = (pool: Pool) => ({
  /** Undefined when it was applied, is too old, or the store's currency has changed. */
  findImport: async (storeId: string, id: string) =>
    (
      await IMPORT.row(
        pool,
        named('find-product-import')`
          select ${IMPORT.list}
          from product_imports i
          where id = ${id} and store_id = ${storeId} and ${USABLE}`,
      )
    )?.plan,
  /** Applies all of the plan or nothing, once. Units sold since the plan was made stay sold. */
  applyImport: (storeId: string, id: string, actor: Actor) =>
    pool.transaction(async (tx) => {
      const taken = await IMPORT.row(
        tx,
        sql`
          delete from product_imports i
          where id = ${id} and store_id = ${storeId} and ${USABLE}
          returning ${IMPORT.list}`,
      )
      if (!taken) return undefined
      const { products } = taken.plan
      await lockProducts(tx, storeId, products)
      await writeFields(
        tx,
        storeId,
        products.filter((product) => changedFields(product).length > 0),
      )
      await writeCounts(tx, storeId, { products, actor })
      const created = products.filter(({ isNew }) => isNew).length
      await insertAudit(tx, storeId, {
        actor,
        action: 'products.imported',
        details: { created, changed: products.length - created },
      })
      return taken.plan
    }),
})

export const openProductImports = (pool: Pool) => ({
  ...openImports(pool),

  findProductsOf: (storeId: string, slugs: string[]) =>
    FILE_PRODUCT.rows(
      pool,
      sql`
        select ${FILE_PRODUCT.list}
        from products p
        where ${ofStore('p.store_id', storeId)} and p.slug = any(${slugs})`,
    ),
  exportProducts: (storeId: string) => exportProducts(pool, storeId),
  /** To be called when an export begins. */
  async auditExport(storeId: string, actor: Actor) {
    await insertAudit(pool, storeId, { actor, action: 'products.exported' })
  },
  /** Keeps the plan for an hour; returns its id. */
  keepImport: (storeId: string, plan: ImportPlan) =>
    pool.transaction(async (tx) => {
      await tx.run(sql`
        delete from product_imports
        where store_id = ${storeId}
          and (created_at < statement_timestamp() - interval '1 hour'
            or id in (
              select id
              from product_imports
              where store_id = ${storeId}
              order by created_at desc offset ${MAX_KEPT - 1}))`)
      const kept = await IMPORT.onlyRow(
        tx,
        sql`
          insert into product_imports (store_id, currency, plan)
          values (${storeId}, ${plan.currency}, ${JSON.stringify(plan)})
          returning ${IMPORT.list}`,
      )
      return kept.id
    }),
})
