import { hash, randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { RequestHandler, Response } from 'express'

/** The payment provider's sources in a policy. */
export type PolicySources = { script: string; connect: string; frame: string }

/** For every answer. */
export const COMMON_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Origin-Agent-Cluster': '?1',
}

export const API_HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
}

export const withHeaders =
  (headers: Record<string, string>): RequestHandler =>
  (_request, response, next) => {
    response.set(headers)
    next()
  }

/**
 * For which names browsers must use https. `subdomains` and `preload` bind other services under the
 * name, so its owner has to choose them.
 */
export const HSTS_SCOPES = ['host', 'subdomains', 'preload'] as const
export type HstsScope = (typeof HSTS_SCOPES)[number]

const HSTS = {
  host: 'max-age=63072000',
  subdomains: 'max-age=63072000; includeSubDomains',
  preload: 'max-age=63072000; includeSubDomains; preload',
} satisfies Record<HstsScope, string>

type Transport = { address: string; scope: HstsScope }

/** Sent when the surface's own address is https, however this request came. */
export const transportHeaders = ({ address, scope }: Transport): Record<string, string> =>
  address.startsWith('https:') ? { 'Strict-Transport-Security': HSTS[scope] } : {}

export function setTransportHeaders(response: ServerResponse, transport: Transport) {
  for (const [name, value] of Object.entries(transportHeaders(transport)))
    response.setHeader(name, value)
}

/** WebKit would also upgrade loopback addresses, and the page would lose its script over http. */
export const upgradeInsecureRequests = (response: ServerResponse) => ({
  'upgrade-insecure-requests': response.hasHeader('Strict-Transport-Security') ? '' : undefined,
})

export const createNonce = () => randomBytes(18).toString('base64')

