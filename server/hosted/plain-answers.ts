import type { ErrorRequestHandler } from 'express'
import { CheckoutError, sessionNotFound } from '../checkout/errors.ts'
import { sessionIdIn } from '../checkout/sessions/session.ts'
import { send } from '../web/answers/answer.ts'
import { isOpenedAsPage } from '../web/answers/error-answers.ts'
import { type Exchange, exchangeOf } from '../web/requests/before-express.ts'
import {
  type PageAnswerContext,
  type PageResult,
  type SettingOf,
  answerPage,
} from './page-answers.ts'
import { renderLanguagesPage, renderNotFoundPage } from './plain-pages.ts'
import { type ShownContext, findShown } from './shown-session.ts'

type PlainRequest = { exchange: Exchange; id: string; settingOf: SettingOf }

/** The list of languages, in the look of the session's store. */
export async function answerLanguages(
  context: ShownContext,
  { exchange, id, settingOf }: PlainRequest,
): Promise<PageResult> {
  const session = (await findShown(context, { id, exchange, needsReceipt: false }))?.session
  const { was } = exchange.query as { was?: unknown }
  const setting = settingOf(session, typeof was === 'string' ? was : undefined)
  return { status: 200, page: renderLanguagesPage(setting, session) }
}

/**
 * There is no such session. A link that was copied with something behind it still names one, and so
 * the store that the buyer should ask. @throws {CheckoutError} session_not_found: it names none
 */
export async function answerUnknown(
  context: ShownContext,
  { exchange, id, settingOf }: PlainRequest,
): Promise<PageResult> {
  const named = sessionIdIn(id)
  const session =
    named === undefined || named === id
      ? undefined
      : (await findShown(context, { id: named, exchange, needsReceipt: false }))?.session
  if (!session) throw sessionNotFound()
  return { status: 404, page: renderNotFoundPage(settingOf(session), session) }
}

/** The APIs of programs answer with the envelope, whatever a request accepts (contract §3). */
const API = /^\/(v1|platform)(\/|$)/

/**
 * Answers people who open an address in vain. Programs get the envelope, and so does a request for
 * a host that is not ours, which learns no address of ours.
 */
export function answerLost(context: PageAnswerContext): ErrorRequestHandler {
  const base = new URL(context.urls.baseUrl).pathname.replace(/\/$/, '')
  return async (error: unknown, request, response, next) => {
    const isApi = API.test(request.path.slice(base.length))
    const isOurs = !(error instanceof CheckoutError && error.code === 'misdirected_request')
    if (response.headersSent || isApi || !isOurs || !isOpenedAsPage(request)) return next(error)
    const exchange = exchangeOf(request, response)
    const answer = await answerPage(context, exchange, async () => {
      throw error
    })
    send(response, answer)
  }
}
