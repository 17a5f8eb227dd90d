import express, { type Request, type Response } from 'express'
import { chooseLanguage } from '../../widget/i18n/choose-language.ts'
import { ERROR_CATALOGUE } from '../checkout/errors.ts'
import type { CheckoutSession } from '../checkout/session.ts'
import type { Answer } from '../web/answer.ts'
import type { Exchange } from '../web/before-express.ts'
import { takesGzip } from '../web/compressed.ts'
import { type FailureContext, mustBeTold, toCheckoutError } from '../web/error-answers.ts'
import { gzipAfter } from '../web/gzip-parts.ts'
import { requestIdOf } from '../web/request-log.ts'
import { createNonce, hostedPageHeaders } from '../web/security-headers.ts'
import { wantedLanguages } from '../web/wanted-languages.ts'
import type { WidgetAssets } from '../web/widget-assets.ts'
import {
  type Page,
  type Setting,
  renderErrorPage,
  renderLanguagesPage,
  textOf,
} from './hosted-page.ts'

/** What pages of a session work with, on whichever of our origins. */
export type PageAnswerContext = FailureContext & {
  urls: {
    checkoutUrl: string
    checkoutOrigin: string
    paymentFrameUrl: string
    paymentFrameOrigin: string
  }
  assets: WidgetAssets
}

/** `opensWindows`: wallets of the payment provider do, where the browser has none of its own. */
type Made =
  | { status: number; page: Page; session?: CheckoutSession | undefined; opensWindows?: boolean }
  | { see: string }

/** In the language of the session's store where the buyer asks for none of ours. */
export type SettingOf = (session?: CheckoutSession) => Setting

/** Every answer is a page, errors too, or the address of one. */
export async function answerPage(
  { urls, assets, events }: PageAnswerContext,
  { request, response, query }: Exchange,
  make: (settingOf: SettingOf) => Promise<Made>,
): Promise<Answer> {
  const wanted = wantedLanguages({ headers: request.headers, query })
  const nonce = createNonce()
  // Of no page: typed, from a mail, by a code.
  const keepsOpener = request.headers['sec-fetch-site'] === 'none'
  const settingOf: SettingOf = (session) => ({
    assets,
    nonce,
    language: chooseLanguage(...wanted, session?.store.language),
    keepsOpener,
  })
  const { lang, was } = query as { lang?: unknown; was?: unknown }
  const making: Promise<Made> =
    lang === ''
      ? Promise.resolve({
          status: 200,
          page: renderLanguagesPage({
            ...settingOf(),
            language: chooseLanguage(typeof was === 'string' ? was : undefined, ...wanted),
          }),
        })
      : make(settingOf)
  const made = await making.catch((error: unknown): Made => {
    const refusal = toCheckoutError(error)
    if (mustBeTold(refusal)) events.requestFailed({ requestId: requestIdOf(response), error })
    response.setHeader('Retry-After', refusal?.retryAfterSeconds ?? 2)
    const status = refusal ? ERROR_CATALOGUE[refusal.code].status : 500
    return { status, page: renderErrorPage(settingOf()) }
  })
  if ('see' in made) return { status: 303, headers: { Location: made.see }, html: '' }
  const { status, session, opensWindows = false } = made
  const page = withDraftInLinks(made.page, query)
  const headers = hostedPageHeaders(response, {
    nonce,
    styleHashes: page.styleHashes,
    frameOrigin: urls.paymentFrameOrigin,
    formTargets: `'self' ${urls.checkoutOrigin} ${urls.paymentFrameOrigin}`,
    imageUrls: [session?.quote.imageUrl, session?.store.logoUrl],
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

/** Whoever changes the language keeps what they have typed without script. */
function withDraftInLinks(page: Page, query: Exchange['query']): Page {
  if (!('draft' in query) || typeof query.draft !== 'string') return page
  const draft = encodeURIComponent(query.draft)
  const rest = page.rest.replaceAll('href="?lang=', `href="?draft=${draft}&amp;lang=`)
  return { ...page, rest }
}

const takeForm = express.urlencoded({ extended: false, limit: 16_384 })

/** What a plain form sent. @throws what Express says of a body that is none, or too large */
export const readForm = (request: Request, response: Response) =>
  new Promise<Record<string, unknown>>((resolve, reject) => {
    takeForm(request, response, (error?: unknown) => {
      if (error) reject(error as Error)
      else resolve((request.body ?? {}) as Record<string, unknown>)
    })
  })
