import { randomBytes } from 'node:crypto'
import type { SealedText } from '../checkout/ports/webhook-records.ts'
import { toWebhookSecret } from './sign-webhook.ts'

const SECRET_BYTES = 32

/** Seals and opens for one holder each. */
export type Sealing = {
  seal(secret: Uint8Array, holder: string): SealedText
  open(sealed: SealedText, holder: string): Buffer | undefined
}

/** The holder of the secret: it opens for no other endpoint. */
export const holderOf = (endpointId: string) => `webhook endpoint ${endpointId}`

/** A new secret: `shown` once, and `kept` sealed. */
export function createWebhookSecret(endpointId: string, sealing: Sealing) {
  const bytes = randomBytes(SECRET_BYTES)
  return { shown: toWebhookSecret(bytes), kept: sealing.seal(bytes, holderOf(endpointId)) }
}

/** The secrets that can be opened, as they were shown. */
export const openSecrets = (endpointId: string, sealed: SealedText[], sealing: Sealing) =>
  sealed.flatMap((each) => {
    const bytes = sealing.open(each, holderOf(endpointId))
    return bytes ? [toWebhookSecret(bytes)] : []
  })
