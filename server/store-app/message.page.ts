import type { ErrorRequestHandler, RequestHandler, Response } from 'express'
import type { HttpContext } from '../http/http-context.ts'
import { requestIdOf } from '../http/request-log.ts'
import { html } from './html.ts'
import { type StorePath, type Viewer, sendPage } from './page.ts'

const MESSAGES = {
  400: { title: 'We could not read that', text: 'Go back and send the form again.' },
  403: { title: 'This form is no longer valid', text: 'Nothing was changed. Open the page again and repeat what you did.' },
  404: { title: 'Page not found', text: 'The address may be misspelt, or what was here belongs to another store.' },
  405: { title: 'This page cannot do that', text: 'Open it again from the list of orders.' },
  500: { title: 'Something went wrong on our side', text: 'Nothing you did caused this. Try again in a moment.' },
} as const

type Status = keyof typeof MESSAGES

/** A page that says what is wrong and leads back. */
export function sendMessage(
  response: Response, status: Status, { storePath, viewer }: { storePath: StorePath; viewer?: Viewer | undefined }) {
  const { title, text } = MESSAGES[status]
  response.status(status)
  sendPage(response, { title, storePath, viewer, main: html`<div class="message">
<h1>${title}</h1>
<p>${text}</p>
<p><a class="button" href="${storePath}/orders">Go to orders</a></p>
</div>` })
}

/** For `route.all` behind the methods that a route has. */
export const refuseOtherMethods = (storePath: StorePath, ...allowed: string[]): RequestHandler => (_request, response) => {
  response.set('Allow', allowed.join(', '))
  sendMessage(response, 405, { storePath })
}

const isBodyError = (error: unknown) =>
  error instanceof Error && 'status' in error && typeof error.status === 'number' && error.status >= 400 && error.status < 500

/** What we did not foresee is logged, and said to be ours. */
export const answerFailures = ({ events }: HttpContext, storePath: StorePath): ErrorRequestHandler => (
  error: unknown, _request, response, next) => {
  const isOurs = !isBodyError(error)
  if (isOurs) events.requestFailed({ requestId: requestIdOf(response), error })
  if (response.headersSent) return next(error)
  if (isOurs) response.set('Retry-After', '2')
  return sendMessage(response, isOurs ? 500 : 400, { storePath })
}
