import { CARDS } from './checkout.page.ts'
import { EVERY_STATE, QUANTITY } from './every-state.ts'
import { figure } from './figure.ts'
import { expect, test } from './fixtures.ts'
import { heardOn, listen } from './speech.ts'

const PAYING = 'status: Paying €102.90. Keep this page open.'

const UNREACHABLE =
  'The card fields could not be loaded. Check your connection, then try again. You were not charged.'

type Lines = string[] | { hosted: string[]; embedded: string[] }

/** What somebody who does not see the page hears in each state, from the ready form on. */
const SCRIPT: Record<string, Lines> = {
  ready: [],
  invalid: [
    'alert: There is a problem Enter your full name Enter your phone number Enter where to deliver your order Enter a valid card number Enter the expiry date Enter the security code',
    'focus: group "There is a problem"',
  ],
  declined: [
    PAYING,
    'alert: Your payment did not go through Your card was declined. Nothing was charged; try another card or ask your bank. Change card details',
    'focus: group "Your payment did not go through"',
  ],
  processing: [
    PAYING,
    'status: We do not know yet if the payment went through. Do not pay again.',
    'focus: button "Paying…" [disabled]',
  ],
  challenge: [
    PAYING,
    'status: Your bank asks you to confirm this payment.',
    'focus: button "Close"',
  ],
  complete: [PAYING, 'focus: heading "Payment received" [level=1]'],
  'sold out': [PAYING, 'focus: heading "Sold out" [level=1]'],
  'fewer left': [PAYING, 'focus: heading "Only 1 left" [level=1]'],
  // The focus of a merchant's page stays where the buyer has it.
  expired: {
    hosted: ['focus: heading "This payment link has expired" [level=1]'],
    embedded: ['status: This payment link has expired'],
  },
  'card unreachable': {
    hosted: [`alert: ${UNREACHABLE} Try again`],
    embedded: [`alert: ${UNREACHABLE} Try again Pay on the checkout page instead`],
  },
  'a card number that is left wrong': ['status: Enter a valid card number'],
  offline: ['status: You are offline. Nothing was sent.'],
  'one field wrong': ['focus: textbox "Phone" [invalid]'],
  'another delivery option': ['status: Total €110.50', 'focus: radio "Express €12.50" [checked]'],
}

const STATES: typeof EVERY_STATE = {
  ...EVERY_STATE,
  'a card number that is left wrong': async ({ checkout }) => {
    await checkout.cardNumber.fill('4242 4242 4242 4241')
    await checkout.expiry.focus()
  },
  offline: async ({ checkout }) => {
    await checkout.page.context().setOffline(true)
  },
  'one field wrong': async ({ checkout }) => {
    await checkout.fillBuyer()
    await checkout.fillCard(CARDS.succeeds)
    await checkout.phone.fill('')
    await checkout.pay()
  },
  'another delivery option': async ({ checkout }) => {
    await checkout.page.getByLabel('Express').check()
  },
}

let states = 0
test.afterAll(() => figure('spoken', `0 lines beside the script in ${states} states`))

for (const place of ['hosted', 'embedded'] as const)
  for (const [state, script] of Object.entries(SCRIPT))
    test(
      `checkout page: a screen reader says what happens, once, ${place}: ${state}`,
      { tag: '@long' },
      async ({ api, shop, checkout, open, page }) => {
        const items = [{ product: 'linen-shirt', size: 'M', color: 'Sand', quantity: QUANTITY }]
        const url = await api.createSession(shop, { items })
        await listen(page)
        await open(place, url)
        await checkout.expectReady()
        await STATES[state]?.({ checkout, api, shop, url, open })
        const lines = Array.isArray(script) ? script : script[place]
        await expect.poll(() => heardOn(page)).toEqual(lines)
        states += 1
      },
    )
