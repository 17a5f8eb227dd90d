import { type SessionState, isSessionId } from '../../checkout/session.ts'
import type { Request, Response } from 'express'
import { html } from '../frame/html.ts'
import { sendMessage } from '../frame/message.page.ts'
import type { StoreAppContext, Viewer } from '../frame/store-app-context.ts'
import type { SessionDetails } from './session-list.ts'

/** What a session's state is called, and the colour that it has. */
export const STATES: Record<SessionState, { text: string; tone: string }> = {
  open: { text: 'Open', tone: 'info' },
  paying: { text: 'Being paid', tone: 'warning' },
  complete: { text: 'Paid', tone: 'success' },
  expired: { text: 'Expired', tone: '' },
}

export const stateBadge = (state: SessionState) =>
  html`<span class="badge ${STATES[state].tone}">${STATES[state].text}</span>`

/**
 * The session that the address names, if it is the viewer's store's. An id that no session can have
 * is not asked for.
 */
async function findSession({ records }: StoreAppContext, { params }: Request, viewer: Viewer) {
  const id = params['id']
  return typeof id === 'string' && isSessionId(id)
    ? records.sessions.find(viewer.store.id, id)
    : undefined
}

type OnSession = (
  request: Request,
  response: Response,
  shown: { viewer: Viewer; session: SessionDetails },
) => unknown

/** For the pages of the session in the address. */
export const onSession =
  (app: StoreAppContext, handle: OnSession) =>
  async (request: Request, response: Response, viewer: Viewer) => {
    const session = await findSession(app, request, viewer)
    if (!session) return sendMessage(app, response, { status: 404, viewer })
    await handle(request, response, { viewer, session })
  }
