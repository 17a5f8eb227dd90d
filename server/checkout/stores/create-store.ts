import type { KeyRegeneration } from './regenerate-key.ts'
import type { CreateStoreResponse, StoreResource } from '../../contract/platform/platform.ts'
import type { NewStoreExtras, Records } from '../ports/platform-records.ts'

/** What it takes to create a store, from any surface. */
export type StoreCreation = Pick<KeyRegeneration, 'createKey'> &
  Pick<Records, 'createStore'> & { ids: { store(): string } }

type NewStore = Omit<StoreResource, 'id'>

/** Also gives the store its two keys, which are not shown again. */
export async function createStore(
  { createKey, createStore: insert, ids }: StoreCreation,
  store: NewStore,
  extras: Omit<NewStoreExtras, 'keys'>,
): Promise<CreateStoreResponse | 'email_taken' | 'is_not_first'> {
  const resource = { id: ids.store(), ...store }
  const publicKey = createKey('public', { isTest: store.test })
  const secretKey = createKey('secret', { isTest: store.test })
  const keys = [publicKey.stored, secretKey.stored]
  const outcome = await insert(resource, { keys, ...extras })
  if (outcome !== 'created') return outcome
  return { ...resource, keys: { public: publicKey.key, secret: secretKey.key } }
}
