import express, { type Request, type RequestHandler } from 'express'
import { chooseLanguage } from '../../widget/i18n/choose-language.ts'
import { ERROR_CATALOGUE } from '../checkout/errors.ts'
import { type Answer, send } from '../web/answers/answer.ts'
import { type Exchange, exchangeOf } from '../web/requests/before-express.ts'
import { compressed, takesGzip } from '../web/answers/compressed.ts'
import { type FailureContext, mustBeLogged, toCheckoutError } from '../web/answers/error-answers.ts'
import { gzipAfter } from '../web/answers/gzip-parts.ts'
import { requestIdOf } from '../web/requests/request-log.ts'
import { createNonce, hostedPageHeaders } from '../web/answers/security-headers.ts'
import { wantedLanguages } from '../web/requests/wanted-languages.ts'
import type { WidgetAssets } from '../web/answers/widget-assets.ts'
import { type Page, type Setting, textOf } from './hosted-page.ts'
import { renderErrorPage, renderLanguagesPage, renderLostPage } from './plain-pages.ts'

export type PageAnswerContext = FailureContext & {
  urls: {
    baseUrl: string
    checkoutUrl: string
    checkoutOrigin: string
    paymentFrameUrl: string
    paymentFrameOrigin: string
  }
  assets: WidgetAssets
}

/**
 * `opensWindows`: the payment provider's wallets do, in browsers without their own. `headers`: of a
 * page that is no session's.
 */
export type PageResult =
  | {
      status: number
      page: Page
      opensWindows?: boolean
      headers?: Record<string, string>
    }
  | { see: string }

/**
 * In the language of the session's store, unless the buyer asks for one of ours. `first`: a language
 * that comes before all others.
 */
export type SettingOf = (session?: { store: { language: string } }, first?: string) => Setting

/** Whether there is nothing to be seen at the address, now and later. */
const isInVain = (status: number, { method }: Exchange['request']) =>
  status === 404 || status === 405 || (status < 429 && method !== 'POST')

function lostPage(query: Exchange['query'], settingOf: SettingOf, urls: PageAnswerContext['urls']) {
  const { lang, was } = query as { lang?: unknown; was?: unknown }
  return lang === '' && typeof was === 'string'
    ? renderLanguagesPage(settingOf(undefined, was))
    : renderLostPage(settingOf(), urls)
}

/** Answers with a page, also for errors, or with a redirect. */
export async function answerPage(
  { urls, assets, events }: PageAnswerContext,
  { request, response, query }: Exchange,
  make: (settingOf: SettingOf) => Promise<PageResult>,
): Promise<Answer> {
  const wanted = wantedLanguages({ headers: request.headers, query })
  const nonce = createNonce()
  // The buyer typed the address, or came from a mail or a code.
  const keepsOpener = request.headers['sec-fetch-site'] === 'none'
  const settingOf: SettingOf = (session, first) => ({
    assets,
    nonce,
    language: chooseLanguage(first, ...wanted, session?.store.language),
    keepsOpener,
  })
  const made = await make(settingOf).catch((error: unknown): PageResult => {
    const refusal = toCheckoutError(error)
    if (mustBeLogged(refusal)) events.requestFailed({ requestId: requestIdOf(response), error })
    const { status } = ERROR_CATALOGUE[refusal?.code ?? 'internal_error']
    if (isInVain(status, request)) return { status, page: lostPage(query, settingOf, urls) }
    response.setHeader('Retry-After', refusal?.retryAfterSeconds ?? 2)
    return { status, page: renderErrorPage(settingOf()) }
  })
  if ('see' in made) return { status: 303, headers: { Location: made.see }, html: '' }
  const { status, opensWindows = false } = made
  const page = withKeptInLinks(made.page, query)
  const headers =
    made.headers ??
    hostedPageHeaders(response, {
      nonce,
      styleHashes: page.styleHashes,
      frameOrigin: urls.paymentFrameOrigin,
      formTargets: `'self' ${urls.checkoutOrigin} ${urls.paymentFrameOrigin}`,
      imageUrls: page.imageUrls,
      reportUrl: `${urls.checkoutOrigin}/_csp`,
      opensWindows,
      keepsOpener,
    })
  if (!takesGzip(request))
    return { status, headers: { ...headers, Vary: 'Accept-Language' }, html: textOf(page) }
  return {
    status,
    headers: { ...headers, 'Content-Encoding': 'gzip', Vary: 'Accept-Language, Accept-Encoding' },
    html: gzipAfter(page.beginning, page.rest),
  }
}

/** The draft, the key of the receipt, what a buy link asks for, what opens a withdrawal. */
const KEPT =
  'draft receipt size color quantity change success_url cancel_url order session link'.split(' ')

/** Keeps the rest of the address when the buyer changes the language. */
function withKeptInLinks(page: Page, query: Exchange['query']): Page {
  const kept = Object.entries(query).flatMap(([name, value]) =>
    KEPT.includes(name) && typeof value === 'string'
      ? `${name}=${encodeURIComponent(value)}&amp;`
      : [],
  )
  if (kept.length === 0) return page
  const rest = page.rest.replaceAll('href="?lang=', `href="?${kept.join('')}lang=`)
  return { ...page, rest }
}

/** Handlers that compress the answer they wait for. */
export const answering = <Parameters extends Record<string, string>>(
  answer: (exchange: Exchange, request: Request<Parameters>) => Promise<Answer>,
): RequestHandler<Parameters>[] => [
  compressed,
  async (request, response) => {
    send(response, await answer(exchangeOf(request, response), request))
  },
]

const takeForm = express.urlencoded({ extended: false, limit: 16_384, inflate: false })

/** The fields of a plain form. @throws the body parser's error */
export const readForm = ({ request, response }: Exchange) =>
  new Promise<Record<string, unknown>>((resolve, reject) => {
    takeForm(request, response, (error?: unknown) => {
      if (error) reject(error as Error)
      else resolve((Reflect.get(request, 'body') ?? {}) as Record<string, unknown>)
    })
  })
