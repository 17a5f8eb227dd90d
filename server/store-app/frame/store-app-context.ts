import type { Passkeys } from '../../auth/passkeys.ts'
import type { Passwords } from '../../auth/passwords.ts'
import type { SealedNotes } from '../../auth/sealed-notes.ts'
import type { Callers } from '../../admission/callers.ts'
import type { SealedSecrets } from '../../auth/sealed-secrets.ts'
import type { NewIds } from '../../auth/random.ts'
import type { StoreLogin } from '../../auth/store-login.ts'
import type { Preview } from '../../checkout/stores/branding.ts'
import type { CheckoutDeps } from '../../checkout/checkout-deps.ts'
import type { SetUp } from '../../checkout/ports/platform-records.ts'
import type { StoreCreation } from '../../checkout/stores/create-store.ts'
import type { KeyRegeneration } from '../../checkout/stores/regenerate-key.ts'
import type { WebhookServices } from '../../checkout/stores/webhook-endpoints.ts'
import type { Mails } from '../../mail/mails.ts'
import type { PictureMaker } from '../../pictures/pictures.ts'
import type { FailureContext } from '../../web/answers/error-answers.ts'
import type { ListedScript } from '../../contract/listed-script.ts'
import type { WidgetAssets } from '../../web/answers/widget-assets.ts'
import type { Evidence } from '../../contract/evidence.ts'
import type { OrderRecord } from '../../orders/order-record.ts'
import type { StoreRecords } from '../open-store-records.ts'
import type { Request, Response } from 'express'
import type { SignedInMember } from './members/accounts.ts'
import type { Actor, RefusedAction, SecondFactorChange } from '../../checkout/stores/audit.ts'
import type { Formats } from './formats.ts'

/** What the buyer read of the offer. */
export type ShownWords = Pick<Evidence['shown'], 'product' | 'deliveryOptions'>

export type StoreAppContext = FailureContext & {
  events: FailureContext['events'] & {
    refused(fields: {
      action: RefusedAction | 'platform.refused'
      client: string | null
      account: string | null
    }): void
    secondFactorChanged(fields: { change: SecondFactorChange; account: string }): void
  }
  urls: { baseUrl: string; checkoutUrl: string }
  /** Where the store application is on its host, without a slash at its end. */
  storePath: string
  checkout: CheckoutDeps
  records: StoreRecords
  login: StoreLogin
  passwords: Passwords
  keyRegeneration: KeyRegeneration
  newStores: {
    storeCreation: StoreCreation
    getSetUp(): Promise<SetUp>
    /** What somebody has typed. A code says nothing about whether it still counts. */
    recognize(typed: string): 'token' | 'code' | undefined
  }
  webhooks: WebhookServices
  ids: Pick<NewIds, 'webhookEndpoint' | 'webhookDelivery' | 'testEvent'>
  pictures: PictureMaker
  /** Of an order, for a bank that asks. */
  evidence: {
    of(order: OrderRecord): Promise<{
      document: Pick<Evidence, 'issuer' | 'receipt'> & { shown: ShownWords }
      signature: string
    }>
  }
  /** Otherwise the plan is the platform's to change. */
  ownersChangePlan: boolean
  sealedNotes: SealedNotes
  /** Of the secrets of members' authenticator apps. */
  sealedSecrets: SealedSecrets
  passkeys: Passkeys
  mails: Mails
  /** Lets work go on behind the answer; what goes wrong in it is logged. */
  inBackground(work: () => Promise<unknown>): void
  callers: Callers
  /** The key of the hashes that stand for accounts where they are logged. */
  addressKey: Uint8Array
  assets: WidgetAssets
  /** All that run in our pages. */
  scripts: ListedScript[]
  /** Scripts of other builds. */
  publishedFiles: { find(name: string): Promise<Uint8Array | undefined> }
  /** The hosted page in some look; `styleHashes`: what its policy has to let through. */
  previewPage(preview: Preview): { html: string; styleHashes: string[] }
}

/** `secret`: shown this once, perhaps several lines; `link`: where it leads, a path on our host. */
export type Notice = {
  kind: 'success' | 'danger'
  text: string
  secret?: { label: string; value: string }
  link?: { path: string; text: string }
}

/** Whose page it is: what its frame shows, its forms send, and how its store writes. */
export type Viewer = SignedInMember & {
  csrfToken: string
  formats: Formats
  /** What the page before has to say, once. */
  notice: Notice | undefined
}

/** What a browser asks for, and the answer to it. */
export type Visit = { app: StoreAppContext; request: Request; response: Response }

/** The same of a signed-in member. `actor`: as the audit log names it. */
export type MemberVisit = Visit & { viewer: Viewer; actor: Actor }
