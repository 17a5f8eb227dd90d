import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import type { MerchantOrder } from '../../server/contract/merchant-orders.ts'
import type { ErrorEnvelope } from '../../server/contract/errors.ts'
import { aBuyer, aProduct, aStore, readSession, stockOf } from '../../server/testing/builders.ts'
import { inMinutes, now } from '../../server/testing/moments.ts'
import { openSpecService } from '../../server/testing/servers/spec-service.ts'
import { runExample } from './run-example.ts'
import { INSTALLED, MISSING } from './runtimes.ts'

const { service } = await openSpecService()

for (const { name } of MISSING)
  console.log(`SKIPPED: the examples in ${name}, which is not installed here.`)

async function aLinenShirt() {
  const store = await aStore(service)
  await aProduct(service, store, {
    slug: 'linen-shirt',
    variants: [{ size: 'M', colorName: 'Sand', stock: 5 }],
  })
  return { store, env: { BASE_URL: service.baseUrl, SECRET_KEY: store.keys.secret } }
}

const SECRET = `whsec_${randomBytes(24).toString('base64')}`

/** An event of a text that every language reads differently when it does not take it as bytes. */
function aSignedEvent({ sentAt = now(), secret = SECRET } = {}) {
  const id = 'evt_8fT2kQ0vL5b1f0c9d3a7e42f8c6d01b7a'
  const body = '{"type":"order.refunded","data":{"sessionId":"cs_8fT2","note":"é ☂ 𝄞"}}\n'
  return {
    input: body,
    env: {
      HTTP_WEBHOOK_ID: id,
      HTTP_WEBHOOK_TIMESTAMP: String(Math.floor(sentAt.getTime() / 1000)),
      // As while a secret is rolled.
      HTTP_WEBHOOK_SIGNATURE: `v1,${randomBytes(32).toString('base64')} ${new Webhook(secret).sign(id, sentAt, body)}`,
      WEBHOOK_SECRET: SECRET,
    },
  }
}

describe.each(INSTALLED)('decision 75: the guide, its examples in $name', ({ run, files }) => {
  test('the examples create a session, confirm its payment as soon as it is made, and fulfil the order', async () => {
    const { store, env } = await aLinenShirt()
    const created = await runExample(run(files.create), { env })
    expect(created).toMatchObject({ code: 0, complained: '' })
    const [sessionId = ''] = /cs_\w+/.exec(created.said) ?? []
    expect(created.said).toContain(`${service.checkoutUrl}/${sessionId}`)

    const [command, ...args] = run(files.confirm)
    const confirming = runExample([command, ...args, sessionId], { env })
    const buyer = await aBuyer(service, sessionId)
    const paid = await buyer.pay()
    expect(paid.status).toBe(200)
    const { code, said } = await confirming
    const { order } = (await readSession(service, store, sessionId)).body
    const number = order?.orderNumber ?? 'no order'
    expect(said).toContain(number)
    expect(code).toBe(0)

    const [fulfil, ...file] = run(files.fulfil)
    const fulfilled = await runExample([fulfil, ...file, number], { env })
    expect(fulfilled).toMatchObject({ code: 0, complained: '' })
    const { body } = await service.call<MerchantOrder>('GET', `/v1/orders/${number}`, {
      token: store.keys.secret,
    })
    expect(body.tracking).toMatchObject({ carrier: 'DHL' })
    expect(fulfilled.said).toContain(body.fulfilledAt)
  })

  test('the example moves the stock, and shows what is for sale then', async () => {
    const { store, env } = await aLinenShirt()
    const { code, said, complained } = await runExample(run(files.stock), { env })
    expect({ code, complained }).toEqual({ code: 0, complained: '' })
    expect(said).toMatch(/"stock": ?10/)
    expect(await stockOf(service, store, 'linen-shirt')).toEqual([10])
  })

  test('the examples stop with what the service says when it refuses', async () => {
    const env = { BASE_URL: service.baseUrl, SECRET_KEY: 'sk_live_nothing' }
    const refused = await service.call<ErrorEnvelope>('GET', '/v1/products', {
      token: env.SECRET_KEY,
    })
    const [command, ...args] = run(files.confirm)
    const [fulfil, ...file] = run(files.fulfil)
    for (const example of [
      run(files.create),
      run(files.stock),
      [fulfil, ...file, '00000-00000'] satisfies [string, ...string[]],
      [command, ...args, 'cs_nothing'] satisfies [string, ...string[]],
    ]) {
      const { code, said, complained } = await runExample(example, { env })
      expect(code).not.toBe(0)
      expect(said).not.toMatch(/paid|fulfilled|checkout\/cs_/)
      expect(said + complained).toContain(refused.body.error.message)
    }
  })

  test('the examples take a webhook that was signed with their secret', async () => {
    const { code, said } = await runExample(run(files.webhook), aSignedEvent())
    expect(said).toContain('verified')
    expect(said).toContain('cs_8fT2')
    expect(code).toBe(0)
  })

  test.each([
    ['with another secret', aSignedEvent({ secret: 'whsec_bm90aGluZyBvZiBvdXJz' })],
    ['too long ago', aSignedEvent({ sentAt: inMinutes(-60) })],
    ['for another body', { ...aSignedEvent(), input: '{"type":"order.refunded"}' }],
  ])('the examples refuse a webhook that was signed %s', async (_case, event) => {
    const { code, said } = await runExample(run(files.webhook), event)
    expect(said).not.toContain('verified')
    expect(code).not.toBe(0)
  })
})
