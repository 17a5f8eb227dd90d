import { CheckoutError } from '../../checkout/errors.ts'
import { expireSession } from '../../checkout/expire-session.ts'
import { isSessionId, shortSessionId } from '../../checkout/session.ts'
import type { SessionDetails } from './session-list.ts'
import { variantView } from '../frame/formats.ts'
import { csrfField } from '../frame/forms.ts'
import { html } from '../frame/html.ts'
import { sendNotFound } from '../frame/message.page.ts'
import { sayDone, sayProblem } from '../frame/notices.ts'
import { sendPage } from '../frame/page.ts'
import { sessionPath } from '../frame/session-path.ts'
import { type MemberVisit, actorOf } from '../frame/store-app-context.ts'
import { type MemberPages, partOf } from '../frame/visits.ts'
import { onSession } from './on-session.ts'

/** Ends an open session before its time, behind a page that says what that means. */
export const expireSessionPages: MemberPages = {
  '/sessions/:id/expire': { get: onSession(sendConfirmation), post: expire },
}

async function expire(visit: MemberVisit) {
  const { app, request, viewer } = visit
  const sessionId = partOf(request, 'id')
  if (!isSessionId(sessionId)) return sendNotFound(visit)
  const path = sessionPath(app, sessionId)
  try {
    const by = actorOf(viewer, request)
    await expireSession(app.checkout, { storeId: viewer.store.id, sessionId, by })
    await sayDone(visit, path, 'The session has expired. Nobody can pay it any more.')
  } catch (error) {
    if (!(error instanceof CheckoutError)) throw error
    if (error.code === 'session_not_found') return sendNotFound(visit)
    await sayProblem(visit, path, error.message)
  }
}

function sendConfirmation(visit: MemberVisit, session: SessionDetails) {
  const { app, response, viewer } = visit
  const { formats } = viewer
  const path = sessionPath(app, session.id)
  // Whoever comes too late sees what has become of it.
  if (session.state !== 'open') return response.redirect(303, path)
  const name = shortSessionId(session.id)
  return sendPage(visit, {
    title: `Expire session ${name}`,
    section: 'sessions',
    back: { path, text: `Session ${name}` },
    main: html`<h1>Expire this session?</h1>
      <form class="form" method="post" action="${path}/expire">
        <p>
          <bdi>${session.productName}</bdi>, ${variantView(session)},
          ${formats.money(session.amount, session.currency)}. Its checkout page is open until
          ${formats.time(session.expiresAt)}.
        </p>
        <p>
          Whoever has it open is told at once that the link has expired, and can no longer pay. This
          cannot be undone; for another try you create a new session.
        </p>
        ${csrfField(viewer)}
        <p class="actions">
          <button class="button danger-button">Expire now</button>
          <a class="quiet" href="${path}">Keep it open</a>
        </p>
      </form>`,
  })
}
