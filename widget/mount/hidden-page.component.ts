import { expect, test } from 'vitest'
import type { serveCheckout } from '../test/a-checkout-server.ts'
import { stopClock } from '../test/a-clock.ts'
import { hide } from '../test/a-hidden-page.ts'
import { heading, openCheckout, payButton, status, describeBoth } from '../test/a-checkout.ts'

const MINUTE = 60_000

const askedFor = ({ asked }: ReturnType<typeof serveCheckout>) =>
  (['token', 'view', 'events'] as const).map((call) => asked(call).length)

describeBoth('checkout page §5 A page that nobody looks at', (surface) => {
  test('a hidden page asks the server for nothing before the time is over', async () => {
    const clock = stopClock()
    const { server } = await openCheckout({ surface })
    hide()
    const before = askedFor(server)
    await clock.pass(30 * MINUTE - 1)
    expect(askedFor(server)).toEqual(before)
    expect(status()).toMatchTextContent('Less than 1 minute left.')
  })

  test('a hidden page asks once at the end, and again when the buyer is back', async () => {
    const clock = stopClock()
    const { server, view } = await openCheckout({ surface })
    const page = hide()
    const before = server.asked('view').length
    await clock.pass(40 * MINUTE)
    expect(server.asked('view')).toHaveLength(before + 1)
    expect(payButton()).toBeVisible()
    server.always('view', () => Response.json({ ...view, status: 'expired' }))
    page.look()
    await expect.poll(() => heading('This payment link has expired')).toBeVisible()
  })

  test('a page whose browser slept says at once that the time is over', async () => {
    const { server, view, emitted } = await openCheckout({ surface })
    const page = hide()
    server.always('view', () =>
      Response.json({ ...view, now: '2026-11-21T11:00:00.000Z', status: 'expired' }),
    )
    page.look()
    await expect.poll(() => heading('This payment link has expired')).toBeVisible()
    expect(emitted('hc-expired')).toHaveLength(1)
  })
})
