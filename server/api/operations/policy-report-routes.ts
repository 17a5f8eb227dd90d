import express from 'express'
import * as z from 'zod'
import { createRecent } from '../../cache/memory/recent.ts'
import { CheckoutError } from '../../checkout/errors.ts'
import type { Rate } from '../../checkout/ports/cache.ts'
import { isSessionId } from '../../checkout/sessions/session.ts'
import { refuseEncoding } from '../../web/requests/json-body.ts'
import { routes } from '../../web/routes.ts'
import { type SessionAdmission, admitSession } from '../../web/requests/session-admission.ts'

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
  documentURL: z.string().max(2048).optional().catch(undefined),
})

const Reports = z
  .array(z.object({ body: Body }))
  .min(1)
  .max(20)

const EXTENSION = /^[a-z-]+-extension\b/

type IsListed = (address: string) => boolean

/**
 * What to call a blocked script that is not ours: its origin, or how it came into the page.
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

/** What one network may send. A network that sends more is refused before anything is read. */
const NETWORK_LIMIT = { purpose: 'policy-report', rate: { perSecond: 1 / 60, burst: 5 } }

/** What all networks may write into the log. Scripts are counted all the same. */
const WRITTEN = { perSecond: 1, burst: 20 }

/** Each stranger is named once a day, and ten and then one a minute of all: names can be made up. */
const ONCE_A_DAY = { perSecond: 1 / 86_400, burst: 1 }
const NAMED = { perSecond: 1 / 60, burst: 10 }

/** What one session may have named. */
const OF_SESSION = { perSecond: 1 / 3_600, burst: 3 }

/** How many strangers of today are remembered that nobody has named yet. */
const MAX_UNNAMED = 1_000

export type ReportContext = SessionAdmission & {
  /** Whether the inventory of scripts names the address. */
  isListedScript: IsListed
  events: {
    scriptUnlisted(fields: { source: string; directive: string; isNews: boolean }): void
    pagePolicyViolated(fields: { directive: string; blocked: string; reports: number }): void
    policyReportRefused(fields: { limit: 'network' | 'all' }): void
  }
}

/**
 * PCI DSS 4.0.1, 11.6.1: decides which scripts that are none of ours are named in the log. Who makes
 * names up does not silence the pages of sessions, of which strangers know none: these have a limit
 * of their own. A stranger who was not named is named by a later report.
 */
function createStrangers({ events, checkout }: ReportContext) {
  const unnamed = createRecent<true>(MAX_UNNAMED)
  const takes = async (key: string, rate: Rate) =>
    (await checkout.cache.limiter.take(key, rate)).allowed

  const mayName = async (sessionId: string | undefined) =>
    sessionId === undefined
      ? takes('unlisted-scripts:all', NAMED)
      : (await takes(`unlisted-of-session:${sessionId}`, OF_SESSION)) &&
        (await takes('unlisted-scripts:sessions', NAMED))

  return {
    async isNews(source: string, sessionId: string | undefined) {
      const isUnnamed =
        unnamed.find(source) ?? (await takes(`unlisted-script:${source}`, ONCE_A_DAY))
      if (!isUnnamed) return false
      if (await mayName(sessionId)) {
        unnamed.forget(source)
        return true
      }
      unnamed.put(source, true)
      events.policyReportRefused({ limit: 'all' })
      return false
    },
  }
}

/** The session of the page or frame, if there is one. */
async function findSessionOf(
  context: ReportContext,
  { documentURL }: z.infer<typeof Body>,
  asking: Parameters<typeof admitSession>[2],
) {
  const id = URL.parse(documentURL ?? '')
    ?.pathname.split('/')
    .find(isSessionId)
  return id !== undefined && (await admitSession(context, id, asking)) ? id : undefined
}

/** Where browsers report what the policy of a page blocked. */
export const policyReportRoutes = (context: ReportContext) => {
  const { events, checkout, callers, isListedScript } = context
  const strangers = createStrangers(context)

  async function writeViolation(reports: z.infer<typeof Reports>) {
    const { allowed } = await checkout.cache.limiter.take('policy-reports:all', WRITTEN)
    const body = reports[0]?.body
    if (!allowed) events.policyReportRefused({ limit: 'all' })
    else if (body)
      events.pagePolicyViolated({
        directive: nameIn(DIRECTIVES, body.effectiveDirective),
        blocked: blockedName(body.blockedURL),
        reports: reports.length,
      })
  }

  return routes({
    '/_csp': {
      post: [
        refuseEncoding,
        async ({ ip }, _response, next) => {
          const share = await callers.take(ip, NETWORK_LIMIT)
          if (share?.allowed !== false) return next()
          events.policyReportRefused({ limit: 'network' })
          throw new CheckoutError('rate_limited', 'That is enough reports for now.', {
            retryAfterSeconds: share.retryAfterSeconds,
          })
        },
        readReports,
        async (request, response) => {
          const reports = Reports.safeParse(request.body).data ?? []
          if (reports.length > 0) await writeViolation(reports)
          for (const { body } of reports) {
            const source = strangerIn(body, isListedScript)
            if (source === undefined) continue
            const sessionId = await findSessionOf(context, body, { address: request.ip, response })
            const isNews = await strangers.isNews(source, sessionId)
            events.scriptUnlisted({ source, directive: body.effectiveDirective, isNews })
          }
          response.status(204).end()
        },
      ],
    },
  })
}
