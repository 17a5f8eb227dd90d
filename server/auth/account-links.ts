import { createSecretToken, isSecretToken, secretTokenDigest } from './secret-tokens.ts'

/**
 * A link that opens an account, once: what is sent, and what is kept of it. `page`: of the store
 * application.
 */
export function createAccountLink(baseUrl: string, page: 'join' | 'reset-password') {
  const token = createSecretToken()
  return { url: `${baseUrl}/store/${page}/${token}`, digest: secretTokenDigest(token) }
}

/** Undefined for what no link has. */
export const linkDigest = (token: unknown) =>
  typeof token === 'string' && isSecretToken(token) ? secretTokenDigest(token) : undefined
