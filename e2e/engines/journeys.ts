import { expect } from '@playwright/test'
import { CARDS } from '../checkout.page.ts'
import { figure } from '../figure.ts'
import {
  DETAILS,
  EXPIRED,
  type Journeys,
  PAID,
  fillBuyer,
  fillCard,
  leadsTo,
  listsAll,
  payWith,
} from './journey.ts'

/** From the moment that the page is there to the Enter that pays. */
const MOST_TABS = 8

/** What becomes of a checkout, as a buyer brings it about. */
export const JOURNEYS: Journeys = {
  'is paid; a reload and Back show the receipt, never the form': async ({
    place,
    tab,
    elsewhere,
    engine,
    says,
    hasFocus,
    isPaid,
  }) => {
    await payWith(tab, CARDS.succeeds)
    await says('Payment received')
    await hasFocus(PAID)
    await tab.reload()
    await says('Payment received')
    await hasFocus('')
    expect(await tab.leaveAndReturn(elsewhere)).toBe(engine.keeps.paid.includes(place))
    await says('Payment received')
    await says(/^(?!.*Card number)/s)
    await isPaid()
  },

  'that was left before it was paid elsewhere shows the receipt to whoever comes Back': async ({
    place,
    tab,
    elsewhere,
    engine,
    says,
    api,
    url,
    isPaid,
  }) => {
    await says('Pay €')
    const isAsLeft = await tab.leaveAndReturn(elsewhere, () =>
      api.payAsProgram(url, '4242424242424242'),
    )
    // Another engine may keep it, too, while the stream of events is not there yet.
    expect(isAsLeft || !engine.keeps.open.includes(place)).toBe(true)
    await says('Payment received')
    await says(/^(?!.*Card number)/s)
    await isPaid()
  },

  'is paid by the keyboard alone': async ({ place, tab, engine, says, isPaid }) => {
    // No hand is as quick as these keys: they would be at the card before its fields are there.
    await tab.awaitSeen('iframe[data-ready]')
    let tabs = 0
    while ((await tab.focused()) !== 'name') {
      tabs += 1
      expect(tabs).toBeLessThan(MOST_TABS)
      await tab.press('Tab')
    }
    const keys = [DETAILS.name, 'Tab', DETAILS.phone, 'Tab', 'Tab', 'Tab', DETAILS.place, 'Tab']
    keys.push('4242424242424242', 'Tab', '1240', 'Tab', '123', 'Enter')
    await tab.press(...keys)
    await says('Payment received')
    tabs += keys.filter((key) => key === 'Tab').length
    figure(`Tab until paid, ${engine.name}, ${place}`, `${tabs}, then Enter`)
    expect(tabs).toBeLessThanOrEqual(MOST_TABS)
    await isPaid()
  },

  'expires while the buyer is in the card’s frame': async ({ tab, says, hasFocus, api, url }) => {
    await tab.typeInCard('number', '4242')
    await hasFocus('card: number')
    await api.expireSession(url)
    await says('This payment link has expired')
    await says('You were not charged')
    await says(/^(?!.*Pay €)/s)
    await hasFocus(EXPIRED)
  },

  'expires while the buyer is elsewhere in the page': async ({
    place,
    tab,
    says,
    hasFocus,
    api,
    url,
  }) => {
    await says('Pay €')
    expect(await tab.focused()).toBe('')
    await api.expireSession(url)
    await says('This payment link has expired')
    // It stays where the buyer has it in a merchant's page; our own page is new.
    await hasFocus(place === 'hosted' ? EXPIRED : '')
  },

  'sells out while it is open': async ({ tab, says, hasFocus, api, shop }) => {
    await says('Pay €')
    await api.putProduct(shop, 0)
    await payWith(tab, CARDS.succeeds)
    await says('Sold out')
    await says('You were not charged')
    await hasFocus('h1: Sold out')
    expect((await api.listPayments(shop)).data).toEqual([])
  },

  'is paid elsewhere while the buyer fills it in': async ({
    tab,
    says,
    hasFocus,
    api,
    url,
    shop,
    isPaid,
  }) => {
    await tab.type('name', DETAILS.name)
    await api.payAsProgram(url, '4242424242424242')
    await says('Payment received')
    await hasFocus(PAID)
    expect((await api.listPayments(shop)).data).toHaveLength(1)
    await isPaid()
  },

  'is paid once when Pay is pressed in two tabs': async ({
    tab,
    says,
    openAnother,
    api,
    shop,
    isPaid,
  }) => {
    // One after the other: what is typed into a tab behind another one takes its time.
    await fillCard(tab, CARDS.succeeds)
    await fillBuyer(tab)
    const other = await openAnother()
    await fillCard(other, CARDS.succeeds)
    await fillBuyer(other)
    const soon = Date.now() + 300
    await tab.payAt(soon)
    await other.payAt(soon)
    await says('Payment received', other)
    await says('Payment received', tab)
    expect((await api.listPayments(shop)).data).toHaveLength(1)
    await other.close()
    await isPaid()
  },

  'does not know what became of a payment, and says so': async ({ tab, says, hasFocus }) => {
    await payWith(tab, CARDS.unknown)
    await says('Do not pay again.')
    await hasFocus('button: Paying…')
  },

  'lists what is wrong, leads to it, and to the one thing that is left': async ({
    tab,
    engine,
    says,
    hasFocus,
    isPaid,
  }) => {
    await says('Pay €')
    await listsAll(tab)
    await leadsTo(tab, 'place', 'place')
    await tab.press(DETAILS.place)
    await leadsTo(tab, 'number', engine.entersFrames ? 'card: number' : 'card: ')
    // Where the frame has the focus and no field of it, Tab is the way into the first one.
    if (!engine.entersFrames) await tab.press('1', 'Tab')
    await hasFocus('card: number')
    await tab.press('4242424242424242', 'Tab', '1240')
    await expect.poll(() => tab.readCard('number')).toBe('4242 4242 4242 4242')
    await leadsTo(tab, 'name', 'name')
    await tab.press(DETAILS.name, 'Enter')
    await hasFocus('div: There is a problem')
    await leadsTo(tab, 'phone', 'phone')
    await tab.press(DETAILS.phone, 'Enter')
    await hasFocus('card: cvc')
    await tab.press('123', 'Enter')
    await says('Payment received')
    await hasFocus(PAID)
    await isPaid()
  },
}
