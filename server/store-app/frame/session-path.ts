import type { StoreAppContext } from './store-app-context.ts'

/**
 * Whoever has the full id may open the checkout. It stands in this address all the same: the page
 * is its own merchant's, the browser tells the address to nobody else (Referrer-Policy:
 * same-origin), and the log has the route's pattern only.
 */
export const sessionPath = ({ storePath }: StoreAppContext, sessionId: string) =>
  `${storePath}/sessions/${sessionId}`
