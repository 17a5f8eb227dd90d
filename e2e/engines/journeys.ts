import { expect, test as base } from '@playwright/test'
import { CARDS } from '../checkout.page.ts'
import type { Place } from '../fixtures.ts'
import { merchantApi } from '../merchant-api.ts'
import { startMerchant, startService } from '../service.ts'
import type { Engine, Tab } from './buyer.ts'

type Service = Awaited<ReturnType<typeof startService>>
type Merchant = Awaited<ReturnType<typeof startMerchant>>

type Journey = {
  url: string
  /** Another page of whoever shows the checkout: WebKit's driver is lost when policies differ. */
  elsewhere: string
  shop: Awaited<ReturnType<ReturnType<typeof merchantApi>['createShop']>>
  api: ReturnType<typeof merchantApi>
  tab: Tab
  /** The checkout of this session in another tab. */
  openAnother: () => Promise<Tab>
  /** The checkout says this. */
  says: (text: string | RegExp, tab?: Tab) => Promise<void>
  isPaid: () => Promise<void>
}

const DETAILS = {
  name: 'Ana Example',
  phone: '+34 600 123 456',
  place: 'Calle Mayor 1, 28013 Madrid',
}

/** From the name to the security code, with the e-mail and the delivery options between them. */
const MOST_TABS = 8

async function fillCard(tab: Tab, number: string) {
  await tab.typeInCard('number', number.replaceAll(' ', ''))
  await tab.typeInCard('exp', '1240')
  await tab.typeInCard('cvc', '123')
}

async function payWith(tab: Tab, number: string) {
  await fillCard(tab, number)
  for (const [field, text] of Object.entries(DETAILS)) await tab.type(field, text)
  await tab.click('[data-pay]')
}

const hasFocus = (tab: Tab, element: string) => expect.poll(() => tab.focused()).toBe(element)

/**
 * By the link of that field. WebKit scrolls to what has got the focus some time later: a press in
 * between misses its link, and whoever presses sees that and presses again.
 */
const leadsTo = (tab: Tab, field: string, element: string) =>
  expect
    .poll(async () => {
      if ((await tab.focused()) !== element) await tab.click(`[data-go=${field}]`)
      return tab.focused()
    })
    .toBe(element)

/** What becomes of a checkout, as a buyer brings it about. */
const JOURNEYS: Record<string, (journey: Journey) => Promise<void>> = {
  'is paid; a reload and Back show the receipt, never the form': async ({
    tab,
    elsewhere,
    says,
    isPaid,
  }) => {
    await payWith(tab, CARDS.succeeds)
    await says('Payment received')
    await hasFocus(tab, 'h1')
    await tab.reload()
    await says('Payment received')
    await tab.open(elsewhere)
    await tab.back()
    await says('Payment received')
    await says(/^(?!.*Card number)/s)
    await isPaid()
  },

  'is paid by the keyboard alone': async ({ tab, says, isPaid }) => {
    await says('Pay €')
    for (let tabs = 0; (await tab.focused()) !== 'name'; tabs += 1) {
      expect(tabs).toBeLessThan(MOST_TABS)
      await tab.press('Tab')
    }
    await tab.press(DETAILS.name, 'Tab', DETAILS.phone, 'Tab', 'Tab', 'Tab', DETAILS.place, 'Tab')
    await tab.press('4242424242424242', 'Tab', '1240', 'Tab', '123', 'Enter')
    await says('Payment received')
    await isPaid()
  },

  'is declined, keeps what was typed, and is paid with the next card': async ({
    tab,
    says,
    isPaid,
  }) => {
    await payWith(tab, CARDS.declined)
    await says('Your card was declined.')
    await hasFocus(tab, 'div')
    await fillCard(tab, CARDS.succeeds)
    await tab.click('[data-pay]')
    await says('Payment received')
    await says(DETAILS.place)
    await isPaid()
  },

  'is paid when the bank has asked, its question closed and opened again': async ({
    tab,
    says,
    isPaid,
  }) => {
    await payWith(tab, CARDS.challenge)
    await tab.click('dialog button')
    await tab.click('[data-bank]')
    await tab.answerBank('complete')
    await says('Payment received')
    await hasFocus(tab, 'h1')
    await isPaid()
  },

  'is not paid when the bank is told no, and can be tried again': async ({ tab, says, isPaid }) => {
    await payWith(tab, CARDS.challenge)
    await tab.answerBank('fail')
    await says('Your bank could not confirm that it is you.')
    await hasFocus(tab, 'div')
    await fillCard(tab, CARDS.succeeds)
    await tab.click('[data-pay]')
    await says('Payment received')
    await isPaid()
  },

  'expires while it is open': async ({ tab, says, api, url }) => {
    await tab.type('name', DETAILS.name)
    await api.expireSession(url)
    await says('This payment link has expired')
    await hasFocus(tab, 'h1')
  },

  'sells out while it is open': async ({ tab, says, api, shop }) => {
    await says('Pay €')
    await api.putProduct(shop, 0)
    await payWith(tab, CARDS.succeeds)
    await says('Sold out')
    await hasFocus(tab, 'h1')
    expect((await api.listPayments(shop)).data).toEqual([])
  },

  'is paid in another tab': async ({ tab, says, openAnother, api, shop, isPaid }) => {
    await says('Pay €')
    const other = await openAnother()
    await payWith(other, CARDS.succeeds)
    await says('Payment received', other)
    await says('Payment received', tab)
    expect((await api.listPayments(shop)).data).toHaveLength(1)
    await other.close()
    await isPaid()
  },

  'lists what is wrong, and leads to it': async ({ tab, says }) => {
    await says('Pay €')
    // Whoever presses before the card fields are there hears of the others alone.
    await expect
      .poll(async () => {
        const isListed =
          (await tab.focused()) === 'div' &&
          (await tab.text()).includes('Enter a valid card number')
        if (!isListed) await tab.click('[data-pay]')
        return isListed
      })
      .toBe(true)
    await says('There is a problem')
    await leadsTo(tab, 'place', 'place')
    await leadsTo(tab, 'number', 'iframe')
  },
}

