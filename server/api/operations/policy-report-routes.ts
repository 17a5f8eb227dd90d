import express from 'express'
import * as z from 'zod'
import type { RateLimiter } from '../../checkout/ports/cache.ts'
import type { Callers } from '../../admission/callers.ts'
import { CheckoutError } from '../../checkout/errors.ts'
import { refuseEncoding } from '../../web/json-body.ts'
import { routes } from '../../web/routes.ts'

/** Anybody can send a report, so only these names are kept of it. */
const DIRECTIVES = [
  'base-uri',
  'connect-src',
  'default-src',
  'font-src',
  'form-action',
  'frame-ancestors',
  'frame-src',
  'img-src',
  'manifest-src',
  'object-src',
  'require-trusted-types-for',
  'script-src',
  'script-src-attr',
  'script-src-elem',
  'style-src',
  'style-src-attr',
  'style-src-elem',
  'trusted-types',
  'worker-src',
]
const BLOCKED = ['eval', 'inline', 'trusted-types-policy', 'trusted-types-sink', 'wasm-eval']
const SCHEMES = ['about', 'blob', 'chrome-extension', 'data', 'http', 'https', 'moz-extension']

const nameIn = (list: string[], name: string) => (list.includes(name) ? name : 'other')

const blockedName = (url: string) =>
  BLOCKED.includes(url) ? url : nameIn(SCHEMES, URL.parse(url)?.protocol.slice(0, -1) ?? url)

const Body = z.object({
  effectiveDirective: z.string().max(100),
  blockedURL: z.string().max(2048),
  sourceFile: z.string().optional().catch(undefined),
})

const Reports = z
  .array(z.object({ body: Body }))
  .min(1)
  .max(20)

const EXTENSION = /^[a-z-]+-extension\b/

type IsListed = (address: string) => boolean

/**
 * What to call a blocked script that is none of ours: its origin, or how it came into the page.
 * Extensions put theirs into every page of a browser, and are no part of what we serve.
 */
function strangerIn({ effectiveDirective, ...from }: z.infer<typeof Body>, isListed: IsListed) {
  const { blockedURL, sourceFile = '' } = from
  if (!/^script-src(-elem|-attr)?$/.test(effectiveDirective) || isListed(blockedURL))
    return undefined
  if (EXTENSION.test(blockedURL) || EXTENSION.test(sourceFile)) return undefined
  const url = URL.parse(blockedURL)
  return url && /^https?:$/.test(url.protocol) ? url.origin : blockedName(blockedURL)
}

const readReports = express.json({
  type: 'application/reports+json',
  limit: 16 * 1024,
  inflate: false,
})

/** Limits for one network and for all networks together, so that nobody floods the log. */
const NETWORK_LIMIT = { purpose: 'policy-report', rate: { perSecond: 1 / 60, burst: 5 } }
const RATE = { perSecond: 1, burst: 20 }

/** Each stranger is told once a day, and ten and then one a minute of all: names can be made up. */
const ONCE_A_DAY = { perSecond: 1 / 86_400, burst: 1 }
const TOLD = { perSecond: 1 / 60, burst: 10 }

export type ReportContext = {
  /** Whether the inventory of scripts names the address. */
  isListedScript: IsListed
  events: {
    scriptUnlisted(fields: { source: string; directive: string; isNews: boolean }): void
    pagePolicyViolated(fields: { directive: string; blocked: string; reports: number }): void
  }
  checkout: { cache: { limiter: RateLimiter } }
  callers: Pick<Callers, 'take'>
}

/** PCI DSS 4.0.1, 11.6.1: tells of scripts that came into a page and are none of ours. */
async function tellStrangers(
  { events, checkout: { cache }, isListedScript }: ReportContext,
  reports: z.infer<typeof Reports>,
) {
  for (const { body } of reports) {
    const source = strangerIn(body, isListedScript)
    if (source === undefined) continue
    const isNews =
      (await cache.limiter.take(`unlisted-script:${source}`, ONCE_A_DAY)).allowed &&
      (await cache.limiter.take('unlisted-scripts:all', TOLD)).allowed
    events.scriptUnlisted({ source, directive: body.effectiveDirective, isNews })
  }
}

/** Where browsers report what the policy of a page blocked. */
export const policyReportRoutes = (context: ReportContext) => {
  const { events, checkout, callers } = context
  return routes({
    '/_csp': {
      post: [
        refuseEncoding,
        async ({ ip }, _response, next) => {
          const ofNetwork = await callers.take(ip, NETWORK_LIMIT)
          const { allowed, retryAfterSeconds } =
            ofNetwork?.allowed === false
              ? ofNetwork
              : await checkout.cache.limiter.take('policy-reports:all', RATE)
          if (allowed) return next()
          throw new CheckoutError('rate_limited', 'That is enough reports for now.', {
            retryAfterSeconds,
          })
        },
        readReports,
        async (request, response) => {
          const { data: reports } = Reports.safeParse(request.body)
          const body = reports?.[0]?.body
          if (reports && body)
            events.pagePolicyViolated({
              directive: nameIn(DIRECTIVES, body.effectiveDirective),
              blocked: blockedName(body.blockedURL),
              reports: reports.length,
            })
          await tellStrangers(context, reports ?? [])
          response.status(204).end()
        },
      ],
    },
  })
}
