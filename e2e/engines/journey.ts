import { expect } from '@playwright/test'
import type { Place } from '../fixtures.ts'
import type { merchantApi } from '../merchant-api.ts'
import type { Engine, Tab } from './buyer.ts'

/** What a buyer brings about in one checkout, and who is there. */
export type Journey = {
  place: Place
  url: string
  /** Another page of whoever shows the checkout: WebKit's driver is lost when policies differ. */
  elsewhere: string
  shop: Awaited<ReturnType<ReturnType<typeof merchantApi>['createShop']>>
  api: ReturnType<typeof merchantApi>
  engine: Engine
  tab: Tab
  /** The checkout of this session in another tab. */
  openAnother: () => Promise<Tab>
  /** The checkout says this. */
  says: (text: string | RegExp, tab?: Tab) => Promise<void>
  /** That has the focus: its id, or its element and what it says. */
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

/** After a decline only the number and the code are wanted anew. */
export async function payAnew(tab: Tab, number: string) {
  await tab.typeInCard('number', digitsOf(number))
  await tab.typeInCard('cvc', '123')
  await tab.click('[data-pay]')
}

/**
 * By the link of that field. WebKit scrolls to what has got the focus some time later: a press in
 * between misses its link, and whoever presses sees that and presses again.
 */
export const leadsTo = (tab: Tab, field: string, element: string) =>
  expect
    .poll(async () => {
      if ((await tab.focused()) !== element) await tab.click(`[data-go=${field}]`)
      return tab.focused()
    })
    .toBe(element)

/** Pressed before the card fields are there, Pay lists the others alone. */
export const listsAll = (tab: Tab) =>
  expect
    .poll(async () => {
      const isListed =
        (await tab.focused()) === 'div: There is a problem' &&
        (await tab.text()).includes('Enter a valid card number')
      if (!isListed) await tab.click('[data-pay]')
      return isListed
    })
    .toBe(true)
