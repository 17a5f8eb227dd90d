import { screen } from 'shadow-dom-testing-library'
import { describe, expect, onTestFinished, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
  CHECKOUT_URL,
  lost,
  never,
  refused,
  restarted,
  serveCheckout,
} from '../test/a-checkout-server.ts'
import { holdNavigation } from '../test/a-navigation.ts'
import {
  type Surface,
  aCheckoutView,
  button,
  cardFrame,
  expectForm,
  fillBuyer,
  field,
  focused,
  heading,
  link,
  mountCheckout,
  openCheckout,
  pay,
  payButton,
  status,
  text,
  describeBoth,
  press,
  fill,
} from '../test/a-checkout.ts'
import { speakAsFrame } from '../test/a-card-frame.ts'

const EXPIRED = 'This payment link has expired'
const NEXT = 'cs_Vbgs1FU00t7WqLm2XcRz9HkPa4JpG1sT'

const restartable = (over = {}) => aCheckoutView({ canRestart: true, ...over })
const startAgain = () => button('Start again')
/** The testing library does not take a link with an empty address for a link. */
const linkAgain = () => text('Start again')[0]

/** Opens a session that is over, and waits until the page says so. */
async function openExpired(surface: Surface) {
  const view = restartable({ status: 'expired' })
  const next = restartable({ id: NEXT })
  const server = serveCheckout(view, next)
  const mounted = mountCheckout(view, { surface })
  await expect.poll(startAgain).toBeVisible()
  await expect.poll(() => mounted.element.getAttribute('status')).toBe('expired')
  return { server, ...mounted }
}

describeBoth('decision 73: starting again', (surface) => {
  test('a new start is offered beside the way back where the store lets buyers do that', async () => {
    await openExpired(surface)
    expect(heading(EXPIRED)).toBeVisible()
    expect(text('You were not charged. You can try again.')).toHaveLength(1)
    expect(link('Back to Nordic Atelier')).toHaveAttribute('href', 'https://shop.example/basket')
  })

  test('a new start is not offered where the store does not let buyers do that', async () => {
    const view = aCheckoutView({ status: 'expired' })
    serveCheckout(view)
    mountCheckout(view, { surface })
    await expect.poll(() => heading(EXPIRED)).toBeVisible()
    expect(startAgain()).toBeNull()
  })

  test('a new start is asked for once, however often the button is pressed', async () => {
    const { server } = await openExpired(surface)
    server.next('restart', never)
    await userEvent.dblClick(startAgain()!)
    await expect.poll(() => server.asked('restart')).toHaveLength(1)
    expect(server.asked('restart')).toMatchObject([{ bearer: null }])
  })

  test.each(['not_restartable', 'product_not_found', 'variant_not_found'])(
    'a new start that the server refuses (%s) is not offered any more',
    async (code) => {
      const { server } = await openExpired(surface)
      server.next('restart', refused(409, code))
      press(startAgain()!)
      await expect.poll(startAgain).toBeNull()
      expect(text('You were not charged. Go back to Nordic Atelier to start again.')).toHaveLength(
        1,
      )
      expect(focused()).toBe(heading(EXPIRED))
    },
  )

  test.each([
    ['the product is sold out', refused(409, 'sold_out'), 'Sold out'],
    ['too few are left', refused(409, 'insufficient_stock', { left: 1 }), 'Only 1 left'],
    [
      'too few are left, nobody says how many',
      refused(409, 'insufficient_stock'),
      'Not enough left',
    ],
  ])('a new start says that %s, as often as it is asked for', async (_, answer, title) => {
    const { server, element } = await openExpired(surface)
    server.always('restart', answer)
    press(startAgain()!)
    await expect.poll(() => heading(title)).toBeVisible()
    expect(element).toHaveAttribute('status', 'unavailable')
    press(linkAgain()!)
    await expect.poll(() => server.asked('restart')).toHaveLength(2)
    await expect.poll(() => focused() === heading(title)).toBe(true)
  })

  test.each([
    ['the connection is gone', lost, 'You were not charged. Try again in a moment.'],
    [
      'too much was asked',
      refused(429, 'rate_limited'),
      'You were not charged. Try again in a minute.',
    ],
  ])('a new start may be tried again when %s', async (_, answer, said) => {
    const { server } = await openExpired(surface)
    server.next('restart', answer)
    press(startAgain()!)
    await expect.poll(() => text(said)).toHaveLength(1)
    expect(startAgain()).toBeVisible()
  })
})

