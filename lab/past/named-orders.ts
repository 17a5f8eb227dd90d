import { aProduct } from '../../server/testing/builders.ts'
import type { Variety } from '../../server/testing/past/grown-history.ts'
import type { GrownShop } from '../../server/testing/past/grown-shop.ts'
import { letSweep } from './retention.ts'

const PRODUCTS = 40
const YEAR_SECONDS = 365 * 86_400

/**
 * Names are as frequent as real ones: a few are common, most are rare, and one is only in the older
 * half.
 */
const BUYER = `, lateral (
  select
    (array['Ana', 'María', 'José', 'Luis', 'Carmen', 'Jürgen', 'Chloé', 'Søren', 'Zoë', 'Ali', 'Fatima', 'Wei', 'Yuki', 'Olga',
      'Iván', 'Noor', 'Lena', 'Paul', 'Emma', 'Noah', 'Mia', 'Leo', 'Eva', 'Hugo', 'Nora', 'Adam', 'Sara', 'Omar', 'Lucía',
      'Mateo', 'Elif', 'Can', 'Ines', 'João', 'Rita', 'Piotr', 'Zofia', 'Jan', 'Petra', 'Lars', 'Freya', 'Oskar', 'Aino',
      'Vera', 'Anton', 'Dina', 'Tariq', 'Leila'])[1 + floor(48 * power(random(), 1.2))] || ' '
      || initcap((array['gar', 'mar', 'lo', 'fer', 'san', 'ro', 'pe', 'go', 'di', 'ru', 'al', 'to'])[1 + floor(12 * power(random(), 2))]
      || (array['ci', 'ti', 'pe', 'nan', 'che', 'dri', 're', 'me', 'az', 'iz', 'va', 'no'])[1 + floor(12 * random())]
      || (array['a', 'nez', 'z', 'dez', 'guez', 's', 'ra', 'llo', 'rez', 'n', 'do', 'lez'])[1 + floor(12 * random())])
      || case when k % 100000 = 1 then ' Quillfeather'
        when k > $3::bigint / 2 and k % 100 = 1 then ' Formerly' else '' end as name,
    '+34 6' || lpad(floor(random() * 100000000)::text, 8, '0') as phone,
    upper(substr(md5(k::text), 1, 3) || lpad((k / 100000)::text, 2, '0') || '-' || lpad((k % 100000)::text, 5, '0')) as number,
    case when k % 6 = 0 then 'st_other' || k / 6 % 100 else $1 end as store_id
  ) buyer`

const NAMED: Variety = {
  from: BUYER,
  changes: {
    orders: {
      store_id: 'buyer.store_id',
      customer_name: 'buyer.name',
      customer_phone: 'buyer.phone',
      order_number: 'buyer.number',
      product_id: `(select id from products where store_id = $1 and slug = 'product-' || 1 + k * k % 37)`,
      search: 'order_search(buyer.store_id, buyer.number, buyer.name, buyer.phone)',
    },
  },
}

/**
 * A year of the store with so many orders, and a fifth as many of others between them. Attempts are
 * left out, because no list reads them.
 */
export async function growNamedOrders(shop: GrownShop, count: number) {
  const { service, store } = shop
  for (let product = 1; product <= PRODUCTS; product += 1)
    await aProduct(service, store, { slug: `product-${product}` })
  await letSweep(shop, { at: 'infinity' })
  const until = Math.round(count * 1.2)
  await shop.grow({
    from: 0,
    until,
    everySeconds: YEAR_SECONDS / until,
    sessionsPerOrder: 1,
    tables: ['checkout_sessions', 'orders'],
    variety: NAMED,
  })
}
