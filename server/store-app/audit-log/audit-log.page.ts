import type { Request } from 'express'
import type { AuditLine } from './audit-log.ts'
import { actorText, emailView } from '../frame/members/actor-view.ts'
import { type FormInput, selectField } from '../frame/forms.ts'
import { type Html, html } from '../../web/html.ts'
import { filterBar, filterFields, emptyView, findPage, stepsView } from '../frame/list-page.ts'
import type { MemberVisit } from '../frame/store-app-context.ts'
import { column, tableView, textColumn } from '../frame/table.ts'
import { type MemberPages, sendNotFound } from '../frame/visits.ts'
import { ACTION_KINDS, sentenceOf } from './audit-sentences.ts'
import { sendSettings } from '../frame/settings-frame.ts'
import { SELLER_WORDS } from '../../checkout/stores/seller.ts'
import { STORE_WORDS } from '../../checkout/stores/store-fields.ts'
import type { Formats } from '../frame/formats.ts'

/** What of a store or product may have changed, in the reader's words. */
const FIELDS: Record<string, string> = {
  ...STORE_WORDS,
  ...SELLER_WORDS,
  description: 'Description',
  price: 'Price',
  maxPerOrder: 'Units per order',
  translations: 'Other languages',
  withdrawal: 'Withdrawal',
  safety: 'Product safety',
  fee: 'Fee',
  daysUnderWay: 'Days under way',
  collectAt: 'Collect at',
}

const AMOUNTS = new Set(['price', 'fee', 'confirmRefundsAbove'])

/** Actions that are shown with the fields that they changed. */
const WITH_FIELDS = new Set(['store.changed', 'product.changed', 'origins.changed'])

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
  return ['name', 'fee', 'daysUnderWay', 'collectAt']
    .map((field) => [field, { from: before?.get(field), to: after?.get(field) }] as const)
    .filter(([, change]) => change.from !== change.to)
}

function changesOf({ action, details }: AuditLine): (readonly [string, unknown])[] {
  if (action === 'delivery.changed') return deliveryChanges(details)
  return WITH_FIELDS.has(action)
    ? Object.entries(details).filter(([, value]) => hasContent(value))
    : []
}

function changesView(line: AuditLine, formats: Formats): Html | undefined {
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

/** The lines are short, and a reader who looks for one looks through many. */
const LINES_SHOWN = 50

const PATH = '/settings/audit-log'

export const auditLogPages: MemberPages = { [PATH]: { get: sendLog } }

/** What the list is narrowed to; PostgreSQL takes no U+0000 in a text. */
const readFilter = (request: Request): Partial<Record<'member' | 'kind', string>> =>
  Object.fromEntries(
    Object.entries(filterFields(request, ['member', 'kind'])).filter(
      ([, text]) => text !== '' && !text.includes('\0'),
    ),
  )

const filterView = (path: string, actors: string[], typed: FormInput) =>
  filterBar({
    path,
    typed,
    fields: [
      selectField({
        typed,
        name: 'member',
        label: 'Who',
        options: [
          { value: '', text: 'Everybody' },
          ...actors.map((actor) => ({ value: actor, text: actorText(actor) })),
        ],
      }),
      selectField({
        typed,
        name: 'kind',
        label: 'What',
        options: [{ value: '', text: 'Everything' }, ...ACTION_KINDS],
      }),
    ],
  })

const tableOf = (lines: AuditLine[], { viewer: { formats } }: MemberVisit) =>
  tableView(lines, [
    column('When', ({ at }) => formats.time(at)),
    textColumn(
      'What',
      (line) =>
        html`<strong>${emailView(actorText(line.actor.name))}</strong>
          ${sentenceOf(line, formats)}${changesView(line, formats)}`,
    ),
    column('From', ({ actor }) => actor.address ?? 'unknown'),
  ])

async function sendLog(visit: MemberVisit) {
  const { app, request, viewer } = visit
  const filter = readFilter(request)
  const { member: actor, kind } = filter
  const actions = ACTION_KINDS.find(({ value }) => value === kind)?.actions
  const log = await findPage(
    request.query,
    (page) => app.records.audit.list(viewer.store.id, { ...page, actor, actions }),
    { length: LINES_SHOWN },
  )
  if (!log) return sendNotFound(visit)
  const path = `${app.storePath}${PATH}`
  return sendSettings(visit, {
    part: 'audit-log',
    title: 'Audit log',
    lead: 'Who did what in this store, the newest first. Nobody can change it.',
    main: html`${filterView(path, log.actors, { fields: filter })}
    ${
      log.data.length === 0
        ? emptyView('Nothing of this kind has happened.')
        : tableOf(log.data, visit)
    }
    ${stepsView({ ...log, path, name: 'entries', query: filter })}`,
  })
}
