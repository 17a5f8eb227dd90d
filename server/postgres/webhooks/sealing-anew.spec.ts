import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSealedSecrets } from '../../auth/sealed-secrets.ts'
import { aStore } from '../../testing/builders.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
import { anEndpoint, toEndpoint } from '../../testing/webhook-builders.ts'
import { createWebhookSecret, holderOf, openSecrets } from '../../webhooks/webhook-secrets.ts'
import { type Pool, openPool } from '../database.ts'
import { sealAnew } from './sealing-anew.ts'

const { service, sql } = await openSpecService()
let pool: Pool
beforeAll(() => {
  pool = openPool({ connectionString: service.databaseUrl }, { onIdleError: () => undefined })
})
afterAll(() => pool.close())

const keyOf = (text: string) => Buffer.from(text.padEnd(32, '.'))
const [old, next] = [keyOf('old'), keyOf('next')]

const secretsOf = async (endpointId: string, keys: Uint8Array[]) => {
  const [row] = await sql.rows<{ sealed: Buffer; keyId: string; before: Buffer; beforeId: string }>(
    `select sealed, key_id as "keyId", previous_sealed as before, previous_key_id as "beforeId"
    from webhook_endpoints where id = $1`,
    [endpointId],
  )
  if (!row) throw new Error('no such endpoint')
  const kept = [row, { sealed: row.before, keyId: row.beforeId }]
  return openSecrets(endpointId, kept, createSealedSecrets(keys))
}

test('contract §4: secrets under an older key are sealed anew before it goes, the last one, too', async () => {
  const store = await aStore(service)
  const { id } = await anEndpoint(service, store, { url: 'https://93.184.216.34/' })
  await anEndpoint(service, store, { url: 'https://93.184.216.34/' })
  await toEndpoint(service, store, { id, action: 'roll-secret' })
  const before = createSealedSecrets([old])
  const [one, two] = [createWebhookSecret(id, before), createWebhookSecret(id, before)]
  await sql.rows(
    `update webhook_endpoints
    set sealed = $2, key_id = $3, previous_sealed = $4, previous_key_id = $5 where id = $1`,
    [id, one.kept.sealed, one.kept.keyId, two.kept.sealed, two.kept.keyId],
  )
  const secrets = createSealedSecrets([next, old])
  expect(await sealAnew(pool, { secrets, holderOf })).toEqual({ resealed: 1, unreadable: 1 })
  expect(await secretsOf(id, [next])).toEqual([one.shown, two.shown])
  expect(await secretsOf(id, [old])).toEqual([])
  const again = await sealAnew(pool, { secrets, holderOf })
  expect(again).toEqual({ resealed: 0, unreadable: 1 })
})

test('contract §4: a secret that is copied to another endpoint opens there with no key', () => {
  const sealing = createSealedSecrets([next])
  const { kept } = createWebhookSecret('we_one', sealing)
  expect(openSecrets('we_one', [kept], sealing)).toHaveLength(1)
  expect(openSecrets('we_other', [kept], sealing)).toEqual([])
})