describe('decision 73: starting again on our own page', () => {
  test('a new start leads to the page of the new session, with what was typed', async () => {
    const visited = holdNavigation()
    const { server } = await openCheckout({ surface: 'hosted', view: restartable() })
    fillBuyer()
    server.become({ status: 'expired' })
    await expect.poll(startAgain).toBeVisible()
    server.next('restart', restarted(NEXT))
    press(startAgain()!)
    await expect.poll(() => visited.at(-1)).toContain(`${CHECKOUT_URL}/${NEXT}`)
    const kept = JSON.parse(sessionStorage.getItem(`hosted-checkout:${NEXT}`) ?? '{}')
    expect(kept).toMatchObject({ name: 'Ana Example', place: 'Calle Mayor 1, 28013 Madrid' })
    expect(Object.keys(sessionStorage)).toEqual([`hosted-checkout:${NEXT}`])
  })

  test('a new start leads again, from the page before, to what was typed into the new session', async () => {
    const visited = holdNavigation()
    const key = `hosted-checkout:${NEXT}`
    const { server } = await openCheckout({ surface: 'hosted', view: restartable() })
    fillBuyer()
    server.become({ status: 'expired' })
    await expect.poll(startAgain).toBeVisible()
    server.always('restart', restarted(NEXT))
    press(startAgain()!)
    await expect.poll(() => visited).toHaveLength(1)
    const typed = { ...JSON.parse(sessionStorage.getItem(key) ?? '{}'), place: 'New street 2' }
    sessionStorage.setItem(key, JSON.stringify(typed))
    // A browser may bring the page back as it was left.
    press(startAgain()!)
    await expect.poll(() => visited).toHaveLength(2)
    expect(JSON.parse(sessionStorage.getItem(key) ?? '{}')).toEqual(typed)
  })

  test('a new start keeps what was typed where the session is the same', async () => {
    const visited = holdNavigation()
    const view = restartable()
    const { server } = await openCheckout({ surface: 'hosted', view })
    server.next('pay', refused(409, 'sold_out'))
    pay()
    await expect.poll(() => heading('Sold out')).toBeVisible()
    server.next('restart', restarted(view.id))
    press(linkAgain()!)
    await expect.poll(() => visited).toHaveLength(1)
    expect(sessionStorage.getItem(`hosted-checkout:${view.id}`)).toContain('Calle Mayor 1')
  })
})

describe('decision 73: starting again in a merchant’s page', () => {
  test('a new start shows the new session with what was typed, and goes on in the first field', async () => {
    const view = restartable()
    const server = serveCheckout(view, restartable({ id: NEXT }))
    const { element, emitted } = mountCheckout(view)
    await speakAsFrame(await cardFrame())
    await expectForm()
    fillBuyer()
    server.become({ status: 'expired' })
    await expect.poll(startAgain).toBeVisible()
    server.next('restart', restarted(NEXT))
    press(startAgain()!)
    await expectForm()
    expect(element.session).toBe(NEXT)
    expect(field('Full name')).toHaveValue('Ana Example')
    await expect.poll(() => focused()).toBe(field('Full name'))
    expect(emitted('hc-expired')).toHaveLength(1)
    expect(emitted('hc-restarted').map(({ detail }) => detail)).toMatchObject([
      { session: view.id, next: NEXT },
    ])
  })

  test('a new start goes on with the same session where that is still open', async () => {
    const view = restartable()
    const { server, element, emitted } = await openCheckout({ view })
    server.next('pay', refused(409, 'sold_out'))
    pay()
    await expect.poll(() => heading('Sold out')).toBeVisible()
    server.next('restart', restarted(view.id))
    press(linkAgain()!)
    await expectForm()
    expect(field('Full name')).toHaveValue('Ana Example')
    expect(element.session).toBe(view.id)
    expect(emitted('hc-restarted')).toEqual([])
  })

  test('no new start is offered where a merchant’s page takes the end into its hands', async () => {
    const { server } = await openCheckout({ view: restartable(), prevented: ['hc-expired'] })
    server.become({ status: 'expired' })
    await expect.poll(() => document.querySelector('iframe')).toBeNull()
    expect(startAgain()).toBeNull()
  })
})

const SAID = 'The total has changed from $134.00 to $154.00.'

/** The totals that the buyer saw, as the page of the earlier session has kept them. */
const before = {
  session: NEXT,
  option: 'standard',
  subtotal: 12900,
  fee: 500,
  total: 13400,
  currency: 'USD',
  currencyDigits: 2,
}
const OPTIONS = [
  { id: 'standard', name: 'Standard', fee: 500 },
  { id: 'express', name: 'Express', fee: 900 },
]
const seenExpress = { ...before, option: 'express', fee: 900, total: 13800 }
const express = () => screen.getByShadowRole('radio', { name: /Express/ })
const next = (over = {}) => restartable({ id: NEXT, ...over })
const dearer = next({ amounts: { subtotal: 14900, fee: 500, total: 15400 } })

