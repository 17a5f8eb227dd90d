import type { Request, Response } from 'express'
import type { HttpContext } from '../../web/http-context.ts'
import type { SignedInMember } from './accounts.ts'
import type { Actor } from '../../checkout/audit.ts'
import type { Formats } from './formats.ts'
import type { Notice } from './notices.ts'
import type { OrderStreams } from '../orders/order-streams.ts'

/**
 * What the pages work with. `storePath`: where the store application is on its host, without a
 * slash at its end.
 */
export type StoreAppContext = HttpContext & { orderStreams: OrderStreams; storePath: string }

/** Whose page it is: what its frame shows, its forms send, and how its store writes. */
export type Viewer = SignedInMember & {
  csrfToken: string
  formats: Formats
  /** What the page before has to say, once. */
  notice: Notice | undefined
}

export type MemberHandler = (request: Request, response: Response, viewer: Viewer) => Promise<void>

/** For the audit log. */
export const actorOf = ({ email }: Pick<Viewer, 'email'>, { ip }: Request): Actor => ({
  name: email,
  address: ip ?? null,
})
