import type { EventType } from '../../contract/events.ts'
import type {
  DeliveryAttempt,
  UpdateWebhookEndpointRequest,
  WebhookDelivery,
  WebhookDeliveryQuery,
  WebhookEndpoint,
} from '../../contract/platform-webhooks.ts'
import type { Page } from './list-pages.ts'
import type { EndpointTrouble } from './owner-news.ts'

/** A secret as it is kept; `keyId` tells which key it is under. */
export type SealedText = { sealed: Buffer; keyId: string }

export type NewEndpoint = {
  id: string
  storeId: string
  url: string
  /** Null: all. */
  types: EventType[] | null
  description: string | null
  secret: SealedText
}

export type EndpointName = { storeId: string; endpointId: string }

/** From where the platform asked for a change, which is written down with it. */
export type From = { address: string | null }

/** contract §4: at most so many in one store. */
export const MAX_ENDPOINTS = 10

/** What the platform does with endpoints and deliveries. */
export type WebhookEndpointRecords = {
  /** Undefined when the store has as many as it may. */
  createEndpoint(endpoint: NewEndpoint & From): Promise<WebhookEndpoint | undefined>
  listEndpoints(storeId: string): Promise<WebhookEndpoint[]>
  findEndpoint(name: EndpointName): Promise<WebhookEndpoint | undefined>
  /** What it does not want any more is not tried again. */
  updateEndpoint(
    name: EndpointName & From,
    change: UpdateWebhookEndpointRequest,
  ): Promise<WebhookEndpoint | undefined>
  /** Its secrets are gone, its deliveries can still be read. */
  deleteEndpoint(name: EndpointName & From): Promise<boolean>
  rollSecret(
    name: EndpointName & From,
    secret: SealedText & { overlapSeconds: number },
  ): Promise<boolean>
  /** Sends an event of type `endpoint.test`, also to an endpoint that is not enabled. */
  addTest(name: EndpointName, ids: { deliveryId: string; eventId: string }): Promise<boolean>
  /** Newest first; undefined when no list has handed out that cursor. */
  listDeliveries(
    storeId: string,
    query: WebhookDeliveryQuery,
  ): Promise<Page<WebhookDelivery> | undefined>
  /** Begins its schedule anew. `endpoint_disabled`: nothing would be sent. */
  resend(name: { storeId: string; deliveryId: string }): Promise<Resending>
  /** The same for so many that failed, the oldest beyond `after`; `last` is undefined at the end. */
  resendFailed(
    name: EndpointName,
    failed: { since: Date; after: FailedPosition | undefined; limit: number },
  ): Promise<{ count: number; last: FailedPosition | undefined }>
}

export type Resending = 'resent' | 'no_delivery' | 'endpoint_disabled'

export type FailedPosition = { endedAt: string; number: number }

/** To how many endpoints deliveries may begin. */
export type FreeSlots = {
  sound: number
  /** Endpoints that have only failed lately have places of their own. */
  failing: number
  /**
   * How many may be under way to one endpoint; to one that has never taken anything, or fails, it is
   * one.
   */
  each: number
  /** How many are under way, by endpoint; `busy`: the ones that take no more. */
  underWay: Record<string, number>
  busy: string[]
}

/** A delivery that nobody else works on until its claim is over. */
export type ClaimedDelivery = {
  id: string
  endpointId: string
  url: string
  isFailing: boolean
  /** How many may be under way to this endpoint. */
  atOnce: number
  eventId: string
  type: string
  happenedAt: Date
  data: string
  /** How many attempts of its schedule are over. */
  tries: number
  claims: number
  resends: number
  /** The newest first; the one before while both sign. */
  secrets: SealedText[]
}

export type FinishedAttempt = Pick<ClaimedDelivery, 'id' | 'endpointId' | 'claims' | 'resends'> & {
  attempt: Omit<DeliveryAttempt, 'at'>
}

export type FailedAttempt = FinishedAttempt & {
  /** Until the next one; undefined: there is none. */
  nextInMs: number | undefined
  /** The endpoint says that it is no more. */
  isGone: boolean
}

/** What an endpoint's owners have to hear of a failed attempt. */
export type EndpointNews = {
  storeId: string
  storeName: string
  endpointId: string
  url: string
  what: EndpointTrouble
}

/** What sends events works with. */
export type WebhookRecords = {
  /** Of these stores, those that have endpoints. */
  findReaders(storeIds: string[]): Promise<string[]>
  /** Stores that nobody has looked at for some seconds, and that have more in their logs. */
  findUnread(limit: number): Promise<string[]>
  /**
   * Reads on in the store's log and writes a delivery of each event for each endpoint that wants it,
   * in one transaction. True when there may be more.
   */
  readOn(storeId: string, createDeliveryId: () => string): Promise<boolean>
  /** What is due and nobody wants any more has failed then. `isEmpty`: nothing was done. */
  claim(slots: FreeSlots): Promise<{ deliveries: ClaimedDelivery[]; isEmpty: boolean }>
  recordDelivered(attempt: FinishedAttempt): Promise<void>
  recordFailed(attempt: FailedAttempt): Promise<EndpointNews | undefined>
  /** How long the oldest one has been pending; 0 when none is. */
  oldestPendingSeconds(): Promise<number>
}
