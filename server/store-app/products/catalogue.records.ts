import type { CatalogueChanges } from '../../checkout/catalogue.ts'
import type { ProductExportRecords, ProductImportRecords } from './product-imports.ts'
import type {
  CatalogueProduct,
  CatalogueRecords,
  ProductSummary,
  StockHistoryLine,
} from './catalogue.ts'
import { type Pool, fragment, named } from '../../postgres/database.ts'
import { MISSING } from '../../postgres/stores/key-holders.ts'
import { MAY_BE_OPEN } from '../../postgres/checkout/late-sessions.ts'
import { listFrom, toPage } from '../../postgres/pages.ts'
import { LOW_STOCK } from '../frame/stock-limit.ts'
import { recordsOf } from '../frame/open.records.ts'
import { openCatalogueChanges } from '../../postgres/catalogue/catalogue-changes.ts'
import { openProductExports } from './product-exports.records.ts'
import { openProductImports } from './product-imports.records.ts'
import { ofStore } from '../../postgres/of-store.ts'

/** For `like`: matches the text anywhere, with its wildcards escaped. */
const containing = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`

/** Only the filter names state and deadline, whose index holds all stores' open sessions. */
const findProduct = (pool: Pool, storeId: string, slug: string) =>
  pool.row<CatalogueProduct>(
    named('find-catalogue-product')`
      select p.slug, p.name, p.description, p.image_url as "imageUrl", p.price, p.archived,
        p.withdrawal_days as "withdrawalDays", p.withdrawal_reason as "withdrawalReason",
        (select coalesce(json_agg(json_build_object(
          'id', v.id::text,
          'size', v.size,
          'colorName', v.color_name,
          'onHand', v.stock + h.held,
          'held', h.held,
          'forSale', v.stock) order by v.position), '[]')
        from variants v
        cross join lateral (select held(v.id)) h
        where v.product_id = p.id and not v.removed) as variants,
        (select (count(*) filter (where s.state = 'open'
          and s.expires_at > statement_timestamp()))::integer
        from checkout_sessions s
        where s.product_id = p.id and ${MAY_BE_OPEN}) as "openSessions",
         ${fragment(MISSING('st'))} as missing
      from products p
      join stores st on st.id = p.store_id
      where ${ofStore('p.store_id', storeId)} and p.slug = ${slug}`,
  )

type HistoryRow = { productName: string } & ({ id: null } | (StockHistoryLine & { id: number }))

type Range = { slug: string; limit: number; before: number | null }

/** Reads only what the page needs of each variant, so that a million sales do not slow it down. */
const historyRows = (pool: Pool, storeId: string, { slug, limit, before }: Range) =>
  pool.rows<HistoryRow>(
    named('list-stock-history')`
      select p.name as "productName", c.*
      from products p
      left join lateral (
        select latest.id, latest.at, v.size, v.color_name as "colorName", latest.delta,
          latest.counted, latest.reason, latest.order_number as "orderNumber", latest.actor
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

const openLists = recordsOf<
  Omit<CatalogueRecords, keyof (CatalogueChanges & ProductExportRecords & ProductImportRecords)>
>({
  listProducts: (pool, storeId, { limit, cursor, search, show }) =>
    listFrom(cursor, async (before) => {
      const pattern = search === '' ? null : containing(search)
      const rows = await pool.rows<ProductSummary & { id: number }>(
        named('list-product-summaries')`
          select p.id, p.slug, p.name, p.image_url as "imageUrl", p.price, p.archived,
            v.variants, v.for_sale as "forSale", v.low, v.owed,
            (select json_build_object('size', size, 'colorName', color_name, 'stock', stock)
            from variants
            where product_id = p.id and not removed
            order by stock, position limit 1) as lowest
          from products p
          cross join lateral (
            select count(*)::integer as variants,
              coalesce(sum(greatest(stock, 0)), 0)::bigint as for_sale,
              coalesce(sum(greatest(-stock, 0)), 0)::bigint as owed,
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
  findProduct,
  async listStockHistory(pool, storeId, slug, { limit, cursor }) {
    let productName: string | undefined
    const page = await listFrom(cursor, async (before) => {
      const rows = await historyRows(pool, storeId, { slug, limit, before })
      productName = rows[0]?.productName
      return toPage(
        rows.filter((row) => row.id !== null),
        { limit, toItem: ({ id: _, productName: __, ...line }): StockHistoryLine => line },
      )
    })
    return page && productName !== undefined ? { ...page, productName } : undefined
  },
})

export const openCatalogueRecords = (pool: Pool): CatalogueRecords => ({
  ...openLists(pool),
  ...openCatalogueChanges(pool),
  ...openProductExports(pool),
  ...openProductImports(pool),
})
