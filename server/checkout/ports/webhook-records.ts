import type { EventType } from '../../contract/events.ts'
import type {
  DeliveryAttempt,
  UpdateWebhookEndpointRequest,
  WebhookDelivery,
  WebhookDeliveryQuery,
  WebhookEndpoint,
} from '../../contract/platform/platform-webhooks.ts'
import type { Actor } from '../stores/audit.ts'
import type { Page } from './list-pages.ts'
import type { EndpointTrouble } from './owner-news.ts'

/** A stored secret. `keyId`: the key that seals it. */
export type SealedText = { sealed: Buffer; keyId: string }

export type NewEndpoint = {
  id: string
  storeId: string
  url: string
  /** Null: all types. */
  types: EventType[] | null
  description: string | null
  secret: SealedText
}

export type EndpointName = { storeId: string; endpointId: string }

/** Who changes something, for the audit log. */
export type By = { actor: Actor }

/** `secretVersion`: another one for each secret; it says nothing of it. */
export type EndpointRecord = WebhookEndpoint & {
  /** Since when every delivery has failed; null while they come through. */
  failingSince: Date | null
  /** Until when the secret before signs, too. */
  oldSecretUntil: Date | null
  secretVersion: string
}

/** With the beginning of what the server said to its last attempt, while that is kept. */
export type DeliveryRecord = WebhookDelivery & { endpointUrl: string; answer: Buffer | null }

/** `seen`: the version of the secret that it replaces. */
export type NewSecret = SealedText & { overlapSeconds: number; seen?: string | undefined }

/** contract §4: how many one store may have. */
export const MAX_ENDPOINTS = 10

export type WebhookEndpointRecords = {
  /** `too_many`: the store has MAX_ENDPOINTS already. `exists`: there is one with this id. */
  createEndpoint(endpoint: NewEndpoint & By): Promise<EndpointRecord | 'too_many' | 'exists'>
  listEndpoints(storeId: string): Promise<EndpointRecord[]>
  findEndpoint(name: EndpointName): Promise<EndpointRecord | undefined>
  /** The same with a page of its deliveries: undefined for an unknown cursor, too. */
  findWithDeliveries(
    name: EndpointName,
    query: WebhookDeliveryQuery,
  ): Promise<(Page<WebhookDelivery> & { endpoint: EndpointRecord }) | undefined>
  /** Deliveries of types that the endpoint no longer wants are not tried again. */
  updateEndpoint(
    name: EndpointName & By,
    change: UpdateWebhookEndpointRequest,
  ): Promise<EndpointRecord | undefined>
  /** Deletes its secrets and what it answered; its deliveries stay readable. */
  deleteEndpoint(name: EndpointName & By): Promise<boolean>
  /** False, with nothing changed, when the present secret is not `seen`. */
  rollSecret(name: EndpointName & By, secret: NewSecret): Promise<boolean>
  /** Sends an `endpoint.test` event, also to an endpoint that is not enabled. */
  addTest(name: EndpointName, ids: { deliveryId: string; eventId: string }): Promise<boolean>
  /** Newest first; undefined for an unknown cursor. */
  listDeliveries(
    storeId: string,
    query: WebhookDeliveryQuery,
  ): Promise<Page<WebhookDelivery> | undefined>
  /** A delivery to an endpoint that is not deleted. */
  findDelivery(name: EndpointName & { deliveryId: string }): Promise<DeliveryRecord | undefined>
  /** Begins the schedule anew. `endpoint_disabled`: nothing would be sent. */
  resend(name: { storeId: string; deliveryId: string }): Promise<Resending>
  /** Resends failed deliveries, oldest first, beyond `after`. `last`: undefined at the end. */
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
  /** For endpoints that have only failed lately, so that they take no slot of the others. */
  failing: number
  /** How many may be under way to one endpoint. It is 1 to a new or failing endpoint. */
  each: number
  /** How many are under way, by endpoint. `busy`: endpoints that take no more. */
  underWay: Record<string, number>
  busy: string[]
}

/** A delivery that nobody else works on until the claim ends. */
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
  /** Newest first; two while the old one also signs. */
  secrets: SealedText[]
}

export type FinishedAttempt = Pick<ClaimedDelivery, 'id' | 'endpointId' | 'claims' | 'resends'> & {
  attempt: Omit<DeliveryAttempt, 'at'>
  /** The beginning of what the server answered. */
  answer: Uint8Array | undefined
}

export type FailedAttempt = FinishedAttempt & {
  /** Undefined: there is no next one. */
  nextInMs: number | undefined
  /** The endpoint says that it no longer exists. */
  isGone: boolean
}

/** What the owners should hear about a failed attempt. */
export type EndpointNews = {
  storeId: string
  storeName: string
  endpointId: string
  url: string
  what: EndpointTrouble
}

/** What the sender of webhooks needs. */
export type WebhookRecords = {
  /** Those of these stores that have endpoints. */
  findReaders(storeIds: string[]): Promise<string[]>
  /** Stores with new events that nobody has read for some seconds. */
  findUnread(limit: number): Promise<string[]>
  /** Reads on in the log and writes the deliveries, in one transaction. True: maybe more. */
  readOn(storeId: string, createDeliveryId: () => string): Promise<boolean>
  /** Also fails due deliveries that no endpoint wants any more. `isEmpty`: nothing was done. */
  claim(slots: FreeSlots): Promise<{ deliveries: ClaimedDelivery[]; isEmpty: boolean }>
  recordDelivered(attempt: FinishedAttempt): Promise<void>
  recordFailed(attempt: FailedAttempt): Promise<EndpointNews | undefined>
}
