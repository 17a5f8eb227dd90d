import { insertAudit } from '../../postgres/audit-log.ts'
import {
  type LockedVariant,
  type VariantChange,
  isSameVariant,
  lockVariants,
  onHandOf,
  writeVariants,
} from '../../postgres/catalogue/product-variants.ts'
import { columns, flag } from '../../postgres/columns.ts'
import { type Pool, type Transaction, sql } from '../../postgres/database.ts'
import { ofStore } from '../../postgres/of-store.ts'
import { type ImportedProduct, importProduct } from './import/import-changes.ts'
import { ID, PRODUCT_COLUMNS } from './product-exports.records.ts'
import type { FileProduct, ImportResult, ProductFile } from './import/product-imports.ts'

const LOCKED = columns(PRODUCT_COLUMNS)

/** A product that is locked, with its variants, removed ones too. */
type Current = { id: number; product: FileProduct; variants: LockedVariant[] }

/** In one order, so that no two imports block each other. From here on only sales change counts. */
async function lockProducts(tx: Transaction, storeId: string, slugs: string[]) {
  const rows = await tx.rows(sql`
    select ${ID.list}, ${LOCKED.list}
    from products p
    where ${ofStore('p.store_id', storeId)} and p.slug = any(${slugs})
    order by p.slug
    for no key update`)
  const variants = await lockVariants(
    tx,
    rows.map((row) => ID.read(row).id),
  )
  const variantsOf = Map.groupBy(variants, ({ productId }) => productId)
  return new Map(
    rows.map((row): [string, Current] => {
      const { id } = ID.read(row)
      const all = variantsOf.get(id) ?? []
      const known = all
        .filter(({ removed }) => !removed)
        .map(({ size, colorName, ...one }) => ({ size, colorName, stock: onHandOf(one) }))
      const product = { ...LOCKED.read(row), variants: known }
      return [product.slug, { id, product, variants: all }]
    }),
  )
}

function locked(products: Map<string, Current>, slug: string) {
  const found = products.get(slug)
  if (!found) throw new Error(`the product ${slug} was not written`)
  return found
}

/** `json` keeps the order of a product's safety. In the order of the locks. Somebody may have made one of the new products meanwhile. */
const writeProducts = (tx: Transaction, storeId: string, products: ImportedProduct[]) =>
  tx.run(sql`
    insert into products (
      store_id, slug, name, description, image_url, price, archived, max_per_order,
      withdrawal_days, withdrawal_reason, translations, safety)
    select ${storeId}, slug, name, description, image_url, price, archived, max_per_order,
      withdrawal_days, withdrawal_reason, translations, safety
    from json_populate_recordset(null::products, ${JSON.stringify(products)})
    order by slug
    on conflict (store_id, slug) do update
    set name = excluded.name, description = excluded.description,
      image_url = excluded.image_url, price = excluded.price, archived = excluded.archived,
      max_per_order = excluded.max_per_order,
      withdrawal_days = excluded.withdrawal_days, withdrawal_reason = excluded.withdrawal_reason,
      translations = excluded.translations, safety = excluded.safety`)

/** Sets the counts. New variants come last. */
function toChanges({ variants }: ImportedProduct, { id, variants: before }: Current) {
  const last = Math.max(0, ...before.map(({ position }) => position))
  return variants.map(({ size, colorName, stock }, index): VariantChange => {
    const known = before.find(isSameVariant({ size, colorName }))
    return {
      productId: id,
      size,
      colorName,
      position: known && !known.removed ? known.position : last + index + 1,
      removed: false,
      delta: stock === null ? 0 : stock - (known ? onHandOf(known) : 0),
      counted: stock,
    }
  })
}

/** All of it is read at once, in bytes. */
const MOST_WORDS = 32 * 1024 * 1024

const WORDS = columns({
  areTooMany: flag(`coalesce(sum(octet_length(translations::text)), 0) > ${MOST_WORDS}`),
})

/** Of products that there are, and says so before any of it is in memory. */
const haveTooManyWords = async (tx: Transaction, storeId: string, slugs: string[]) => {
  const { areTooMany } = await WORDS.onlyRow(
    tx,
    sql`
      select ${WORDS.list}
      from products
      where ${ofStore('store_id', storeId)} and slug = any(${slugs})`,
  )
  return areTooMany
}

const TOO_MANY_WORDS =
  'These products have more than 32 MB of words in other languages. Split the file.'

const importProducts = (pool: Pool, storeId: string, { products, currency, actor }: ProductFile) =>
  pool.transaction(async (tx) => {
    const slugs = products.map(({ slug }) => slug)
    if (await haveTooManyWords(tx, storeId, slugs))
      return { problems: [{ line: 1, column: null, text: TOO_MANY_WORDS }] }
    const current = await lockProducts(tx, storeId, slugs)
    const isCurrency = await tx.row(sql`
      select from stores where id = ${storeId} and currency = ${currency}`)
    if (!isCurrency) {
      const text = 'The currency of this store has changed: choose the file again.'
      return { problems: [{ line: 1, column: 'currency', text }] }
    }
    const imports = products.map((product) =>
      importProduct(product, current.get(product.slug)?.product),
    )
    const problems = imports.flatMap((one) => one.problems)
    if (problems.length > 0) return { problems }
    const changed = imports.map(({ product }) => product).filter(({ isChanged }) => isChanged)
    if (changed.length > 0) {
      await writeProducts(tx, storeId, changed)
      const written = await lockProducts(
        tx,
        storeId,
        changed.map(({ slug }) => slug),
      )
      const changes = changed.flatMap((one) => toChanges(one, locked(written, one.slug)))
      await writeVariants(tx, changes, { reason: 'import', actor: actor.name })
    }
    const created = changed.filter(({ isNew }) => isNew).length
    const details = { created, changed: changed.length - created }
    if (changed.length > 0)
      await insertAudit(tx, storeId, { actor, action: 'products.imported', details })
    return { ...details, unchanged: products.length - changed.length }
  })

export const openProductImports = (pool: Pool) => ({
  /** Applies all of the file or nothing. */
  importProducts: (storeId: string, file: ProductFile): Promise<ImportResult> =>
    importProducts(pool, storeId, file),
})
