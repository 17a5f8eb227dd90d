import type { Callers } from '../../admission/callers.ts'
import { type Offer, assertOwnAddresses, buyUrlOf } from '../../checkout/sessions/buy-link.ts'
import type { CheckoutDeps } from '../../checkout/checkout-deps.ts'
import { offerIn } from '../../checkout/sessions/words-in.ts'
import { mayNotSell } from '../../checkout/sessions/create-session.ts'
import { CheckoutError } from '../../checkout/errors.ts'
import { productNotFound } from '../../checkout/sessions/stock.ts'
import type { Records } from '../../checkout/ports/platform-records.ts'
import { Slug } from '../../contract/platform/platform.ts'
import type { Exchange } from '../../web/requests/before-express.ts'
import type { NetworkShareContext } from '../../web/requests/network-share.ts'
import { type NoticeContext, wantedNotice } from '../../web/requests/wanted-languages.ts'
import { buyPageHeaders } from '../../web/answers/buy-page-headers.ts'
import { type SessionAdmission, admitNamed } from '../../web/requests/session-admission.ts'
import type { PageResult, PageAnswerContext, SettingOf } from '../page-answers.ts'
import { renderWrongLinkPage } from '../plain-pages.ts'
import { type BuyPageContent, renderBuyPage } from './buy-page.ts'
import { addressesIn } from './link-query.ts'
import { STEPPER } from './product-data.ts'

export type BuyLinkContext = PageAnswerContext &
  SessionAdmission &
  NoticeContext &
  NetworkShareContext & {
    checkout: CheckoutDeps
    records: Pick<Records, 'findOffer' | 'findStore'>
    callers: Pick<Callers, 'remember'>
    sessionTtlSeconds: number
  }

export type Link = { storeId: string; slug: string }

/** What the link sells now. Who names a store that there is does not count as a stranger. */
export async function findOffered(
  context: BuyLinkContext,
  exchange: Exchange,
  { storeId, slug }: Link,
): Promise<Offer | undefined> {
  const { records, checkout } = context
  const isStore =
    /^st_[0-9A-Za-z]{1,40}$/.test(storeId) &&
    (await admitNamed(context, { kind: 'store', name: storeId }, exchange, {
      isKnown: async () => (await records.findStore(storeId)) !== undefined,
    }))
  const offer =
    isStore && Slug.safeParse(slug).success ? await records.findOffer(storeId, slug) : undefined
  return offer && !mayNotSell(checkout, offer.creator) ? offer : undefined
}

type Asking = { exchange: Exchange; link: Link; settingOf: SettingOf }

/**
 * Makes an answer from what the link sells; else the page that says why nothing is sold there.
 * @throws {CheckoutError} product_not_found
 */
export async function onOffer(
  context: BuyLinkContext,
  { exchange, link, settingOf }: Asking,
  make: (offer: Offer) => PageResult | Promise<PageResult>,
): Promise<PageResult> {
  const offer = await findOffered(context, exchange, link)
  if (!offer) throw productNotFound(link.slug)
  try {
    assertOwnAddresses(offer, addressesIn(exchange.query))
  } catch (error) {
    if (!(error instanceof CheckoutError)) throw error
    return { status: 400, page: renderWrongLinkPage(settingOf(offer)) }
  }
  return make(offer)
}

type Showing = Omit<BuyPageContent, 'link' | 'guaranteeNotice'> & {
  status: number
  link: Link
  settingOf: SettingOf
}

/** The page that sells. Only as it is first shown, and of a real store, it may be kept and found. */
export function showOffer(
  context: BuyLinkContext,
  exchange: Exchange,
  { status, link, settingOf, ...shown }: Showing,
): PageResult {
  const { checkoutUrl, checkoutOrigin } = context.urls
  const setting = settingOf(shown.offer)
  const page = renderBuyPage(setting, {
    ...shown,
    offer: offerIn(shown.offer, setting.language),
    link: buyUrlOf(checkoutUrl, link),
    guaranteeNotice: wantedNotice(context, shown.offer.store, exchange),
  })
  const headers = buyPageHeaders(exchange.response, {
    ...page,
    script: STEPPER,
    formTargets: `'self' ${checkoutOrigin}`,
    reportUrl: `${checkoutOrigin}/_csp`,
    isPublic: status === 200 && !shown.offer.store.isTest,
  })
  return { status, page, headers }
}
