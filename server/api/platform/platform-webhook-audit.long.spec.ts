import { describe, expect, test } from 'vitest'
import { aStore } from '../../testing/builders.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
import { anEndpoint, changeEndpoint, toEndpoint } from '../../testing/webhook-builders.ts'

const { service, sql } = await openSpecService()

const HOOK = 'https://93.184.216.34/hook'

describe('contract §4: what is done to a webhook endpoint', () => {
  test('each change of a webhook endpoint stands in the audit log: it hears of all payments', async () => {
    const store = await aStore(service)
    const { id } = await anEndpoint(service, store, { url: HOOK })
    await changeEndpoint(service, store, { id, types: ['order.refunded'] })
    await toEndpoint(service, store, { id, action: 'roll-secret' })
    await service.platform('DELETE', `/stores/${store.id}/webhook-endpoints/${id}`)
    expect(
      await sql.rows(
        `select actor, action, subject, details, address is not null as "hasAddress" from audit_log
        where store_id = $1 order by id`,
        [store.id],
      ),
    ).toEqual(
      [
        { action: 'webhook_endpoint.added', details: null },
        { action: 'webhook_endpoint.changed', details: { changed: ['types'] } },
        { action: 'webhook_endpoint.secret_rolled', details: null },
        { action: 'webhook_endpoint.removed', details: null },
      ].map((line) => ({ actor: 'platform', subject: HOOK, hasAddress: true, ...line })),
    )
  })
})