async function openNext(view = dearer, kept: object = { before }) {
  sessionStorage.setItem(`hosted-checkout:${NEXT}`, JSON.stringify(kept))
  return openCheckout({ surface: 'hosted', view })
}

describe('decision 73: another total than the buyer saw', () => {
  test('another total is said above the button, and aloud once', async () => {
    await openNext()
    await expect.poll(() => text(SAID)).toHaveLength(2)
    expect(status()).toHaveTextContent(SAID)
    let written = 0
    const listener = new MutationObserver(() => (written += 1))
    listener.observe(status(), { childList: true, characterData: true, subtree: true })
    onTestFinished(() => listener.disconnect())
    fill(field('Full name'), 'Ana')
    await userEvent.tab()
    expect(text(SAID)).toHaveLength(2)
    expect(written).toBe(0)
    expect(payButton()).toHaveTextContent('Pay $154.00')
  })

  test('another total is still said when the page is loaded again, after something was typed', async () => {
    const { element } = await openNext()
    fill(field('Full name'), 'Ana')
    element.remove()
    document.querySelector('script[data-checkout]')?.remove()
    await openCheckout({ surface: 'hosted', view: dearer })
    await expect.poll(() => text(SAID)).toHaveLength(2)
    expect(field('Full name')).toHaveValue('Ana')
  })

  test.each([
    ['in another currency', next({ currency: 'EUR' }), { before }, '$134.00', '€134.00'],
    [
      'since the option that was chosen is gone',
      next(),
      { before: seenExpress, option: 'express' },
      '$138.00',
      '$134.00',
    ],
    [
      'since the option that was chosen costs more',
      next({ deliveryOptions: [OPTIONS[0]!, { ...OPTIONS[1]!, fee: 1000 }] }),
      { before: seenExpress, option: 'express' },
      '$138.00',
      '$139.00',
    ],
    [
      'of the option that is chosen now',
      { ...dearer, deliveryOptions: OPTIONS },
      { before, option: 'express' },
      '$138.00',
      '$158.00',
    ],
  ])('another total is said %s', { tags: ['long'] }, async (_, view, kept, was, now) => {
    await openNext(view, kept)
    await expect
      .poll(() => status().textContent)
      .toBe(`The total has changed from ${was} to ${now}.`)
  })

  test.each([
    ['where it is the same', next(), { before }],
    ['of another session', dearer, { before: { ...before, session: 'cs_of_something_else' } }],
    [
      'of the buyer’s own choice of delivery',
      next({ deliveryOptions: OPTIONS }),
      { before, option: 'express' },
    ],
    [
      'where the option that was chosen is gone, and another costs as much',
      next({
        deliveryOptions: [{ ...OPTIONS[0]!, fee: 900 }],
        amounts: { subtotal: 12900, fee: 900, total: 13800 },
      }),
      { before: seenExpress, option: 'express' },
    ],
  ])('another total is not said %s', async (_, view, kept) => {
    const { server } = await openNext(view, kept)
    await expect.poll(() => server.asked('events')).toHaveLength(1)
    expect(text(/The total has changed/)).toEqual([])
  })

  test('what is said of another total follows the option that is chosen', async () => {
    await openNext({ ...dearer, deliveryOptions: OPTIONS }, { before, option: 'standard' })
    await expect.poll(() => text(SAID)).toHaveLength(2)
    press(express())
    const said = 'The total has changed from $138.00 to $158.00.'
    await expect.poll(() => text(said)).toHaveLength(1)
  })

  test('another total is not said any more where another option costs what was seen', async () => {
    const options = [OPTIONS[0]!, { id: 'other', name: 'Express', fee: 900 }]
    await openNext(next({ deliveryOptions: options }), { before: seenExpress })
    await expect.poll(() => text(/The total has changed/)).toHaveLength(2)
    press(express())
    await expect.poll(() => text(/The total has changed/)).toEqual([])
  })

  test('another total goes along in a merchant’s page, with the option that was chosen', async () => {
    const view = restartable({ deliveryOptions: OPTIONS })
    const server = serveCheckout(view, { ...dearer, deliveryOptions: OPTIONS })
    mountCheckout(view)
    await speakAsFrame(await cardFrame())
    await expectForm()
    press(express())
    server.become({ status: 'expired' })
    await expect.poll(startAgain).toBeVisible()
    server.next('restart', restarted(NEXT))
    press(startAgain()!)
    await expectForm()
    const said = 'The total has changed from $138.00 to $158.00.'
    await expect.poll(() => text(said)).toHaveLength(2)
    expect(status()).toHaveTextContent(said)
  })
})

describe('checkout page §5: a choice of delivery', () => {
  test('a choice made before the page could say so is said when it can', async () => {
    await openNext(next({ deliveryOptions: OPTIONS }), { option: 'express' })
    await expect.poll(() => status().textContent).toBe('Total $138.00')
  })
})
