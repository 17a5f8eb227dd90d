import { SELLER_WORDS } from '../../checkout/seller.ts'
import { STORE_WORDS } from '../../checkout/store-fields.ts'
import type { AuditLine } from './audit-log.ts'
import type { Formats } from '../frame/formats.ts'
import { type Html, html } from '../frame/html.ts'

/** What of a store or product may have changed, in the reader's words. */
const FIELDS: Record<string, string> = {
  ...STORE_WORDS,
  ...SELLER_WORDS,
  description: 'Description',
  price: 'Price',
  fee: 'Fee',
  collectAt: 'Collect at',
}

const AMOUNTS = new Set(['price', 'fee', 'confirmRefundsAbove'])

/** Actions that are told with the fields that they changed. */
const TOLD = new Set(['store.changed', 'product.changed', 'origins.changed'])

function valueText(value: unknown, { isAmount, formats }: { isAmount: boolean; formats: Formats }) {
  if (typeof value === 'number') return isAmount ? formats.money(value) : formats.number(value)
  return typeof value === 'string' ? value : 'nothing'
}

/** "Name: Loom → Loom & Co". Of a logo or a description only that it is another one. */
function changeView(field: string, value: unknown, formats: Formats): Html {
  const label = FIELDS[field] ?? field
  const texts = (Array.isArray(value) ? value : [value])
    .filter((text) => typeof text === 'string')
    .map((text) => text || 'One variant')
  if (field === 'added' || field === 'removed')
    return html`${label}: <bdi>${texts.join(', ')}</bdi>`
  if (
    field === 'logo' ||
    typeof value !== 'object' ||
    value === null ||
    !('from' in value && 'to' in value)
  ) {
    return html`${label}`
  }
  const [from, to] = [value.from, value.to].map((side) =>
    valueText(side, { isAmount: AMOUNTS.has(field), formats }),
  )
  return html`${label}: <bdi>${from}</bdi> → <bdi>${to}</bdi>`
}

const hasContent = (value: unknown) => !Array.isArray(value) || value.length > 0

/** A delivery option's `from` and `to`, field by field. */
function deliveryChanges({ from, to }: AuditLine['details']) {
  const [before, after] = [from, to].map((side) => new Map(Object.entries(side ?? {})))
  return ['name', 'fee', 'collectAt']
    .map((field) => [field, { from: before?.get(field), to: after?.get(field) }] as const)
    .filter(([, change]) => change.from !== change.to)
}

function changesOf({ action, details }: AuditLine): (readonly [string, unknown])[] {
  if (action === 'delivery.changed') return deliveryChanges(details)
  return TOLD.has(action) ? Object.entries(details).filter(([, value]) => hasContent(value)) : []
}

export function changesView(line: AuditLine, formats: Formats): Html | undefined {
  const changes = changesOf(line)
  return changes.length === 0
    ? undefined
    : html`<span class="muted variant"
        >${changes.map(
          ([field, value], index) =>
            html`${index === 0 ? undefined : ' · '}${changeView(field, value, formats)}`,
        )}</span
      >`
}
