import type { Request, Response } from 'express'
import type { AuditAction } from '../../checkout/audit.ts'
import type { AuditLine } from './audit-log.ts'
import { actorText } from '../frame/actor-view.ts'
import { selectField } from '../frame/forms.ts'
import { html } from '../frame/html.ts'
import { sendMessage } from '../frame/message.page.ts'
import { type ListPage, findPage, stepsView } from '../frame/list-page.ts'
import { pages } from '../frame/pages.ts'
import type { StoreAppContext, Viewer } from '../frame/store-app-context.ts'
import { ownerPage } from '../frame/store-auth.ts'
import { tableView } from '../frame/table.ts'
import { changesView } from './audit-changes.ts'
import { sentenceOf } from './audit-sentences.ts'
import { sendSettings } from '../frame/settings-frame.ts'

/** The lines are short, and whoever looks for one looks through many. */
const LINES_SHOWN = 50

/** The kinds of entries that a reader can choose, and the actions of each. */
const KINDS: Record<string, { text: string; actions: AuditAction[] }> = {
  sign_ins: {
    text: 'Sign-ins and passwords',
    actions: [
      'auth.refused',
      'auth.limited',
      'access.forbidden',
      'form.forged',
      'member.signed_in',
      'member.signed_out_everywhere',
      'member.password_changed',
      'member.password_reset',
      'member.reset_link_issued',
      'auth.second_factor_refused',
      'auth.second_factor_limited',
      'member.second_factor.turned_on',
      'member.second_factor.turned_off',
      'member.second_factor.ended',
      'member.second_factor.recovery_code_used',
      'member.second_factor.recovery_codes_renewed',
      'member.second_factor.passkey_added',
      'member.second_factor.passkey_removed',
    ],
  },
  team: {
    text: 'Team',
    actions: [
      'member.invited',
      'member.invitation_revoked',
      'member.joined',
      'member.role_changed',
      'member.removed',
    ],
  },
  orders: {
    text: 'Orders',
    actions: [
      'order.fulfilled',
      'order.unfulfilled',
      'order.note_changed',
      'order.refunded',
      'order.units_came_back',
      'order.units_did_not_come_back',
      'order.failed_refund_seen',
      'orders.exported',
      'buyer.exported',
      'buyer.erased',
    ],
  },
  products: {
    text: 'Products and stock',
    actions: [
      'product.created',
      'product.changed',
      'product.archived',
      'product.restored',
      'product.picture_changed',
      'stock.changed',
      'products.imported',
      'products.exported',
    ],
  },
  sessions: { text: 'Checkout sessions', actions: ['session.expired'] },
  settings: {
    text: 'Settings and keys',
    actions: [
      'store.changed',
      'store.closed',
      'delivery.changed',
      'origins.changed',
      'plan.changed',
      'key.regenerated',
      'key.ended',
      'webhook_endpoint.added',
      'webhook_endpoint.changed',
      'webhook_endpoint.removed',
      'webhook_endpoint.secret_rolled',
    ],
  },
}

export const auditLogRoutes = (app: StoreAppContext) =>
  pages(app, {
    '/settings/audit-log': {
      get: ownerPage(app, (request, response, viewer) => showLog(app, request, response, viewer)),
    },
  })

const FILTERS = ['member', 'kind']

/** What the list is narrowed to; what is not filled in, or unknown, is nothing. */
const filterOf = (query: Request['query']): Filter =>
  Object.fromEntries(
    FILTERS.map((name) => [name, query[name]] as const).filter(
      (entry): entry is [string, string] =>
        typeof entry[1] === 'string' && entry[1] !== '' && !entry[1].includes('\0'),
    ),
  )

async function showLog(
  app: StoreAppContext,
  { query }: Request,
  response: Response,
  viewer: Viewer,
) {
  const filter = filterOf(query)
  const { member: actor, kind = '' } = filter
  const log = await findPage(
    query,
    (page) =>
      app.records.audit.list(viewer.store.id, { ...page, actor, actions: kindOf(kind)?.actions }),
    { length: LINES_SHOWN },
  )
  if (!log) return sendMessage(app, response, { status: 404, viewer })
  return sendLog(app, response, { ...log, filter, viewer })
}

const kindOf = (kind: string) => (Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined)

type Filter = { member?: string; kind?: string }
type Log = ListPage<AuditLine> & { actors: string[]; filter: Filter; viewer: Viewer }

const columnsOf = ({ formats }: Viewer) => [
  { title: 'When', cell: ({ at }: AuditLine) => formats.time(at) },
  {
    title: 'What',
    isText: true,
    cell: (line: AuditLine) =>
      html`<bdi class="strong">${actorText(line.actor.name)}</bdi>
        ${sentenceOf(line, formats)}${changesView(line, formats)}`,
  },
  { title: 'From', cell: ({ actor }: AuditLine) => actor.address ?? 'unknown' },
]

const filterForm = (path: string, actors: string[], { member = '', kind = '' }: Filter) =>
  html`<form class="filters" method="get" action="${path}">
    ${selectField({
      name: 'member',
      label: 'Who',
      value: member,
      options: [
        { value: '', text: 'Everybody' },
        ...actors.map((actor) => ({
          value: actor,
          text: actorText(actor),
        })),
      ],
    })}
    ${selectField({
      name: 'kind',
      label: 'What',
      value: kind,
      options: [
        { value: '', text: 'Everything' },
        ...Object.entries(KINDS).map(([value, { text }]) => ({ value, text })),
      ],
    })}
    <button class="quiet">Show</button>
  </form>`

function sendLog(
  app: StoreAppContext,
  response: Response,
  { data, nextCursor, actors, filter, isFirstPage, viewer }: Log,
) {
  const path = `${app.storePath}/settings/audit-log`
  sendSettings(app, response, {
    part: 'audit-log',
    title: 'Audit log',
    viewer,
    main: html`<h1 id="title">Audit log</h1>
      <p class="lead">Who did what in this store, the newest first. Nobody can change it.</p>
      ${filterForm(path, actors, filter)}
      ${
        data.length === 0
          ? html`<div class="empty">
              <p>Nothing of this kind has happened.</p>
              <p><a class="button" href="${path}">Show everything</a></p>
            </div>`
          : tableView(data, columnsOf(viewer))
      }
      ${stepsView({ path, name: 'entries', nextCursor, isFirstPage, query: filter })}`,
  })
}
