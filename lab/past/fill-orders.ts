import { type Queryable, sql } from '../../server/postgres/database.ts'

/** A store that sells twice a minute for a year. */
export const STORE = 'st_0000000000000001'

const OTHER_STORES = 100
const BATCH = 50_000

/**
 * `count` orders of one store, with a fifth as many of others between them, in the order of
 * payment. Names are as frequent as real ones: a few are common, most are rare, and one is only in
 * the older half. Attempts are left out, because no list reads them.
 */
export async function fillOrders(db: Queryable, count: number) {
  await db.run(sql`set session_replication_role = replica`)
  await db.run(sql`
    insert into stores (id, name, plan, currency, delivery_options, allowed_origins)
    select 'st_' || lpad(n::text, 16, '0'), 'Store ' || n, 'pro', 'EUR', '[]', '{}'
    from generate_series(1, ${OTHER_STORES + 1}) n`)
  await db.run(sql`
    insert into products (store_id, slug, name, price, archived)
    select st.id, 'product-' || n, 'Product ' || n, 1990, false
    from stores st, generate_series(1, 40) n order by st.id, n`)
  await db.run(
    sql`
      insert into variants (product_id, position, stock, supplied) select id, 0, 100000, 100000
      from products order by id`,
  )
  const total = count + count / 5
  for (let first = 1; first <= total; first += BATCH)
    await fillBatch(db, { first, last: Math.min(first + BATCH - 1, total), total })
  await db.run(sql`set session_replication_role = origin`)
}

const PLANNED = `
  select i, store.id as store_id, product.id as product_id, product.slug, product.name as product_name, variant.id as variant_id,
    (array['Ana', 'María', 'José', 'Luis', 'Carmen', 'Jürgen', 'Chloé', 'Søren', 'Zoë', 'Ali', 'Fatima', 'Wei', 'Yuki', 'Olga',
      'Iván', 'Noor', 'Lena', 'Paul', 'Emma', 'Noah', 'Mia', 'Leo', 'Eva', 'Hugo', 'Nora', 'Adam', 'Sara', 'Omar', 'Lucía',
      'Mateo', 'Elif', 'Can', 'Ines', 'João', 'Rita', 'Piotr', 'Zofia', 'Jan', 'Petra', 'Lars', 'Freya', 'Oskar', 'Aino',
      'Vera', 'Anton', 'Dina', 'Tariq', 'Leila'])[1 + floor(48 * power(random(), 1.2))] || ' '
      || initcap((array['gar', 'mar', 'lo', 'fer', 'san', 'ro', 'pe', 'go', 'di', 'ru', 'al', 'to'])[1 + floor(12 * power(random(), 2))]
      || (array['ci', 'ti', 'pe', 'nan', 'che', 'dri', 're', 'me', 'az', 'iz', 'va', 'no'])[1 + floor(12 * random())]
      || (array['a', 'nez', 'z', 'dez', 'guez', 's', 'ra', 'llo', 'rez', 'n', 'do', 'lez'])[1 + floor(12 * random())])
      || case when i % 100000 = 1 then ' Quillfeather'
        when i < $3::bigint / 2 and i % 100 = 1 then ' Formerly' else '' end as customer_name,
    '+34 6' || lpad(floor(random() * 100000000)::text, 8, '0') as phone
  from generate_series($1::bigint, $2::bigint) i
  join stores store on store.id = 'st_' || lpad(case when i % 6 = 0 then 2 + i / 6 % ${OTHER_STORES} else 1 end::text, 16, '0')
  join products product on product.store_id = store.id and product.slug = 'product-' || 1 + i * i % 37
  join variants variant on variant.product_id = product.id`

async function fillBatch(
  db: Queryable,
  { first, last, total }: { first: number; last: number; total: number },
) {
  await db.run({
    values: [first, last, total],
    text: `
    with planned as (${PLANNED}), sessions as (
      insert into checkout_sessions (id, store_id, state, product_id, variant_id, product_slug, product_name, quantity, unit_price,
        currency, delivery_options, customer, created_at, expires_at)
      select 'cs_' || lpad(i::text, 32, '0'), store_id, 'complete', product_id, variant_id, slug, product_name, 1, 1990, 'EUR', '[]', '{}',
        now(), now() from planned)
    insert into orders (order_number, session_id, attempt_id, store_id, variant_id, quantity, amount_total, currency, customer_name,
      customer_phone, fulfillment_method, fulfillment_details, fulfillment_fee, paid_at, product_id, search)
    select numbered.number, 'cs_' || lpad(i::text, 32, '0'), 'att_' || i, store_id, variant_id, 1, 1990, 'EUR', customer_name, phone,
      'DELIVERY', 'Calle Mayor 1, Madrid', 0,
      date_trunc('milliseconds', now() - (($3::bigint - i) * interval '1 year' / $3)), product_id,
      order_search(store_id, numbered.number, customer_name, phone)
    from planned, lateral (select upper(substr(md5(i::text), 1, 3) || lpad((i / 100000)::text, 2, '0') || '-'
      || lpad((i % 100000)::text, 5, '0')) as number) numbered
    order by i`,
  })
}
