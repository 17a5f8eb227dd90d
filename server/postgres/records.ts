import type { TestPayment } from '../contract/test-provider.ts'
import type { Records, TestRecords } from '../checkout/ports/platform-records.ts'
import {
  findKeyHolder,
  findKeyHolderAndSession,
  findOpenSessions,
  type AskedRead,
} from './stores/key-holders.ts'
import { grouped } from './group.ts'
import type { Pool } from './database.ts'
import { listSessions } from './sessions/list-sessions.ts'
import { listFrom, toPage } from './pages.ts'
import {
  changePlatformStock,
  findProductOnHand,
  putProduct,
} from './catalogue/platform-products.ts'
import { updateProduct } from './catalogue/merchant-products.ts'
import { findOffer } from './catalogue/offers.ts'
import { findProduct, listProducts } from './catalogue/products.ts'
import { findEmbeddings, openEmbedding } from './sessions/embeddings.ts'
import { type OnExpired, endSessionNow } from './sessions/late-sessions.ts'
import { changeStore } from './stores/store-changes.ts'
import { closeStore, listStores } from './stores/platform-stores.ts'
import { createStore, getSetUp } from './stores/create-store.ts'
import { findStore } from './stores/stores.ts'

const MOST_READS = 64

export const openRecords = (pool: Pool, onExpired: OnExpired = () => {}): Records => {
  const findOpen = grouped((asked: AskedRead[]) => findOpenSessions(pool, asked), {
    most: MOST_READS,
  })
  return {
    findKeyHolder: (digest) => findKeyHolder(pool, digest),
    findKeyHolderAndSession: (digest, sessionId) =>
      findKeyHolderAndSession(pool, { digest, sessionId }, onExpired),
    findOpenSession: (digest, sessionId) => findOpen({ digest, sessionId }),
    createStore: (store, extras) => createStore(pool, store, extras),
    getSetUp: () => getSetUp(pool),
    findStore: (id) => findStore(pool, id),
    updateStore: (id, change, address) => changeStore(pool, id, { change, address }),
    listStores: ({ limit, cursor }) =>
      listFrom(cursor, (before) => listStores(pool, { limit, before })),
    closeStore: (id, actor) => closeStore(pool, id, actor),
    listProducts: (storeId, { limit, cursor }) =>
      listFrom(cursor, (after) => listProducts(pool, storeId, { limit, after })),
    findProduct: (storeId, slug) => findProduct(pool, storeId, slug),
    findOffer: (storeId, slug) => findOffer(pool, storeId, slug),
    findProductOnHand: (storeId, slug) => findProductOnHand(pool, storeId, slug),
    putProduct: (edit, product, isExpected) =>
      putProduct(pool, { of: edit, request: product, isExpected }),
    updateProduct: (update) => updateProduct(pool, update),
    changeStock: (edit, change) => changePlatformStock(pool, edit, change),
    listSessions: (storeId, query) => listSessions(pool, storeId, query),
    findEmbedding: grouped((ids: string[]) => findEmbeddings(pool, ids), { most: MOST_READS }),
    openEmbedding: (sessionId, origin) => openEmbedding(pool, sessionId, origin),
  }
}

type TestListing = { storeId: string | null; limit: number; before: number | null }

/** The test bank's books. */
type Books = { list(listing: TestListing): Promise<(TestPayment & { id: number })[]> }

export const openTestRecords = (
  pool: Pool,
  { ledger, ofTestStoresOnly }: { ledger: Books; ofTestStoresOnly: boolean },
): TestRecords => ({
  listPayments: ({ limit, cursor, storeId = null }) =>
    listFrom(cursor, async (before) =>
      toPage(await ledger.list({ storeId, limit: limit + 1, before }), {
        limit,
        toItem: ({ id: _, ...payment }): TestPayment => payment,
      }),
    ),
  endSessionNow: (sessionId) => endSessionNow(pool, sessionId, { ofTestStoresOnly }),
})
