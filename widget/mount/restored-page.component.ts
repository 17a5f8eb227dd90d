import { expect, test } from 'vitest'
import { speakAsFrame } from '../test/a-card-frame.ts'
import { never, serveCheckout } from '../test/a-checkout-server.ts'
import {
  aCheckoutView,
  cardFrame,
  expectReceipt,
  mountCheckout,
  pressPay,
  typeBuyer,
} from '../test/a-checkout.ts'

const comeBack = () =>
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))

// A page loads each file only once, so this test has a page of its own.
test('checkout page §5 History and leaving: what was on its way when the buyer left is asked for again when the page comes back from memory', async () => {
  const view = aCheckoutView()
  const server = serveCheckout(view)
  for (const call of ['token', 'kit', 'outcomes', 'events'] as const) server.next(call, never)
  const asked = async (call: Parameters<typeof server.asked>[0], times: number) => {
    await expect.poll(() => server.asked(call)).toHaveLength(times)
  }
  mountCheckout(view)
  await asked('token', 1)
  await asked('kit', 1)
  comeBack()
  await speakAsFrame(await cardFrame())
  await asked('outcomes', 1)
  comeBack()
  await asked('events', 1)
  comeBack()
  await asked('events', 2)
  await typeBuyer()
  pressPay()
  await expectReceipt()
  expect(server.orders).toHaveLength(1)
})
