import { expect, onTestFinished, test, vi } from 'vitest'
import { outcomesKit, serveCheckout } from '../test/a-checkout-server.ts'
import { aCheckoutView, button, mountCheckout, press, status } from '../test/a-checkout.ts'
import { anOrder } from '../test/a-view.ts'

/** Keeps the second file waiting until the test lets it come. */
function holdOutcomes(server: ReturnType<typeof serveCheckout>) {
  const held = Promise.withResolvers<void>()
  server.next('outcomes', () => held.promise.then(outcomesKit))
  return held.resolve
}

// A page loads the second file only once, so this test has a page of its own.
test('what is pressed on a painted receipt before the second file is there is done then', async () => {
  const view = aCheckoutView({ status: 'complete', order: anOrder() })
  const server = serveCheckout(view)
  const letCome = holdOutcomes(server)
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const printed = vi.spyOn(window, 'print').mockReturnValue()
  onTestFinished(() => void vi.restoreAllMocks())
  mountCheckout(view, { surface: 'hosted' })
  press(button('Copy')!)
  await expect.poll(() => server.asked('outcomes')).toHaveLength(1)
  press(button('Print receipt')!)
  expect([copied.mock.calls, printed.mock.calls]).toEqual([[], []])
  letCome()
  await expect.poll(() => button('Copied')).toBeVisible()
  expect(status()).toHaveTextContent('Copied')
  expect([copied.mock.calls, printed.mock.calls]).toEqual([[[anOrder().orderNumber]], [[]]])
})
