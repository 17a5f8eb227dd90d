import { hash, randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { RequestHandler, Response } from 'express'

/** What a policy has to let through besides our own. */
export type PolicySources = { script: string; connect: string; frame: string }

/** Of every answer. */
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
 * For how much of a host browsers are to insist on https. Whatever is beyond the host itself is its
 * owner's to promise: it binds every other service under that name.
 */
export const HSTS_SCOPES = ['host', 'subdomains', 'preload'] as const
export type HstsScope = (typeof HSTS_SCOPES)[number]

const HSTS = {
  host: 'max-age=63072000',
  subdomains: 'max-age=63072000; includeSubDomains',
  preload: 'max-age=63072000; includeSubDomains; preload',
} satisfies Record<HstsScope, string>

/** Of an https address alone: it follows the surface's own, not how this one request came. */
export function setTransportHeaders(
  response: ServerResponse,
  { address, scope }: { address: string; scope: HstsScope },
) {
  if (address.startsWith('https:')) response.setHeader('Strict-Transport-Security', HSTS[scope])
}

/** WebKit upgrades the machine's own addresses, too: over http the page would lose its script. */
const upgradeInsecureRequests = (response: ServerResponse) => ({
  'upgrade-insecure-requests': response.hasHeader('Strict-Transport-Security') ? '' : undefined,
})

export const createNonce = () => randomBytes(18).toString('base64')

/** Lets a policy name what stands in a page by its text. */
export const hashSource = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`

const policy = (directives: Record<string, string | undefined>) =>
  Object.entries(directives)
    .filter(([, sources]) => sources !== undefined)
    .map(([name, sources]) => `${name} ${sources}`.trim())
    .join('; ')

export type ImageUrls = (string | null | undefined)[]

/** A host with `;`, `,` or `*` says something else in a policy than where pictures come from. */
const imageSources = (urls: ImageUrls) => {
  const origins = urls.map((url) => URL.parse(url ?? '')?.origin ?? '')
  return [
    "'self'",
    ...new Set(origins.filter((origin) => /^https?:\/\/[\w.:[\]-]+$/.test(origin))),
  ].join(' ')
}

type PageSources = {
  nonce: string
  /** Of each sheet in the page. */
  styleHashes: string[]
  frameOrigin: string
  /** Where its form goes, and where that sends the buyer on. */
  formTargets: string
  imageUrls: ImageUrls
  reportUrl: string
  /** A window that our page’s frames open keeps its way back to them. */
  opensWindows: boolean
  /** Leaves the window to whatever page has opened it (decision 86). */
  keepsOpener: boolean
}

/**
 * The hosted page: nobody may frame it, nothing runs in it but our script, card fields come from
 * the payment frame's origin. Its sheets have hashes: they are the same in every page.
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
 * The payment frame and the bank's page: framed by the checkout and by the page that embeds it,
 * when its store allows that. `provider` has a script of its own in them, which writes style
 * attributes and knows no Trusted Types.
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
  // Every API answer forbids framing; these pages are there to be framed.
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
      'frame-ancestors': ancestors.join(' '),
    }),
    ...(provider && { 'Content-Security-Policy-Report-Only': policy(TRUSTED_TYPES) }),
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
    'X-Robots-Tag': 'noindex, nofollow',
  })
}

/**
 * The store application: nothing runs in it but our own script, and it keeps its referrer, as
 * without one a browser sends `Origin: null` with its forms. `framed`: what its page shows in frames.
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

/** The hosted page as the store application shows it: nothing runs in it, and nothing is sent. */
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

/** The script for merchants' pages: any origin may load it, nobody may frame it. */
export const SCRIPT_HEADERS = {
  'Content-Type': 'text/javascript; charset=utf-8',
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Timing-Allow-Origin': '*',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
}
