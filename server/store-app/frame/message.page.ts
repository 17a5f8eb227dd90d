import type { ErrorRequestHandler, RequestHandler } from 'express'
import { CheckoutError, isBusy } from '../../checkout/errors.ts'
import { mustBeLogged } from '../../web/answers/error-answers.ts'
import { requestIdOf } from '../../web/requests/request-log.ts'
import { linkButton } from './forms.ts'
import { sendPage } from './page.ts'
import type { StoreAppContext } from './store-app-context.ts'

const MESSAGES = {
  400: { title: 'We could not read that', text: 'Go back and send the form again.' },
  403: {
    title: 'This form is no longer valid',
    text: 'Nothing was changed. Open the page again and repeat what you did.',
  },
  404: {
    title: 'Page not found',
    text: 'The address may be misspelt, or what was here belongs to another store.',
  },
  405: { title: 'This page cannot do that', text: 'Open it again from the navigation.' },
  413: { title: 'That is too large', text: 'Nothing was changed. Go back and send less at once.' },
  429: { title: 'Too many requests', text: 'Nothing was changed. Wait a moment and try again.' },
  500: {
    title: 'Something went wrong on our side',
    text: 'Nothing you did caused this. Try again in a moment.',
  },
  503: {
    title: 'That took too long',
    text: 'Too much is going on at once. Open the page again to see whether it was done; if not, repeat it in a moment.',
  },
} as const

const REASONS = {
  owners: {
    title: 'Only owners can open this page',
    text: 'Ask an owner of the store to do this or to make you an owner.',
  },
  plan: {
    title: 'You cannot change the plan',
    text: 'Nothing was changed. Whoever runs this service changes it: ask them.',
  },
}

type Status = keyof typeof MESSAGES

export function sendMessage(
  visit: Parameters<typeof sendPage>[0],
  status: Status,
  reason?: keyof typeof REASONS,
) {
  const { title, text } = reason ? REASONS[reason] : MESSAGES[status]
  visit.response.status(status)
  sendPage(visit, {
    title,
    lead: text,
    main: linkButton(visit.app.storePath, 'Go to the store', { kind: 'button' }),
  })
}

export const refuseOtherMethods =
  (app: StoreAppContext, ...allowed: string[]): RequestHandler =>
  (_request, response) => {
    response.set('Allow', allowed.join(', '))
    sendMessage({ app, response }, 405)
  }

function statusOf(error: unknown): Status {
  if (error instanceof CheckoutError) {
    if (error.code === 'rate_limited') return 429
    return isBusy(error) ? 503 : 500
  }
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 500
  if (status === 413) return 413
  return status >= 400 && status < 500 ? 400 : 500
}

/** What we did not foresee is logged, and said to be ours. */
export const answerFailures =
  (app: StoreAppContext): ErrorRequestHandler =>
  (error: unknown, _request, response, next) => {
    const status = statusOf(error)
    const known = error instanceof CheckoutError ? error : undefined
    if (status >= 500 && mustBeLogged(known))
      app.events.requestFailed({ requestId: requestIdOf(response), error })
    if (response.headersSent) return next(error)
    // What the page was to say once, such as a new key, the next one still can.
    response.removeHeader('Set-Cookie')
    if (status >= 429) response.set('Retry-After', String(known?.retryAfterSeconds ?? 2))
    return sendMessage({ app, response }, status)
  }
