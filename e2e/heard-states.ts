import { type Page, expect } from '@playwright/test'
import type { Surface } from './fixtures.ts'
import { heardOn } from './speech.ts'

const PAYING = 'status: Processing your payment of €102.90. Keep this page open.'

const UNREACHABLE =
  'The card fields could not be loaded. Check your connection, then try again. You were not charged.'

type Lines = string[] | Record<Surface, string[]>

/** What a screen reader says on the way into each state from the one before. */
const SCRIPT: Record<string, Lines> = {
  ready: [],
  invalid: [
    'alert: There is a problem Fields to correct: 6',
    'focus: textbox "Full name" [invalid]',
  ],
  declined: [
    PAYING,
    'alert: Your payment did not go through Card ending in 0002: Your card was declined. Nothing was charged; try another card or ask your bank.',
    'focus: group "Your payment did not go through"',
  ],
  complete: [PAYING, 'focus: heading "Payment received" [level=1]'],
  processing: [
    PAYING,
    'status: Still waiting for your bank. Keep this page open.',
    'focus: button "Processing…" [disabled]',
  ],
  challenge: [
    PAYING,
    'status: Your bank needs you to confirm this payment.',
    'focus: button "Close"',
  ],
  // In a merchant's page the focus stays where the buyer has it.
  'sold out': {
    hosted: ['focus: heading "Sold out" [level=1]'],
    embedded: ['status: Sold out'],
  },
  'fewer left': {
    hosted: ['focus: heading "Only 1 left" [level=1]'],
    embedded: ['status: Only 1 left'],
  },
  expired: {
    hosted: ['focus: heading "This payment link has expired" [level=1]'],
    embedded: ['status: This payment link has expired'],
  },
  'card unreachable': {
    hosted: [`alert: ${UNREACHABLE} Try again`],
    embedded: [`alert: ${UNREACHABLE} Try again Pay on the checkout page instead`],
  },
  'another delivery option': ['status: Total €110.50', 'focus: radio "Express €12.50" [checked]'],
  'a card number that is left wrong': ['status: Enter a valid card number'],
  'one field wrong': ['focus: textbox "Phone" [invalid]'],
  offline: ['status: You are offline. Nothing was sent.', 'focus: textbox "Phone" [invalid]'],
}

/** Whether the lines of this state are written down. */
export const isInScript = (state: string) => state in SCRIPT

/** Compares what was heard since the state before, in a page that `listen` was called for. */
export async function expectHeard(
  page: Page,
  { surface, state }: { surface: Surface; state: string },
) {
  const script = SCRIPT[state] ?? []
  const lines = Array.isArray(script) ? script : script[surface]
  await expect.poll(() => heardOn(page)).toEqual(lines)
}
