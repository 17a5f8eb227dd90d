import type { KeyKind } from '../contract/platform.ts'

/** An answered request of the merchant API. */
export type ApiRequest = {
  requestId: string
  at: Date
  method: string
  /** The pattern: an address may hold an id. */
  route: string
  status: number
  keyKind: KeyKind
  durationMs: number
  /** The secret key came from a browser, and was refused for that. */
  isSecretInBrowser: boolean
}

/** As it is written down: of which store, and with which key. */
export type AnsweredRequest = ApiRequest & { storeId: string; keyDigest: Buffer }
