import type { KeyKind } from '../../contract/platform/platform.ts'
import type { Page, PageQuery } from '../../checkout/ports/list-pages.ts'
import type { ExampleItem } from '../frame/members/session-command.ts'
import type { ApiRequest } from '../../web/answers/answered-request.ts'

export type ApiKey = {
  kind: KeyKind
  last4: string
  /** The whole key, when it is public and was made since such texts are kept. */
  publicText: string | null
  createdAt: Date
  /** A member's email address, or `platform`. */
  createdBy: string
  /** Up to a minute late: a busy key is not marked as used at each request. */
  lastUsedAt: Date | null
  /** The key before, while it still works. */
  old: { last4: string; endsAt: Date; lastUsedAt: Date | null } | null
}

/** How a store's key is named where it is not shown: `sk_live_…` and its last four characters. */
export const keyHint = (
  { isTest }: { isTest: boolean },
  { kind, last4 }: Pick<ApiKey, 'kind' | 'last4'>,
) => `${kind === 'public' ? 'pk' : 'sk'}_${isTest ? 'test' : 'live'}_…${last4}`

export type ApiAccess = {
  keys: Record<KeyKind, ApiKey>
  allowedOrigins: string[]
  example: ExampleItem | null
  /** When the present secret key last came from a browser, within the last 7 days. */
  secretExposedAt: Date | null
}

/** Of the last 7 days, among the newest `MAX_COUNTED` requests; `isCut`: there were more. */
export type KeyUse = Pick<ApiKey, 'last4' | 'lastUsedAt'> & {
  calls: { method: string; route: string; count: number }[]
  isCut: boolean
}

/** More are not looked at, so that the answer comes at once. */
export const MAX_COUNTED = 10_000

export type RequestFilter = {
  statusClass?: 2 | 4 | 5 | undefined
  route?: string | undefined
  requestId?: string | undefined
}

export type RequestQuery = PageQuery & RequestFilter

/** `routes`: all that the store has asked for, whatever the filter. */
export type RequestPage = Page<ApiRequest> & { routes: string[] }
