import { expect } from '@playwright/test'
import { CARDS } from '../checkout.page.ts'
import { figure } from '../figure.ts'
import { SELLER } from '../merchant-api.ts'
import {
  DETAILS,
  EXPIRED,
  type Journeys,
  PAID,
  countsAll,
  fillBuyer,
  fillCard,
  holds,
  leadsTo,
  payByKeyboard,
  payWith,
  see,
} from './journey.ts'

/** From when the page is there to the Enter that pays. */
const MOST_TABS = 8

/** What a buyer can do with a checkout, and what follows. */
export const JOURNEYS: Journeys = {
  'is paid; a reload and Back show the receipt, never the form': async ({
    surface,
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
    // An engine keeps no page that still loads, nor any when memory is short.
    await see(async () => {
      expect(await tab.text()).toContain(DETAILS.name)
      expect(await tab.leaveAndReturn(elsewhere)).toBe(engine.keeps.paid.includes(surface))
    }, 60_000)
    await says(/^(?!.*Pay €).*Payment received/s)
    await isPaid()
  },

  'opens its receipt at the top, and nothing there moves in 10 s': async ({
    tab,
    says,
    isPaid,
  }) => {
    await tab.type('email', 'ana@mail.example')
    await payWith(tab, CARDS.succeeds)
    await says('Payment received')
    const { tops, ageMs } = await tab.receipt()
    expect(Math.min(...tops)).toBeGreaterThanOrEqual(0)
    await see(async () => expect((await tab.receipt()).ageMs).toBeGreaterThan(ageMs + 10_000))
    expect((await tab.receipt()).tops).toEqual(tops)
    await isPaid()
  },

  'that was left before it was paid elsewhere shows the receipt to whoever comes Back': async ({
    surface,
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
    // Another engine may keep the page, too, if the stream of events is not there yet.
    expect(isAsLeft || !engine.keeps.open.includes(surface)).toBe(true)
    await says(/^(?!.*Pay €).*Payment received/s)
    await isPaid()
  },

  'is paid by the keyboard alone': async ({ surface, tab, engine, says, isPaid }) => {
    const tabs = await payByKeyboard(tab, { choosesDelivery: true })
    await says('Payment received')
    figure(`Tab until paid, ${engine.name}, ${surface}`, `${tabs}, then Enter`)
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
    surface,
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
    // In a merchant's page the focus stays where the buyer has it. Our own page is loaded anew.
    await hasFocus(surface === 'hosted' ? EXPIRED : '')
  },

  'sells out while it is open': async ({ tab, says, hasFocus, api, shop }) => {
    await tab.type('name', DETAILS.name)
    await api.sellOut(shop)
    await says('Sold out')
    await says('You were not charged')
    await hasFocus('h1: Sold out')
    expect((await api.listPayments(shop)).data).toHaveLength(1)
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
    // One after the other, because typing into a tab behind another one takes long.
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

  'does what is pressed, although the field that is left turns out wrong': async ({
    surface,
    elsewhere,
    tab,
    engine,
    api,
    shop,
    hasFocus,
  }) => {
    await api.changeShop(shop, { seller: { ...SELLER, mustAgree: true } })
    for (const pointer of engine.pointers) {
      const url = await api.createSession(shop)
      const embedding = new URL(`/?session=${url.split('/').at(-1)}`, elsewhere)
      await tab.open(surface === 'hosted' ? url : embedding.href)
      // What comes while the page loads would move what is pressed.
      await tab.awaitSeen('iframe[data-ready]')
      // The window is then as high as the page. Firefox would scroll back to a field under a press.
      await tab.picture(1280)
      await tab.type('email', 'ana')
      await holds(tab, '.option:has([value=express])', pointer)
      await tab.awaitSeen('[value=express]:checked')
      await tab.typeInCard('number', '4242424242424241')
      await holds(tab, '#agreed', pointer)
      await tab.awaitSeen('#agreed:checked')
      await tab.typeInCard('cvc', '1')
      await holds(tab, '[data-pay]', pointer)
      await hasFocus('name')
    }
  },

  'waits for a bank that has not answered, and says so': async ({ tab, says, hasFocus }) => {
    await payWith(tab, CARDS.unknown)
    await says('Still waiting for your bank.')
    await hasFocus('button: Processing…')
  },

  'counts what is wrong, then lists it and leads to it, and to the one thing that is left': async ({
    tab,
    engine,
    says,
    hasFocus,
    isPaid,
  }) => {
    await says('Pay €')
    await countsAll(tab)
    await tab.press(DETAILS.name, 'Enter')
    await hasFocus('phone')
    await tab.press(DETAILS.phone, 'Enter')
    await hasFocus('div: There is a problem')
    await leadsTo(tab, 'place', 'place')
    await tab.press(DETAILS.place)
    await leadsTo(tab, 'number', 'card: number', ...(engine.entersFrames ? [] : ['card: ']))
    // Where the frame has the focus but none of its fields, Tab leads to the first one.
    if ((await tab.focused()) === 'card: ') await tab.press('1', 'Tab')
    await hasFocus('card: number')
    await tab.press('4242424242424242', 'Tab', '1240')
    await see(async () => expect(await tab.readCard('number')).toBe('4242 4242 4242 4242'))
    await tab.press('Enter')
    await hasFocus('card: cvc')
    await tab.press('123', 'Enter')
    await says('Payment received')
    await hasFocus(PAID)
    await isPaid()
  },
}
