import type { ProductEdit } from '../../checkout/sessions/catalogue.ts'
import type { PlatformEdit, ProductWriting } from '../../checkout/ports/platform-records.ts'
import type {
  ChangeStockRequest,
  StoredProduct,
  PlatformVariant,
  PutProductRequest,
} from '../../contract/platform/platform.ts'
import { changeStock, insertProduct } from './catalogue-changes.ts'
import { type RowOf, columns, integer, json } from '../columns.ts'
import { type Pool, type Queryable, type Transaction, sql } from '../database.ts'
import { insertProductAudit, replacementEntries } from './product-audit.ts'
import {
  type GivenVariant,
  type LockedVariant,
  type StockOrigin,
  isSameVariant,
  lockVariants,
  onHandOf,
  replaceVariants,
} from './product-variants.ts'
import { PRODUCT_FIELDS, WITHDRAWAL_FIELDS, safetyValue, toProduct } from './products.ts'
import { ofStore } from '../of-store.ts'

const ON_HAND = columns({
  ...PRODUCT_FIELDS,
  ...WITHDRAWAL_FIELDS,
  variants: json<PlatformVariant[]>(`(
    select coalesce(
      json_agg(
        json_build_object(
          'size', v.size,
          'colorName', v.color_name,
          'stock', v.stock + held(v.id),
          'available', greatest(v.stock, 0))
        order by v.position),
      '[]')
    from variants v
    where v.product_id = p.id
      and not v.removed)`),
})

export async function findProductOnHand(db: Queryable, storeId: string, slug: string) {
  const product = await ON_HAND.row(
    db,
    sql`
      select ${ON_HAND.list}
      from products p
      join stores st on st.id = p.store_id
      where ${ofStore('p.store_id', storeId)}
        and p.slug = ${slug}`,
  )
  return product && toProduct(product)
}

const PLATFORM = { reason: 'platform', actor: null } as const

const toProductEdit = ({ address, ...product }: PlatformEdit): ProductEdit => ({
  ...product,
  actor: { name: 'platform', address },
})

const LOCKED = columns({ id: integer('p.id') })
const FIELDS = columns({ ...PRODUCT_FIELDS, ...WITHDRAWAL_FIELDS })

type Current = { id: number; product: RowOf<typeof ON_HAND>; variants: LockedVariant[] }

/** Locks the product: from here on only sales change what is on hand. */
export async function lockCurrent(
  tx: Transaction,
  { storeId, slug }: Pick<ProductEdit, 'storeId' | 'slug'>,
): Promise<Current | undefined> {
  const row = await tx.row(sql`
    select ${LOCKED.list}, ${FIELDS.list}
    from products p
    join stores st on st.id = p.store_id
    where ${ofStore('p.store_id', storeId)}
      and p.slug = ${slug}
    for no key update of p`)
  if (!row) return undefined
  const { id } = LOCKED.read(row)
  const variants = await lockVariants(tx, [id])
  const known = variants
    .filter(({ removed }) => !removed)
    .map(({ size, colorName, ...one }) => ({
      size,
      colorName,
      stock: onHandOf(one),
      available: Math.max(0, one.forSale),
    }))
  return { id, product: { ...FIELDS.read(row), variants: known }, variants }
}

const onHandNow = (
  current: Current | undefined,
  names: Pick<GivenVariant, 'size' | 'colorName'>,
) => {
  const known = current?.variants.find(isSameVariant(names))
  return known ? onHandOf(known) : 0
}

/** A count below 0, except the count that there is. */
function findNegative(variants: GivenVariant[], current: Current | undefined) {
  const index = variants.findIndex(
    ({ stock, ...names }) => stock !== null && stock < 0 && stock !== onHandNow(current, names),
  )
  const variant = variants[index]
  return variant && { index, onHand: onHandNow(current, variant) }
}

type Fields = Omit<PutProductRequest, 'variants'>

type Replacement = {
  current: Current
  /** What is left out stays as it is. */
  product: { [Name in keyof Fields]?: Fields[Name] | undefined } & { variants: GivenVariant[] }
  edit: ProductEdit
  origin: StockOrigin
}

export async function replaceProduct(
  tx: Transaction,
  { current, product, edit, origin }: Replacement,
) {
  const { variants } = product
  const {
    name = current.product.name,
    description = current.product.description,
    translations = current.product.translations,
    imageUrl = current.product.imageUrl,
    price = current.product.price,
    archived = current.product.archived,
    maxPerOrder = current.product.maxPerOrder,
    withdrawalDays = current.product.withdrawalDays,
    withdrawalReason = current.product.withdrawalReason,
    safety = current.product.safety,
  } = product
  await tx.run(sql`
    update products
    set name = ${name},
      description = ${description},
      translations = ${JSON.stringify(translations)},
      image_url = ${imageUrl},
      price = ${price},
      archived = ${archived},
      max_per_order = ${maxPerOrder},
      withdrawal_days = ${withdrawalDays},
      withdrawal_reason = ${withdrawalReason},
      safety = ${safetyValue(safety)}
    where id = ${current.id}`)
  await replaceVariants(tx, current.id, { before: current.variants, variants, origin })
  const counted = variants.map((variant) => ({
    ...variant,
    stock: variant.stock ?? onHandNow(current, variant) + (variant.delta ?? 0),
  }))
  await insertProductAudit(
    tx,
    edit,
    replacementEntries(current.product, {
      name,
      description,
      translations,
      imageUrl,
      price,
      archived,
      maxPerOrder,
      withdrawalDays,
      withdrawalReason,
      safety,
      variants: counted,
    }),
  )
}

type Put = {
  of: PlatformEdit
  request: PutProductRequest
  isExpected?: ((current: StoredProduct | undefined) => boolean) | undefined
}

/**
 * Creates or replaces the product. The check and the counts use one reading of what payments hold.
 * A sale that completes meanwhile comes later, and reduces the counted units.
 */
export const putProduct = (pool: Pool, { of, request, isExpected = () => true }: Put) =>
  pool.transaction(async (tx): Promise<ProductWriting> => {
    const edit = toProductEdit(of)
    const variants = request.variants.map(({ size, colorName, stock = null }) => ({
      size,
      colorName,
      stock,
    }))
    const product = { ...request, variants }
    for (let isDone = false; !isDone;) {
      const current = await lockCurrent(tx, of)
      if (!isExpected(current && toProduct(current.product))) return { type: 'unexpected' }
      const negative = findNegative(variants, current)
      if (negative) return { type: 'negative_stock', ...negative }
      if (current) await replaceProduct(tx, { current, product, edit, origin: PLATFORM })
      // Somebody else has inserted the product meanwhile, so now there is one to replace.
      isDone =
        current !== undefined || (await insertProduct(tx, edit, { product, origin: PLATFORM }))
    }
    const written = await findProductOnHand(tx, of.storeId, of.slug)
    if (!written) throw new Error('the product that was just written is missing')
    return { type: 'written', product: written }
  })

export const changePlatformStock = (pool: Pool, of: PlatformEdit, change: ChangeStockRequest) =>
  changeStock(pool, toProductEdit(of), { changes: [change], origin: PLATFORM })
