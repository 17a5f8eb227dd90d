import { type SessionState, isSessionId } from '../../checkout/session.ts'
import { html } from '../frame/html.ts'
import { about, partOf } from '../frame/visits.ts'

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
 * For what is about the session in the address. An id that no session can have is not asked for.
 */
export const onSession = about(({ app, request, viewer }) => {
  const id = partOf(request, 'id')
  return isSessionId(id) ? app.records.sessions.find(viewer.store.id, id) : undefined
})
