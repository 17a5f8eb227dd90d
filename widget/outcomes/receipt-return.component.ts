import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { stopClock } from '../test/a-clock.ts'
import { hide } from '../test/a-hidden-page.ts'
import { anOrder } from '../test/a-view.ts'
import {
  aCheckoutView,
  button,
  describeBoth,
  expectReceipt,
  focused,
  heading,
  link,
  openCheckout,
  pay,
  status,
  text,
  topsOfReceipt,
} from '../test/a-checkout.ts'
import { holdNavigation } from '../test/a-navigation.ts'

const SUCCESS_URL = 'https://shop.example/thanks?ref=1&session_id=old#top'

const RETURNING = 'You will return to Nordic Atelier in 20 seconds.'

const CLOSE = 'You can close this page.'

const signOf = (type: string) =>
  heading('Payment received')!.dispatchEvent(new Event(type, { bubbles: true, composed: true }))

function scroll() {
  document.body.style.minHeight = '3000px'
  onTestFinished(() => document.body.removeAttribute('style'))
  scrollBy(0, 200)
}

const moveMouse = (moved: PointerEventInit) =>
  heading('Payment received')!.dispatchEvent(
    new PointerEvent('pointermove', { bubbles: true, composed: true, ...moved }),
  )

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))

/** Waits until the browser has told everything that the new screen itself causes. */
async function drawn() {
  for (let frames = 0; frames < 3; frames += 1) await frame()
}

describeBoth('checkout page §4 States, complete, where the buyer goes back', (surface) => {
  // Only our own page returns without being asked to.
  const attributes = surface === 'hosted' ? {} : { redirect: 'auto' }
  const view = aCheckoutView({ successUrl: SUCCESS_URL })

  test('contract §5: the buyer hears that they go back to the store, and does after 20 s', async () => {
    const clock = stopClock()
    const visited = holdNavigation()
    await openCheckout({ surface, view, attributes })
    pay()
    await expectReceipt()
    expect(text(RETURNING)).toHaveLength(2)
    expect(status()).toHaveTextContent(RETURNING)
    await clock.pass(19_999)
    expect(visited).toEqual([])
    await clock.pass(1)
    expect(visited).toEqual([`https://shop.example/thanks?ref=1&session_id=${view.id}#top`])
  })

  test.each([
    ['presses a key', () => userEvent.keyboard('a')],
    ['clicks', () => userEvent.click(heading('Payment received')!)],
    ['moves the focus', async () => link('Return to Nordic Atelier')!.focus()],
    ['touches the page', async () => signOf('touchstart')],
    ['presses without letting go', async () => signOf('pointerdown')],
    ['turns the wheel', async () => signOf('wheel')],
    ['moves the mouse', async () => moveMouse({ movementX: 0, movementY: -2 })],
    ['comes back to the tab', async () => hide().look()],
    ['scrolls', async () => scroll()],
    ['selects text', async () => getSelection()!.selectAllChildren(document.body)],
    ['says so', () => userEvent.click(button('Stay here')!)],
  ])('contract §5: a buyer who %s stays', async (_, live) => {
    const clock = stopClock()
    const visited = holdNavigation()
    await openCheckout({ surface, view, attributes })
    pay()
    await expectReceipt()
    await drawn()
    expect(button('Stay here')).toBeVisible()
    await live()
    await expect.poll(() => button('Stay here')).toBeNull()
    for (const said of text(RETURNING)) expect(said).not.toBeVisible()
    expect(text(CLOSE)[0]).toBeVisible()
    expect(status()).toBeEmptyDOMElement()
    expect(document.body).not.toBe(focused())
    await clock.pass(60_000)
    expect(visited).toEqual([])
  })

  test('contract §5: a mouse under which the page has moved is no sign of life', async () => {
    const clock = stopClock()
    const visited = holdNavigation()
    await openCheckout({ surface, view, attributes })
    pay()
    await expectReceipt()
    await drawn()
    moveMouse({ movementX: 0, movementY: 0 })
    expect(button('Stay here')).toBeVisible()
    await clock.pass(20_000)
    expect(visited).toHaveLength(1)
  })

  test('contract §5: nobody leaves a receipt that the screen does not hold', async () => {
    const { innerWidth, innerHeight } = window
    onTestFinished(() => page.viewport(innerWidth, innerHeight))
    await page.viewport(390, 600)
    const clock = stopClock()
    const visited = holdNavigation()
    await openCheckout({ surface, view, attributes })
    pay()
    await expectReceipt()
    expect(text(CLOSE)[0]).toBeVisible()
    expect(button('Stay here')).toBeNull()
    expect(status()).not.toHaveTextContent(RETURNING)
    await clock.pass(60_000)
    expect(visited).toEqual([])
  })

  test('contract §5: the way to stay is directly under the thanks', async () => {
    await openCheckout({ surface, view, attributes })
    pay()
    await expectReceipt()
    const [thanks] = text(/^Thank you, /)
    expect(thanks?.nextElementSibling).toContainElement(button('Stay here') as HTMLElement)
  })

  test('contract §5: nobody goes back before they have seen the receipt for 20 s', async () => {
    const clock = stopClock()
    const visited = holdNavigation()
    const { server } = await openCheckout({ surface, view, attributes })
    const page = hide()
    server.become({ status: 'complete', order: anOrder() })
    await expectReceipt()
    await clock.pass(60_000)
    expect(visited).toEqual([])
    page.look()
    expect(button('Stay here')).toBeVisible()
    await clock.pass(19_999)
    expect(visited).toEqual([])
    await clock.pass(1)
    expect(visited).toHaveLength(1)
  })

  test('contract §5: whoever leaves for another tab is not taken away meanwhile', async () => {
    const clock = stopClock()
    const visited = holdNavigation()
    await openCheckout({ surface, view, attributes })
    pay()
    await expectReceipt()
    await clock.pass(10_000)
    hide()
    await clock.pass(60_000)
    expect(visited).toEqual([])
  })

  test('contract §5: a tab that nobody looks at goes back at once when somebody does', async () => {
    const visited = holdNavigation()
    const atOnce = { ...view, returnsAtOnce: true as const }
    const { server } = await openCheckout({ surface, view: atOnce, attributes })
    const page = hide()
    server.become({ status: 'complete', order: anOrder() })
    await expectReceipt()
    expect(visited).toEqual([])
    page.look()
    await expect.poll(() => visited).toHaveLength(1)
  })

  test('contract §5: nothing moves under a finger that is on its way to press', async () => {
    await openCheckout({ surface, view, attributes })
    pay()
    await expectReceipt()
    await drawn()
    const tops = topsOfReceipt()
    const before = tops()
    signOf('pointerdown')
    await expect.poll(() => button('Stay here')).toBeNull()
    expect(tops()).toEqual(before)
  })

  test('contract §5: a store may have its buyers back at once', async () => {
    const visited = holdNavigation()
    await openCheckout({ surface, view: { ...view, returnsAtOnce: true }, attributes })
    pay()
    await expectReceipt()
    await expect
      .poll(() => visited)
      .toEqual([`https://shop.example/thanks?ref=1&session_id=${view.id}#top`])
    expect(button('Stay here')).toBeNull()
    expect(link('Return to Nordic Atelier')).toBeVisible()
  })

  test('an element that is taken out of the page takes nobody away', async () => {
    const clock = stopClock()
    const visited = holdNavigation()
    const { element } = await openCheckout({ surface, view, attributes })
    pay()
    await expectReceipt()
    element.remove()
    await clock.pass(60_000)
    expect(visited).toEqual([])
  })
})
