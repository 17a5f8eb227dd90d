import { expect } from '@playwright/test'
import { CARDS } from '../checkout.page.ts'
import type { Tab } from './buyer.ts'
import { DECLINED, EXPIRED, type Journeys, PAID, digitsOf, payAnew, payWith } from './journey.ts'

const CLOSE = 'button: Close'
const BANK = 'iframe: Your bank’s confirmation'

/**
 * The Close button, the bank's frame, and in WebKit the dialog itself. What has no name is the
 * browser's own.
 */
const DIALOG = /^(?:button: Close|(?:iframe|dialog): Your bank’s confirmation.*)?$/

/**
 * Goes with Tab to the bank's two buttons, back to Close, and to what is before it. Answers with
 * everything that had the focus.
 */
async function goAround(tab: Tab) {
  const focused: string[] = []
  const press = async (key: string) => {
    await tab.press(key)
    focused.push(await tab.focused())
  }
  const untilClose = async (key: string) => {
    do await press(key)
    while (focused.at(-1) !== CLOSE && focused.length < MOST_STEPS)
  }
  await press('Tab')
  await press('Tab')
  await untilClose('Shift+Tab')
  await press('Shift+Tab')
  await untilClose('Tab')
  return focused
}

const MOST_STEPS = 12

/** The possible ends when a bank asks. */
export const BANK_JOURNEYS: Journeys = {
  'can be tried again when the bank was not answered in time, and is paid when it is confirmed, late as it may be':
    async ({ tab, says, hasFocus, api, url, shop, isPaid }) => {
      await payWith(tab, CARDS.challenge)
      await hasFocus(CLOSE)
      await api.giveUpPayment(url)
      await says('The payment was not completed in time.')
      await hasFocus(DECLINED)

      await payAnew(tab, CARDS.challenge)
      // The dialog becomes as high as the bank's page, and its button moves.
      await tab.awaitBank()
      await tab.click('dialog button')
      await tab.click('[data-bank]')
      // A payment that began in time may still finish.
      await api.expireSession(url)
      await tab.answerBank('complete')
      await says('Payment received')
      await hasFocus(PAID)
      expect((await api.listPayments(shop)).data.map(({ status }) => status)).toEqual([
        'captured',
        'cancelled',
      ])
      await isPaid()
    },

  'has expired when its time is over while the bank asks, and the bank is told no': async ({
    tab,
    says,
    hasFocus,
    api,
    url,
  }) => {
    await payWith(tab, CARDS.challenge)
    await hasFocus(CLOSE)
    await api.expireSession(url)
    await tab.answerBank('fail')
    await says('This payment link has expired')
    await hasFocus(EXPIRED)
  },

  'is declined, then asked about by the bank, and paid, by the keyboard alone': async ({
    tab,
    says,
    hasFocus,
    isPaid,
  }) => {
    await payWith(tab, CARDS.declined)
    await hasFocus(DECLINED)
    // For a moment keys may still go to the card's frame, which has lost the focus. A person would
    // press again.
    await expect(async () => {
      if ((await tab.focused()) === DECLINED) await tab.press('Tab')
      expect(await tab.focused()).toBe('card: number')
    }).toPass()
    await tab.press('Control+a', digitsOf(CARDS.challenge), 'Tab', 'Tab', '123', 'Enter')
    await hasFocus(CLOSE)
    await tab.awaitBank()
    const inside = await goAround(tab)
    expect(inside.filter((each) => !DIALOG.test(each))).toEqual([])
    expect(inside).toContain(BANK)
    await tab.press('Escape')
    await hasFocus('button: Continue to your bank')
    await tab.press('Enter')
    await hasFocus(CLOSE)
    await tab.awaitBank()
    await tab.press('Tab', 'Enter')
    await says('Payment received')
    await hasFocus(PAID)
    await isPaid()
  },
}
