import type { Response } from 'express'
import type { Notice } from '../frame/notices.ts'
import type { StoreAppContext } from '../frame/store-app-context.ts'
import { clearSessionCookie } from '../frame/store-auth.ts'

const SENTENCES: Record<string, string> = {
  here: 'You are signed out.',
  everywhere: 'You are signed out everywhere.',
}

/**
 * Leaves nothing of the store in the browser. A notice would go with the other cookies: the address
 * says what has happened.
 */
export function sendSignedOut(
  { storePath }: StoreAppContext,
  response: Response,
  where: 'here' | 'everywhere',
) {
  clearSessionCookie(response)
  response
    .set('Clear-Site-Data', '"cookies","storage"')
    .redirect(303, `${storePath}/sign-in?signed-out=${where}`)
}

export function signedOutNotice(where: unknown): Notice | undefined {
  const text = typeof where === 'string' ? SENTENCES[where] : undefined
  return text === undefined ? undefined : { kind: 'success', text }
}
