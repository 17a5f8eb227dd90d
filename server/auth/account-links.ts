import { createSecretToken, isSecretToken, secretTokenDigest } from './secret-tokens.ts'

/** A link that opens an account once: the URL to send, and the digest to keep. */
export function createAccountLink(baseUrl: string, page: 'join' | 'reset-password') {
  const token = createSecretToken()
  return { url: `${baseUrl}/store/${page}/${token}`, digest: secretTokenDigest(token) }
}

/** Undefined when no link has such a token. */
export const linkDigest = (token: unknown) =>
  typeof token === 'string' && isSecretToken(token) ? secretTokenDigest(token) : undefined