type Browser = {
  name: string
  /** Debian's packages that it comes with. */
  packages: string
  /** Undefined where it is not installed. */
  open: (() => Promise<Engine>) | undefined
}

/** Every journey, hosted and embedded, in that browser over plain http. */
export function describeJourneys({ name, packages, open }: Browser) {
  const test = base.extend<object, { service: Service; merchant: Merchant; engine: Engine }>({
    service: [
      async ({}, use) => {
        const service = await startService()
        await use(service)
        await service.stop()
      },
      { scope: 'worker' },
    ],

    merchant: [
      async ({ service }, use) => {
        const frameOrigin = service.baseUrl.replace('localhost', '127.0.0.1')
        const merchant = await startMerchant(`${service.baseUrl}/checkout`, frameOrigin)
        await use(merchant)
        await merchant.stop()
      },
      { scope: 'worker' },
    ],

    engine: [
      async ({}, use) => {
        const engine = await open!()
        console.log(`journeys in ${engine.name}`)
        await use(engine)
        await engine.close()
      },
      { scope: 'worker' },
    ],
  })

  test.skip(!open, `SKIPPED: Debian's ${packages} cannot be found or installed here`)

  for (const place of ['hosted', 'embedded'] satisfies Place[]) {
    for (const [title, travel] of Object.entries(JOURNEYS)) {
      test(`${name}, ${place}: a checkout ${title}`, async ({ service, merchant, engine }) => {
        const api = merchantApi(service)
        const shop = await api.createShop()
        await api.putProduct(shop, 10)
        const url = await api.createSession(shop)
        const openTab = async () => {
          const tab = await engine.openTab()
          await tab.open(
            place === 'hosted' ? url : `${merchant.origin}/?session=${url.split('/').at(-1)}`,
          )
          return tab
        }
        const tab = await openTab()
        try {
          await travel({
            url,
            elsewhere: place === 'hosted' ? `${url}?lang=` : `${merchant.origin}/elsewhere`,
            shop,
            api,
            tab,
            openAnother: openTab,
            says: (text, said = tab) => expect.poll(() => said.text()).toMatch(text),
            isPaid: async () =>
              expect(await api.getSession(shop, url)).toMatchObject({
                status: 'complete',
                order: { customer: { name: DETAILS.name } },
              }),
          })
        } finally {
          await tab.close()
        }
      })
    }
  }
}
