import type { StockReason } from '../checkout/stock.ts'
import { type RowOf, columns, flag, integer, orNull, text } from './columns.ts'
import { type Transaction, sql } from './database.ts'

/** Why the stock changes, and which member does it. */
export type StockOrigin = { reason: Exclude<StockReason, 'sale'>; actor: string | null }

/**
 * `stock`: the count on hand now, units held for payments included; null leaves it as it is, which
 * is nothing for a new variant.
 */
export type GivenVariant = { size: string | null; colorName: string | null; stock: number | null }

type Replacement = { variants: GivenVariant[]; origin: StockOrigin }

/**
 * The product has these variants from here on, in this order; others stay behind as removed, as
 * open sessions refer to them. Units that payments hold stay held, the rest is for sale. The rows
 * are locked before the holds are counted, so no payment comes in between. Returns all that were
 * there, removed ones too.
 */
export async function replaceVariants(
  tx: Transaction,
  productId: number,
  { variants, origin }: Replacement,
) {
  const before = await lockVariants(tx, [productId])
  const [sizes, colors] = [
    variants.map(({ size }) => size),
    variants.map(({ colorName }) => colorName),
  ]
  await tx.run(sql`
    update variants v
    set removed = true, supplied = supplied - stock, stock = 0
    where product_id = ${productId}
      and not exists (
        select
        from unnest(${sizes}::text[], ${colors}::text[]) as given (size, color_name)
        where given.size is not distinct from v.size
          and given.color_name is not distinct from v.color_name)`)
  await tx.run(sql`
    with given as (
      select g.size, g.color_name, g.position,
        case
          when g.stock is null then coalesce(v.stock, 0)
          else greatest(0, g.stock - coalesce(held(v.id), 0))
        end as stock
      from unnest(
        ${sizes}::text[],
        ${colors}::text[],
        ${variants.map(({ stock }) => stock)}::bigint[])
        with ordinality as g (size, color_name, stock, position)
      left join variants v on v.product_id = ${productId}
        and v.size is not distinct from g.size
        and v.color_name is not distinct from g.color_name)
    insert into variants as v (product_id, position, size, color_name, stock, supplied)
    select ${productId}, position, size, color_name, stock, stock
    from given
    on conflict (product_id, size, color_name) do update
    set removed = false,
      position = excluded.position,
      stock = excluded.stock,
      supplied = v.supplied + excluded.stock - v.stock`)
  await recordSupply(tx, { productIds: [productId], before, origin })
  return before
}

const LOCKED_VARIANT = columns({
  id: text('id::text'),
  size: orNull(text('size')),
  colorName: orNull(text('color_name')),
  stock: integer('stock'),
  supplied: integer('supplied'),
  removed: flag('removed'),
})

type LockedVariant = RowOf<typeof LOCKED_VARIANT>

/**
 * Nobody else changes these products' variants from here on. Always in the same order, so that two
 * of these never wait for each other.
 */
export const lockVariants = (tx: Transaction, productIds: number[]) =>
  LOCKED_VARIANT.rows(
    tx,
    sql`
      select ${LOCKED_VARIANT.list}
      from variants
      where product_id = any(${productIds})
      order by variants.id
      for update`,
  )

/** Writes the history of what has come in or gone since the variants were locked. */
export const recordSupply = (
  tx: Transaction,
  {
    productIds,
    before,
    origin,
  }: {
    productIds: number[]
    before: LockedVariant[]
    origin: StockOrigin
  },
) =>
  tx.run(sql`
    insert into stock_changes (variant_id, delta, reason, actor)
    select v.id, v.supplied - coalesce(b.supplied, 0), ${origin.reason}, ${origin.actor}
    from variants v
    left join unnest(
      ${before.map(({ id }) => id)}::bigint[],
      ${before.map(({ supplied }) => supplied)}::bigint[])
      as b (id, supplied) on b.id = v.id
    where v.product_id = any(${productIds})
      and v.supplied <> coalesce(b.supplied, 0)
    order by v.product_id, v.position`)