/** Allows an inline script or sheet by its content. */
export const hashSource = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`

export const policy = (directives: Record<string, string | undefined>) =>
  Object.entries(directives)
    .filter(([, sources]) => sources !== undefined)
    .map(([name, sources]) => `${name} ${sources}`.trim())
    .join('; ')

export type ImageUrls = (string | null | undefined)[]

/** `;`, `,` and `*` in a host would change the policy. */
export const imageSources = (urls: ImageUrls) => {
  const origins = urls.map((url) => URL.parse(url ?? '')?.origin ?? '')
  return [
    "'self'",
    ...new Set(origins.filter((origin) => /^https?:\/\/[\w.:[\]-]+$/.test(origin))),
  ].join(' ')
}

export type PageSources = {
  nonce: string
  /** One for each sheet in the page. */
  styleHashes: string[]
  frameOrigin: string
  /** Where the form goes, and where that redirects to. */
  formTargets: string
  imageUrls: ImageUrls
  reportUrl: string
  /** Keeps `window.opener` for windows that our page's frames open. */
  opensWindows: boolean
  /** Keeps `window.opener` of a page that another page opened (decision 86). */
  keepsOpener: boolean
}

/**
 * The hosted page: nobody may frame it, only our script runs, and card fields come from the payment
 * frame's origin. Sheets have hashes, because they are the same in every page.
 */
export function hostedPageHeaders(
  response: ServerResponse,
  {
    nonce,
    styleHashes,
    frameOrigin,
    formTargets,
    imageUrls,
    reportUrl,
    opensWindows,
    keepsOpener,
  }: PageSources,
) {
  return {
    'Content-Security-Policy': policy({
      'default-src': "'none'",
      'script-src': `'nonce-${nonce}' 'strict-dynamic'`,
      'style-src': styleHashes.join(' '),
      'img-src': imageSources(imageUrls),
      'font-src': "'self'",
      'connect-src': "'self'",
      'frame-src': frameOrigin,
      'form-action': formTargets,
      'base-uri': "'none'",
      'frame-ancestors': "'none'",
      'object-src': "'none'",
      'manifest-src': "'none'",
      'worker-src': "'none'",
      'require-trusted-types-for': "'script'",
      'trusted-types': 'lit-html',
      ...upgradeInsecureRequests(response),
      'report-to': 'csp',
    }),
    'Reporting-Endpoints': `csp="${reportUrl}"`,
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    ...(!keepsOpener && {
      'Cross-Origin-Opener-Policy': opensWindows ? 'same-origin-allow-popups' : 'same-origin',
    }),
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': `payment=(self "${frameOrigin}"), camera=(), microphone=(), geolocation=(), usb=(), browsing-topics=()`,
    'Cache-Control': 'no-store',
    'X-Robots-Tag': 'noindex, nofollow',
  }
}

const TRUSTED_TYPES = { 'require-trusted-types-for': "'script'", 'trusted-types': "'none'" }

/**
 * The payment frame and the bank's page. The checkout may frame them, and so may an embedding page
 * that the store allows. A `provider`'s script writes style attributes and knows no Trusted Types.
 */
export function setPaymentFrameHeaders(
  response: Response,
  {
    nonce,
    ancestors,
    formAction = "'none'",
    provider,
  }: {
    nonce: string
    ancestors: string[]
    formAction?: string
    provider?: PolicySources
  },
) {
  // API answers forbid framing; these pages are made for it.
  response.removeHeader('X-Frame-Options')
  response.set({
    'Content-Security-Policy': policy({
      'default-src': "'none'",
      'script-src': `'nonce-${nonce}' ${provider?.script ?? ''}`.trim(),
      'style-src': `'nonce-${nonce}'`,
      'style-src-attr': provider && "'unsafe-inline'",
      'connect-src': `'self' ${provider?.connect ?? ''}`.trim(),
      'frame-src': provider?.frame,
      'form-action': formAction,
      'base-uri': "'none'",
      ...(!provider && TRUSTED_TYPES),
      'report-to': 'csp',
      'frame-ancestors': ancestors.join(' '),
    }),
    'Reporting-Endpoints': 'csp="/_csp"',
    ...(provider && { 'Content-Security-Policy-Report-Only': policy(TRUSTED_TYPES) }),
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
    'X-Robots-Tag': 'noindex, nofollow',
  })
}

/**
 * The store application: only our script runs. It sends a referrer, since without one browsers send
 * `Origin: null` with forms. `framed`: what its page shows in frames.
 */
export function setStoreAppHeaders(
  response: Response,
  { nonce, imageUrls, framed }: { nonce: string; imageUrls: ImageUrls; framed?: "'self'" },
) {
  response.set({
    'Content-Security-Policy': policy({
      'default-src': "'none'",
      'script-src': `'nonce-${nonce}'`,
      'style-src': `'nonce-${nonce}'`,
      'img-src': imageSources(imageUrls),
      'font-src': "'self'",
      'connect-src': "'self'",
      'frame-src': framed,
      'form-action': "'self'",
      'base-uri': "'none'",
      'frame-ancestors': "'none'",
      'object-src': "'none'",
      'require-trusted-types-for': "'script'",
      'trusted-types': "'none'",
      ...upgradeInsecureRequests(response),
    }),
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'no-store',
  })
}

/** The hosted page inside the store application: nothing runs in it, and it sends nothing. */
export function setPreviewHeaders(
  response: Response,
  { styleHashes, imageUrls }: Pick<PageSources, 'styleHashes' | 'imageUrls'>,
) {
  response.set({
    'Content-Security-Policy': policy({
      'default-src': "'none'",
      'style-src': styleHashes.join(' '),
      'img-src': imageSources(imageUrls),
      'form-action': "'none'",
      'base-uri': "'none'",
      'frame-ancestors': "'self'",
      ...upgradeInsecureRequests(response),
    }),
    'X-Frame-Options': 'SAMEORIGIN',
  })
}

/** The script for merchants' pages: any origin may load it. */
export const SCRIPT_HEADERS = {
  'Content-Type': 'text/javascript; charset=utf-8',
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Timing-Allow-Origin': '*',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
}
