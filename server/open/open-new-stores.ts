import { firstStoreCode, isFirstStoreCode, isPlatformToken } from '../auth/platform-token.ts'
import type { SetUp } from '../checkout/ports/platform-records.ts'
import type { StoreCreation } from '../checkout/stores/create-store.ts'
import { readServiceId } from '../postgres/upkeep/database-history.ts'
import type { Infrastructure } from './open-infrastructure.ts'

export type NewStores = Awaited<ReturnType<typeof openNewStores>>

/**
 * Stores that a browser creates: the first one by a code, which the log has while there is no live
 * store, and each by the platform's token. The code is derived, so that all processes know it.
 */
export async function openNewStores(
  { pool, records, secrets, events, urls }: Infrastructure,
  storeCreation: StoreCreation,
) {
  // No store disappears: what is there once, needs no question.
  let hasLiveStore = false
  async function getSetUp(): Promise<SetUp> {
    if (hasLiveStore) return { hasLiveStore, isInUse: true }
    const setUp = await records.getSetUp()
    hasLiveStore = setUp.hasLiveStore
    return setUp
  }

  const codes: string[] = []
  if (!(await getSetUp()).hasLiveStore) {
    const serviceId = await readServiceId(pool)
    codes.push(...secrets.tokenSigningKeys.map((material) => firstStoreCode(material, serviceId)))
    events.storeAwaited({ address: `${urls.baseUrl}/store/new`, code: codes[0] ?? '' })
  }

  return {
    storeCreation,
    getSetUp,
    /** What somebody has typed. A code says nothing about whether it still counts. */
    recognize: (typed: string): 'token' | 'code' | undefined => {
      if (isPlatformToken(typed, secrets.platformTokens)) return 'token'
      return isFirstStoreCode(typed, codes) ? 'code' : undefined
    },
  }
}
