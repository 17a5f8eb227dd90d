import type { PageQuery } from '../../checkout/ports/list-pages.ts'
import type { ProductSafety } from '../../contract/product-safety.ts'
import type { ProductTranslations } from '../../contract/translations.ts'
import type { Unsaid } from '../../checkout/stores/seller.ts'
import type {
  CatalogueProduct,
  CatalogueVariant,
  ProductQuery,
  ProductSummary,
  StockHistory,
  StockHistoryLine,
} from './catalogue.ts'
import {
  columns,
  flag,
  integer,
  json,
  moment,
  orNull,
  text,
  word,
  words,
} from '../../postgres/columns.ts'
import { type Pool, named } from '../../postgres/database.ts'
import { MISSING } from '../../postgres/stores/key-holders.ts'
import { MAY_BE_OPEN } from '../../postgres/sessions/late-sessions.ts'
import { listFrom, toPage } from '../../postgres/pages.ts'
import { LOW_STOCK } from '../frame/stock-limit.ts'
import { openCatalogueChanges } from '../../postgres/catalogue/catalogue-changes.ts'
import { openProductExports } from './product-exports.records.ts'
import { openProductImports } from './product-imports.records.ts'
import { ofStore } from '../../postgres/of-store.ts'

/** For `like`: matches the text anywhere, with its wildcards escaped. */
const containing = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`

const VARIANT = columns<CatalogueVariant>({
  id: text('v.id::text'),
  size: orNull(text('v.size')),
  colorName: orNull(text('v.color_name')),
  onHand: integer('v.stock + h.held'),
  held: integer('h.held'),
  forSale: integer('v.stock'),
  supplied: integer('v.supplied'),
})

/** Only the filter names state and deadline, whose index holds all stores' open sessions. */
const PRODUCT = columns<CatalogueProduct>({
  slug: text('p.slug'),
  name: text('p.name'),
  description: orNull(text('p.description')),
  imageUrl: orNull(text('p.image_url')),
  translations: json<ProductTranslations>('p.translations'),
  price: integer('p.price'),
  archived: flag('p.archived'),
  maxPerOrder: integer('p.max_per_order'),
  withdrawalDays: integer('p.withdrawal_days'),
  withdrawalReason: orNull(text('p.withdrawal_reason')),
  safety: orNull(json<ProductSafety>('p.safety')),
  variants: VARIANT.many(`
    (select coalesce(json_agg(${VARIANT.object} order by v.position), '[]')
    from variants v
    cross join lateral (select held(v.id)) h
    where v.product_id = p.id and not v.removed)`),
  openSessions: integer(`
    (select (count(*) filter (where s.state = 'open'
      and s.expires_at > statement_timestamp()))::integer
    from checkout_sessions s
    where s.product_id = p.id and ${MAY_BE_OPEN.parts.join('')})`),
  missing: words<Unsaid>(MISSING('st')),
})

const findProduct = (pool: Pool, storeId: string, slug: string) =>
  PRODUCT.row(
    pool,
    named('find-catalogue-product')`
      select ${PRODUCT.list}
      from products p
      join stores st on st.id = p.store_id
      where ${ofStore('p.store_id', storeId)} and p.slug = ${slug}`,
  )

/** Of a product `p`; `id` is null in its only row without changes of its stock. */
const CHANGED = columns({ productName: text('p.name'), id: orNull(integer('c.id')) })
const LINE = columns<StockHistoryLine & { id: number }>({
  id: integer('c.id'),
  at: moment('c.at'),
  size: orNull(text('c.size')),
  colorName: orNull(text('c.color_name')),
  delta: integer('c.delta'),
  counted: orNull(integer('c.counted')),
  reason: word('c.reason'),
  orderNumber: orNull(text('c.order_number')),
  actor: orNull(text('c.actor')),
})

type Range = { slug: string; limit: number; before: number | null }

/** Reads only what the page needs of each variant, so that a million sales do not slow it down. */
const historyRows = (pool: Pool, storeId: string, { slug, limit, before }: Range) =>
  pool.rows(
    named('list-stock-history')`
      select p.name as "productName", ${LINE.list}
      from products p
      left join lateral (
        select latest.id, latest.at, v.size, v.color_name, latest.delta,
          latest.counted, latest.reason, latest.order_number, latest.actor
        from variants v
        cross join lateral (
          select *
          from stock_changes
          where variant_id = v.id and -id > ${-(before ?? Number.MAX_SAFE_INTEGER)}
          order by -id limit ${limit + 1}) latest
        where v.product_id = p.id
        order by latest.id desc limit ${limit + 1}) c on true
      where ${ofStore('p.store_id', storeId)} and p.slug = ${slug}
      order by c.id desc`,
  )

const LOWEST = columns({
  size: orNull(text('size')),
  colorName: orNull(text('color_name')),
  stock: integer('stock'),
  supplied: integer('supplied'),
})

const SUMMARY = columns<ProductSummary & { id: number }>({
  id: integer('p.id'),
  slug: text('p.slug'),
  name: text('p.name'),
  imageUrl: orNull(text('p.image_url')),
  price: integer('p.price'),
  archived: flag('p.archived'),
  variants: integer('v.variants'),
  forSale: integer('v.for_sale'),
  low: integer('v.low'),
  owed: integer('v.owed'),
  supplied: integer('v.supplied'),
  lowest: orNull(
    LOWEST.one(`
      (select ${LOWEST.object}
      from variants
      where product_id = p.id and not removed
      order by stock, position limit 1)`),
  ),
})

export const openCatalogueRecords = (pool: Pool) => ({
  ...openCatalogueChanges(pool),
  ...openProductExports(pool),
  ...openProductImports(pool),

  /** Newest first. */
  listProducts: (storeId: string, { limit, cursor, search, show }: ProductQuery) =>
    listFrom(cursor, async (before) => {
      const pattern = search === '' ? null : containing(search)
      const rows = await SUMMARY.rows(
        pool,
        named('list-product-summaries')`
          select ${SUMMARY.list}
          from products p
          cross join lateral (
            select count(*)::integer as variants,
              coalesce(sum(greatest(stock, 0)), 0)::bigint as for_sale,
              coalesce(sum(greatest(-stock, 0)), 0)::bigint as owed,
              coalesce(sum(supplied), 0)::bigint as supplied,
              (count(*) filter (where stock <= ${LOW_STOCK}))::integer as low
            from variants
            where product_id = p.id and not removed) v
          where p.store_id = ${storeId}
            and (${show} = 'all' or p.archived = (${show} = 'archived'))
            and (${before}::bigint is null or p.id < ${before})
            and (${pattern}::text is null or without_case(p.name) like without_case(${pattern})
              or without_case(p.slug) like without_case(${pattern}))
          order by p.id desc limit ${limit + 1}`,
      )
      return toPage(rows, { limit, toItem: ({ id: _, ...product }): ProductSummary => product })
    }),

  findProduct: (storeId: string, slug: string) => findProduct(pool, storeId, slug),

  /** Newest first; undefined when there is no such product or cursor. */
  async listStockHistory(
    storeId: string,
    slug: string,
    { limit, cursor }: PageQuery,
  ): Promise<StockHistory | undefined> {
    let productName: string | undefined
    const page = await listFrom(cursor, async (before) => {
      const rows = await historyRows(pool, storeId, { slug, limit, before })
      productName = rows[0] && CHANGED.read(rows[0]).productName
      const lines = rows.filter((row) => CHANGED.read(row).id !== null).map(LINE.read)
      return toPage(lines, { limit, toItem: ({ id: _, ...line }): StockHistoryLine => line })
    })
    return page && productName !== undefined ? { ...page, productName } : undefined
  },
})
