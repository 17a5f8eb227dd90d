import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { MerchantOrder } from './contract/merchant-orders.ts'
import { aProduct, aStore } from './testing/builders.ts'
import { runOperatorProgram } from './testing/servers/operator-process.ts'
import { sendForm } from './testing/store/plain-forms.ts'
import { openSql } from './testing/sql.ts'
import { openSpecService } from './testing/servers/spec-service.ts'
import { aMember, aStoreWithOwner, anOrder } from './testing/store/store-builders.ts'
import { anEmptyDatabase } from './testing/servers/test-postgres.ts'

const { service, sql } = await openSpecService()

describe('contract §2, DATABASE_URL: a database whose letters are Turkish', () => {
  test('it is one: I and i are two letters there, and the role has defaults of its own', async () => {
    expect(
      await sql.rows(`select lower('I') = 'i' as same, current_setting('is_superuser')`),
    ).toEqual([expect.objectContaining({ same: false })])
    const [kept] = await sql.rows<{ settings: string[] }>(
      `select setconfig as settings from pg_db_role_setting where setrole = 'service'::regrole`,
    )
    expect(kept?.settings).toContain('default_transaction_isolation=serializable')
  })

  test('who signs in, withdraws, is looked up or searched for is found in whatever case', async () => {
    const store = await aStoreWithOwner(service)
    await sql.rows('update store_members set email = $1 where email = $2', [
      'LINDA.I@LOOM.EXAMPLE',
      store.email,
    ])
    const member = await aMember(service, 'linda.i@loom.example')
    await aProduct(service, store, { name: 'FINE LINEN' })
    expect((await member.get('/products?search=linen')).text).toContain('FINE LINEN')
    expect((await member.get('/products?search=wool')).text).not.toContain('FINE LINEN')

    const customer = { name: 'Inga', phone: '+49 151 1234567', email: 'INGA@MAIL.EXAMPLE' }
    const order = await anOrder(service, store, { pay: { customer } })
    await sendForm(
      `${service.checkoutUrl}/withdraw`,
      { order, contact: 'inga@mail.example', confirm: '1' },
      '198.51.100.7',
    )
    const { body } = await service.call<MerchantOrder>('GET', `/v1/orders/${order}`, {
      token: store.keys.secret,
    })
    expect(body.withdrawnAt).toMatch(/^20/)
    const erased = await service.platform('POST', `/stores/${store.id}/buyers/export`, {
      email: 'inga@mail.example',
    })
    expect(erased.text).toContain(order)
  })

  test('what is backed up there is restored there', async () => {
    const store = await aStore(service)
    await aProduct(service, store)
    const order = await anOrder(service, store)
    const folder = await mkdtemp(join(tmpdir(), 'hc-hostile-'))
    const file = join(folder, 'backup')
    const run = (name: 'backup' | 'restore', databaseUrl: string, ...args: string[]) =>
      runOperatorProgram(name, { args, env: { DATABASE_URL: databaseUrl } })
    const backup = await run('backup', service.databaseUrl.replace(/&.*/, ''), '--to', file)
    expect([backup.code, backup.stderr]).toEqual([0, ''])
    const url = await anEmptyDatabase()
    const restored = await run('restore', url, '--from', file)
    expect([restored.code, restored.stderr]).toEqual([0, ''])
    const there = openSql(url)
    expect(
      await there.rows('select order_number from orders where store_id = $1', [store.id]),
    ).toEqual([{ order_number: order }])
    await there.close()
    await rm(folder, { recursive: true })
  })
})
