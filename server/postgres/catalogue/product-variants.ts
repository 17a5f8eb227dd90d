import type { StockReason } from '../../checkout/sessions/stock.ts'
import { type RowOf, columns, flag, integer, orNull, text } from '../columns.ts'
import { type Transaction, sql } from '../database.ts'

/** Why the stock changes, and which member changes it. */
export type StockOrigin = {
  reason: Extract<StockReason, 'edit' | 'import' | 'platform' | 'api'>
  actor: string | null
}

/**
 * `stock`: units on hand, held units included. Null keeps the count, which is 0 for a new variant.
 * A count below 0 is kept too: it is the present one. `delta`: what a kept count changes by.
 */
export type GivenVariant = {
  size: string | null
  colorName: string | null
  stock: number | null
  delta?: number
}

/** `forSale`: negative when more units are held than there are. */
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
 * Locks and reads all variants of these products in their order, removed ones too. From here on
 * nobody else changes them and no payment takes their units; one that has units may still complete.
 * The order of locks is always the same, so two calls never wait for each other.
 */
export async function lockVariants(tx: Transaction, productIds: number[]) {
  await tx.run(sql`
    select
    from variants
    where product_id = any(${productIds})
    order by id
    for no key update`)
  // A separate statement, so that it sees what was committed while the lock waited.
  return LOCKED_VARIANT.rows(
    tx,
    sql`
      select ${LOCKED_VARIANT.list}
      from variants v
      where v.product_id = any(${productIds})
      order by v.product_id, v.position`,
  )
}

/** A change of a locked variant, or a new variant. */
export type VariantChange = {
  productId: number
  size: string | null
  colorName: string | null
  position: number
  removed: boolean
  /** Units to add to the stock. */
  delta: number
  /** Units on hand after the change, when somebody has counted them. */
  counted: number | null
}

/** Changes the variants, each with a line of history. */
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
        store_id, product_id, size, color_name, position, removed, stock, supplied)
      select (select store_id from products where id = product_id), product_id, size, color_name, position, removed, delta, delta
      from given
      order by place
      on conflict (product_id, size, color_name) do update
      set store_id = excluded.store_id,
        position = excluded.position,
        removed = excluded.removed,
        stock = v.stock + excluded.stock,
        supplied = v.supplied + excluded.supplied
      returning id, store_id, product_id, size, color_name)
    insert into stock_changes (store_id, variant_id, delta, counted, reason, actor)
    select w.store_id, w.id, g.delta, g.counted,
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
 * Gives the product these variants, in this order. Other variants stay as removed, because open
 * sessions refer to them. Their units for sale are gone, and held units return to the removed
 * variant. `before`: the product's variants, locked; empty for a new product.
 */
export function replaceVariants(
  tx: Transaction,
  productId: number,
  { before, variants, origin }: Replacement,
) {
  const given = variants.map((variant, index): VariantChange => {
    const { size, colorName, stock, delta: moved = 0 } = variant
    const known = before.find(isSameVariant({ size, colorName }))
    const counted = stock === null || stock < 0 ? null : stock
    const delta = counted === null ? moved : counted - (known ? onHandOf(known) : 0)
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
