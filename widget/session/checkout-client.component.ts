import { describe, expect, test } from 'vitest'
import { lost, refused, serveCheckout } from '../test/a-checkout-server.ts'
import {
  aCheckoutView,
  expectForm,
  expectReceipt,
  mountCheckout,
  openCheckout,
  pay,
} from '../test/a-checkout.ts'

describe('contract §5 Buyer API, the token', () => {
  test('the token is asked for again when the server refuses the one there is', async () => {
    const view = aCheckoutView()
    const server = serveCheckout(view)
    const { element } = mountCheckout(view)
    await expectForm()
    server.next('view', refused(401, 'invalid_token'))
    await element.refresh()
    expect(server.asked('view').map(({ bearer }) => bearer)).toEqual([
      null,
      'Bearer token-1',
      'Bearer token-2',
    ])
  })

  test('the token is asked for once as long as it holds', async () => {
    const { server } = await openCheckout()
    pay()
    await expectReceipt()
    expect(server.asked('token')).toHaveLength(1)
    expect(server.asked('pay')[0]?.bearer).toBe('Bearer token-1')
  })

  test('the token is asked for anew when it could not be had', async () => {
    const view = aCheckoutView()
    const server = serveCheckout(view)
    server.next('token', lost)
    const { element } = mountCheckout(view)
    await expect.poll(() => element.status).toBe('error')
    element.remove()
    document.body.append(element)
    await expectForm()
    expect(server.asked('token')).toHaveLength(2)
  })
})
