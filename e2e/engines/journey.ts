import { expect } from '@playwright/test'
import type { Surface } from '../fixtures.ts'
import type { merchantApi } from '../merchant-api.ts'
import type { Engine, Pointer, Tab } from './buyer.ts'

/** What a buyer does in one checkout, and with whom. */
export type Journey = {
  surface: Surface
  url: string
  /**
   * Another page of the site that shows the checkout. WebKit's driver is lost when policies differ.
   */
  elsewhere: string
  shop: Awaited<ReturnType<ReturnType<typeof merchantApi>['createShop']>>
  api: ReturnType<typeof merchantApi>
  engine: Engine
  tab: Tab
  /** Opens the checkout of this session in another tab. */
  openAnother: () => Promise<Tab>
  /** Waits until the checkout says this. */
  says: (text: string | RegExp, tab?: Tab) => Promise<void>
  /** Waits until this has the focus: an id, or an element and what it says. */
  hasFocus: (element: string) => Promise<void>
  isPaid: () => Promise<void>
}

export type Journeys = Record<string, (journey: Journey) => Promise<void>>

export const DETAILS = {
  name: 'Ana Example',
  phone: '+34 600 123 456',
  place: 'Calle Mayor 1, 28013 Madrid',
}

export const PAID = 'h1: Payment received'
export const EXPIRED = 'h1: This payment link has expired'
export const DECLINED = 'div: Your payment did not go through'

export const digitsOf = (number: string) => number.replaceAll(' ', '')

/**
 * Looks until all is as expected. A page that has just been left, or has just come back, cannot be
 * looked at, and a poll would fail then.
 */
export const see = (look: () => Promise<void>, timeout = 60_000) => expect(look).toPass({ timeout })

export async function fillBuyer(tab: Tab) {
  for (const [field, text] of Object.entries(DETAILS)) await tab.type(field, text)
}

export async function fillCard(tab: Tab, number: string) {
  await tab.typeInCard('number', digitsOf(number))
  await tab.typeInCard('exp', '1240')
  await tab.typeInCard('cvc', '123')
}

export async function payWith(tab: Tab, number: string) {
  await fillCard(tab, number)
  await fillBuyer(tab)
  await tab.click('[data-pay]')
}

/** Presses Tab until this has the focus; returns how often. */
export async function tabTo(tab: Tab, element: RegExp) {
  let tabs = 0
  while (!element.test(await tab.focused())) {
    tabs += 1
    expect(tabs).toBeLessThan(20)
    await tab.press('Tab')
  }
  return tabs
}

/** `choosesDelivery`: between phone and address. Returns how often Tab was pressed. */
export async function payByKeyboard(tab: Tab, { choosesDelivery }: { choosesDelivery: boolean }) {
  // These keys are quicker than any hand, and would reach the card before its fields are there.
  const hasCard = () => tab.awaitSeen('iframe[data-ready]')
  await hasCard()
  // Card fields that were asked for again have moved the focus, and the count begins at the top.
  while ((await tab.focused()) !== '') {
    await tab.reload()
    await hasCard()
  }
  const keys = [DETAILS.name, 'Tab', 'Tab', DETAILS.phone, 'Tab']
  if (choosesDelivery) keys.push('Tab')
  keys.push(DETAILS.place, 'Tab', '4242424242424242', 'Tab', '1240', 'Tab', '123', 'Enter')
  const tabs = (await tabTo(tab, /^name$/)) + keys.filter((key) => key === 'Tab').length
  await tab.press(...keys)
  return tabs
}

/** After a decline only the number and the code have to be typed again. */
export async function payAnew(tab: Tab, number: string) {
  await tab.typeInCard('number', digitsOf(number))
  await tab.typeInCard('cvc', '123')
  await tab.click('[data-pay]')
}

/**
 * Follows the link to a field. WebKit scrolls some time after the focus has moved, so a press in
 * between misses its link. A person sees that and presses again. The focus may be on any of
 * `elements`.
 */
export const leadsTo = (tab: Tab, field: string, ...elements: string[]) =>
  see(async () => {
    if (!elements.includes(await tab.focused())) await tab.click(`[data-go=${field}]`)
    expect(elements).toContain(await tab.focused())
  })

/**
 * Presses the top of this, which is missed first when something moves. What moves before the press
 * (Firefox scrolls to a field some time after the typing) is seen by a person, who presses again.
 */
export const holds = (tab: Tab, selector: string, pointer: Pointer) =>
  see(async () => expect(await tab.hold(selector, 0.15, pointer)).toBe(true))

/** When Pay is pressed before the card fields are there, it lists only the other fields. */
export const countsAll = (tab: Tab) =>
  see(async () => {
    const isCounted =
      (await tab.focused()) === 'name' && (await tab.text()).includes('Fields to correct: 6')
    if (!isCounted) await tab.click('[data-pay]')
    expect(isCounted).toBe(true)
  })
