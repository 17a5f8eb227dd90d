import * as z from 'zod'
import type { SessionList, SessionSummary } from './session-list.ts'
import { variantView } from '../frame/formats.ts'
import { type FormInput, parseFields, selectField } from '../frame/forms.ts'
import { html } from '../../web/html.ts'
import {
  FilterText,
  NOTHING_LISTED,
  filterBar,
  filterFields,
  filterOf,
  filterQuery,
  dayFields,
  productField,
  emptyView,
  findPage,
  stepsView,
  unsoldView,
} from '../frame/list-page.ts'
import { sendPage } from '../frame/page.ts'
import { sessionLink } from '../frame/members/session-command.ts'
import type { MemberVisit } from '../frame/store-app-context.ts'
import { column, numberColumn, tableView, textColumn } from '../frame/table.ts'
import { type MemberPages, sendNotFound } from '../frame/visits.ts'
import { STATES, stateBadge } from './session.page.ts'

const FIELDS = ['status', 'product', 'from', 'to'] as const

const Filter = filterOf({
  status: z.union(
    [z.literal('').transform(() => undefined), z.enum(['open', 'paying', 'complete', 'expired'])],
    'Choose a status of the list.',
  ),
  product: FilterText,
})

export const sessionListPages: MemberPages = { '/sessions': { get: sendSessions } }

const sessionTable = ({ app, viewer: { formats } }: MemberVisit, sessions: SessionSummary[]) =>
  tableView(
    sessions,
    [
      column('Session', ({ id }) => sessionLink(app, id)),
      column('Created', ({ createdAt }) => formats.time(createdAt)),
      textColumn('Customer', ({ customerName }) =>
        customerName === null
          ? html`<span class="muted">Not known</span>`
          : html`<bdi>${customerName}</bdi>`,
      ),
      textColumn(
        'Item',
        (session) =>
          html`<bdi>${session.productName}</bdi>
            <span class="muted variant">${variantView(session)}</span>`,
      ),
      numberColumn('Amount', ({ amount, currency }) => formats.money(amount, currency)),
      column('Status', ({ state }) => stateBadge(state)),
    ],
    { look: 'pairs' },
  )

const filterView = (path: string, typed: FormInput, products: SessionList['products']) =>
  filterBar({
    path,
    typed,
    fields: [
      selectField({
        typed,
        name: 'status',
        label: 'Status',
        options: [
          { value: '', text: 'All' },
          ...Object.entries(STATES).map(([value, { text }]) => ({ value, text })),
        ],
      }),
      productField(typed, products),
    ],
    more: {
      summary: 'Dates',
      names: ['from', 'to'],
      fields: dayFields(typed, { from: 'Created from', to: 'Created to' }),
    },
  })

async function sendSessions(visit: MemberVisit) {
  const { app, request, viewer } = visit
  const fields = filterFields(request, FIELDS)
  const { value: { status: state, ...filter } = {}, errors } = parseFields(Filter, fields)
  const { id, timeZone } = viewer.store
  const sessions = await findPage(request.query, (page) =>
    app.records.sessions.list(id, { ...page, filter: { state, ...filter }, timeZone }),
  )
  if (!sessions) return sendNotFound(visit)
  const { data, products, isFirstPage } = sessions
  const path = `${app.storePath}/sessions`
  const query = filterQuery(fields)
  const isNarrowed = Object.keys(query).length > 0
  const empty = isNarrowed
    ? emptyView('No checkout matches.')
    : unsoldView('Each checkout that a buyer opens appears here, the newest first.', app, products)
  const isUnused = data.length === 0 && !isNarrowed && isFirstPage
  return sendPage(visit, {
    title: 'Checkouts',
    section: 'sessions',
    problem: errors && NOTHING_LISTED,
    main: html`${isUnused ? undefined : filterView(path, { fields, errors }, products)}
    ${
      errors
        ? undefined
        : [
            data.length > 0 ? sessionTable(visit, data) : empty,
            stepsView({ ...sessions, path, name: 'checkouts', query }),
          ]
    }`,
  })
}
