import { type DisputeState, disputeReason, isDecided } from '../../checkout/dispute.ts'
import type { ProviderName } from '../../contract/fields.ts'
import type { OrderDetails, OrderDispute } from './order-details.ts'
import type { Formats } from '../frame/formats.ts'
import { type Html, html } from '../frame/html.ts'
import { column, tableView, textColumn } from '../frame/table.ts'

/** Where the merchant answers a dispute. */
const AT: Record<ProviderName, string> = { test: 'the test provider', stripe: 'Stripe' }

const STATES: Record<DisputeState, Html> = {
  needs_response: html`<span class="badge danger">Needs an answer</span>`,
  under_review: html`<span class="badge warning">Under review</span>`,
  won: html`<span class="badge success">Won</span>`,
  lost: html`<span class="badge danger">Lost</span>`,
}

function outcomeView({ state, dueAt, closedAt }: OrderDispute, formats: Formats) {
  const since = closedAt === null ? undefined : html` since ${formats.time(closedAt)}`
  switch (state) {
    case 'needs_response':
      return dueAt === null ? undefined : html`Answer it by ${formats.time(dueAt)}.`
    case 'under_review':
      return html`The bank decides; there is nothing to do now.`
    case 'won':
      return html`The money is yours${since}.`
    case 'lost':
      return html`The buyer has the money${since}.`
  }
}

/** Every dispute of the order and what became of it; nothing when there is none. */
export const disputesView = ({ disputes }: OrderDetails, formats: Formats) =>
  disputes.length === 0
    ? undefined
    : html`<section>
        <h2 id="disputes">Disputes</h2>
        ${tableView(
          disputes,
          [
            column(
              'Amount',
              ({ amount, currency }) =>
                html`<span class="amount">${formats.money(amount, currency)}</span>`,
            ),
            column('State', ({ state }) => STATES[state]),
            textColumn(
              'Details',
              (dispute) =>
                html`<span class="line">${disputeReason(dispute.reason)}</span>
                  <span class="line">${outcomeView(dispute, formats)}</span>`,
            ),
            textColumn('Opened', ({ openedAt }) => formats.time(openedAt)),
          ],
          { labelledBy: 'disputes' },
        )}
      </section>`

/** More or less was taken than was ordered: nothing here does that, so a person has to look. */
export const capturedNotice = (
  { captured, amountTotal, currency, provider }: OrderDetails,
  formats: Formats,
) =>
  captured === null || captured === amountTotal
    ? undefined
    : html`<div class="notice danger">
        <p>
          <strong
            >${formats.money(captured, currency)} was taken for this order, not
            ${formats.money(amountTotal, currency)}.</strong
          >
          So says ${AT[provider]}: look there before you send it.
        </p>
      </div>`

/** What asks for the merchant's answer, above everything else of the order. */
export const disputeNotices = ({ disputes, provider }: OrderDetails, formats: Formats) =>
  disputes
    .filter(({ state }) => state === 'needs_response')
    .map(
      ({ amount, currency, dueAt }) =>
        html`<div class="notice danger">
          <p>
            <strong>The buyer’s bank disputes ${formats.money(amount, currency)}.</strong>
            Answer it at
            ${AT[provider]}${dueAt === null ? undefined : html` by ${formats.time(dueAt)}`}. Without
            an answer the money is lost.
          </p>
        </div>`,
    )

/** What is lost of the order's money, in its currency, and what nobody has decided yet. */
export function disputedOf({ disputes, currency }: OrderDetails) {
  const ours = disputes.filter((dispute) => dispute.currency === currency)
  const sum = (of: OrderDispute[]) => of.reduce((total, { amount }) => total + amount, 0)
  return {
    lost: sum(ours.filter(({ state }) => state === 'lost')),
    open: sum(ours.filter((dispute) => !isDecided(dispute))),
  }
}
