import type { Response } from 'express'
import { CheckoutError } from '../../checkout/errors.ts'
import { expireSession } from '../../checkout/expire-session.ts'
import { shortSessionId, isSessionId } from '../../checkout/session.ts'
import type { SessionDetails } from './session-list.ts'
import { variantView } from '../frame/formats.ts'
import { csrfField } from '../frame/forms.ts'
import { html } from '../frame/html.ts'
import { sendMessage } from '../frame/message.page.ts'
import { redirectWith } from '../frame/notices.ts'
import { sendPage } from '../frame/page.ts'
import { pages } from '../frame/pages.ts'
import { type StoreAppContext, type Viewer, actorOf } from '../frame/store-app-context.ts'
import { memberAction, memberPage } from '../frame/store-auth.ts'
import { onSession } from './session-parts.ts'
import { sessionPath } from '../frame/session-path.ts'

/** Ends an open session before its time, behind a page that says what that means. */
export const expireSessionRoutes = (app: StoreAppContext) =>
  pages(app, {
    '/sessions/:id/expire': {
      get: memberPage(
        app,
        onSession(app, (_request, response, { viewer, session }) => {
          // Whoever comes too late sees what has become of it.
          if (session.state !== 'open') return response.redirect(303, sessionPath(app, session.id))
          return sendConfirmation(app, response, { session, viewer })
        }),
      ),
      post: memberAction(app, async (request, response, viewer) => {
        const id = request.params['id']
        if (typeof id !== 'string' || !isSessionId(id))
          return sendMessage(app, response, { status: 404, viewer })
        const outcome = await expire(app, {
          storeId: viewer.store.id,
          sessionId: id,
          by: actorOf(viewer, request),
        })
        if (outcome === 'not_found') return sendMessage(app, response, { status: 404, viewer })
        return redirectWith(app, response, { to: sessionPath(app, id), ...outcome })
      }),
    },
  })

type Outcome = { kind: 'success' | 'danger'; text: string } | 'not_found'

async function expire(
  { checkout }: StoreAppContext,
  session: Parameters<typeof expireSession>[1],
): Promise<Outcome> {
  try {
    await expireSession(checkout, session)
    return { kind: 'success', text: 'The session has expired. Nobody can pay it any more.' }
  } catch (error) {
    if (!(error instanceof CheckoutError)) throw error
    return error.code === 'session_not_found'
      ? 'not_found'
      : { kind: 'danger', text: error.message }
  }
}

type Confirmation = { session: SessionDetails; viewer: Viewer }

function sendConfirmation(
  app: StoreAppContext,
  response: Response,
  { session, viewer }: Confirmation,
) {
  const path = sessionPath(app, session.id)
  const { formats } = viewer
  const name = shortSessionId(session.id)
  sendPage(app, response, {
    title: `Expire session ${name}`,
    section: 'sessions',
    viewer,
    main: html`<p class="back">
        <a href="${path}">Session ${name}</a>
      </p>
      <h1>Expire this session?</h1>
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
