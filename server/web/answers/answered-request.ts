import type { KeyKind } from '../../contract/platform/platform.ts'

/** An answered request. */
export type AnyRequest = {
  requestId: string
  method: string
  /** The pattern, since a path may hold a session id. */
  route: string
  status: number
  durationMs: number
}

/** One of the merchant API. */
export type ApiRequest = AnyRequest & {
  at: Date
  keyKind: KeyKind
  /** A secret key came from a browser, so it was refused. */
  isSecretInBrowser: boolean
}

/** As the store's request log keeps it. */
export type AnsweredRequest = ApiRequest & { storeId: string; keyDigest: Buffer }
