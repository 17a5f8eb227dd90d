import express from 'express'
import * as z from 'zod'
import type { RateLimiter } from '../../checkout/ports/cache.ts'
import type { Callers } from '../../admission/callers.ts'
import { CheckoutError } from '../../checkout/errors.ts'
import { refuseEncoding } from '../../web/json-body.ts'
import { routes } from '../../web/routes.ts'

/** Anybody can write a report: of what it says only these names are kept. */
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

const Reports = z
  .array(
    z.object({
      body: z.object({ effectiveDirective: z.string().max(100), blockedURL: z.string().max(2048) }),
    }),
  )
  .min(1)
  .max(20)

const readReports = express.json({
  type: 'application/reports+json',
  limit: 16 * 1024,
  inflate: false,
})

/** Of one network, and of all together: a report is worth a log line, a flood of them is not. */
const NETWORK_LIMIT = { purpose: 'policy-report', rate: { perSecond: 1 / 60, burst: 5 } }
const RATE = { perSecond: 1, burst: 20 }

export type ReportContext = {
  events: {
    pagePolicyViolated(fields: { directive: string; blocked: string; reports: number }): void
  }
  checkout: { cache: { limiter: RateLimiter } }
  callers: Pick<Callers, 'take'>
}

/** Where browsers report what the hosted page's policy stopped. */
export const policyReportRoutes = ({ events, checkout, callers }: ReportContext) =>
  routes({
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
        (request, response) => {
          const { data: reports } = Reports.safeParse(request.body)
          const body = reports?.[0]?.body
          if (reports && body)
            events.pagePolicyViolated({
              directive: nameIn(DIRECTIVES, body.effectiveDirective),
              blocked: blockedName(body.blockedURL),
              reports: reports.length,
            })
          response.status(204).end()
        },
      ],
    },
  })
