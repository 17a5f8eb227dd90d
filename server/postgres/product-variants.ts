import type { StockReason } from '../checkout/stock.ts'
import { type RowOf, columns, flag, integer, orNull, text } from './columns.ts'
import { type Transaction, sql } from './database.ts'

/** Why the stock changes, and which member does it. */
export type StockOrigin = {
  reason: Extract<StockReason, 'edit' | 'import' | 'platform'>
  actor: string | null
}

/**
 * `stock`: the count on hand now, units held for payments included; null leaves it as it is, which
 * is nothing for a new variant. So does a count below 0: it is the one that there is.
 */
export type GivenVariant = { size: string | null; colorName: string | null; stock: number | null }

/** `forSale` may be below 0: that many more are held than there are. */
const LOCKED_VARIANT = columns({
  id: text('v.id::text'),
  productId: integer('v.product_id'),
  position: integer('v.position'),
  size: orNull(text('v.size')),
  colorName: orNull(text('v.color_name')),
  forSale: integer('v.stock'),
  held: integer('held(v.id)'),
  removed: flag('v.removed'),
})

export type LockedVariant = RowOf<typeof LOCKED_VARIANT>

export const onHandOf = ({ forSale, held }: Pick<LockedVariant, 'forSale' | 'held'>) =>
  forSale + held

type Names = Pick<GivenVariant, 'size' | 'colorName'>

export const isSameVariant = (one: Names) => (other: Names) =>
  one.size === other.size && one.colorName === other.colorName

/**
 * All variants of these products, removed ones too, in their order. Nobody else changes them from
 * here on and no payment takes units of them; one that has may still be completed, as if after us.
 * Locked always in the same order, so that two of these never wait for each other.
 */
export async function lockVariants(tx: Transaction, productIds: number[]) {
  await tx.run(sql`
    select
    from variants
    where product_id = any(${productIds})
    order by id
    for no key update`)
  // A statement of its own: it sees what those have committed whom the lock waited for.
  return LOCKED_VARIANT.rows(
    tx,
    sql`
      select ${LOCKED_VARIANT.list}
      from variants v
      where v.product_id = any(${productIds})
      order by v.product_id, v.position`,
  )
}

/** What becomes of a variant that is locked, or that there is not yet. */
export type VariantChange = {
  productId: number
  size: string | null
  colorName: string | null
  position: number
  removed: boolean
  /** How many units more are on hand. */
  delta: number
  /** How many are on hand then, when somebody has counted. */
  counted: number | null
}

/** Changes the variants, each with its line in the history. */
export const writeVariants = (
  tx: Transaction,
  changes: VariantChange[],
  { reason, actor }: StockOrigin,
) =>
  tx.run(sql`
    with given as (
      select *
      from unnest(
        ${changes.map(({ productId }) => productId)}::bigint[],
        ${changes.map(({ size }) => size)}::text[],
        ${changes.map(({ colorName }) => colorName)}::text[],
        ${changes.map(({ position }) => position)}::integer[],
        ${changes.map(({ removed }) => removed)}::boolean[],
        ${changes.map(({ delta }) => delta)}::bigint[],
        ${changes.map(({ counted }) => counted)}::bigint[])
        with ordinality
        as g (product_id, size, color_name, position, removed, delta, counted, place)),
    written as (
      insert into variants as v (
        product_id, size, color_name, position, removed, stock, supplied)
      select product_id, size, color_name, position, removed, delta, delta
      from given
      order by place
      on conflict (product_id, size, color_name) do update
      set position = excluded.position,
        removed = excluded.removed,
        stock = v.stock + excluded.stock,
        supplied = v.supplied + excluded.supplied
      returning id, product_id, size, color_name)
    insert into stock_changes (variant_id, delta, counted, reason, actor)
    select w.id, g.delta, g.counted,
      case when g.removed then 'removal' else ${reason}::text end,
      ${actor}
    from written w
    join given g on g.product_id = w.product_id
      and g.size is not distinct from w.size
      and g.color_name is not distinct from w.color_name
    where g.delta <> 0 or g.counted is not null or g.removed
    order by g.place`)

type Replacement = { before: LockedVariant[]; variants: GivenVariant[]; origin: StockOrigin }

/**
 * The product has these variants from here on, in this order. Others stay behind as removed, as
 * open sessions refer to them: what was for sale of them is gone, what payments hold comes back to
 * the record. `before`: the product's variants, locked; none of a new product.
 */
export function replaceVariants(
  tx: Transaction,
  productId: number,
  { before, variants, origin }: Replacement,
) {
  const given = variants.map(({ size, colorName, stock }, index): VariantChange => {
    const known = before.find(isSameVariant({ size, colorName }))
    const counted = stock === null || stock < 0 ? null : stock
    const delta = counted === null ? 0 : counted - (known ? onHandOf(known) : 0)
    return { productId, size, colorName, position: index + 1, removed: false, delta, counted }
  })
  const gone = before
    .filter((one) => !one.removed && !given.some(isSameVariant(one)))
    .map(({ size, colorName, position, forSale }): VariantChange => {
      const delta = Math.min(0, -forSale)
      return { productId, size, colorName, position, removed: true, delta, counted: null }
    })
  return writeVariants(tx, [...gone, ...given], origin)
}
