import { apiRoutes } from '../../web/requests/queries.ts'
import { answerNotFound } from '../../web/answers/error-answers.ts'

export type SecurityTextContext = {
  urls: { baseUrl: string; checkoutUrl: string; paymentFrameUrl: string }
  /** Where a weakness is reported. Without it there is no text. */
  securityContact: string | undefined
  now(): Date
}

const PATH = '/.well-known/security.txt'

/** Who keeps the text asks again by then, so nobody has to renew it. */
const EXPIRES_AFTER_MS = 90 * 24 * 60 * 60 * 1000

/** RFC 9116, on every host name. */
export const securityTextRoutes = ({ urls, securityContact, now }: SecurityTextContext) =>
  apiRoutes({
    [PATH]: {
      get: (request, response, next) => {
        if (securityContact === undefined) return void answerNotFound(request, response, next)
        const expires = new Date(now().getTime() + EXPIRES_AFTER_MS)
        const lines = [
          `Contact: ${securityContact}`,
          `Expires: ${expires.toISOString()}`,
          'Preferred-Languages: en',
          ...Object.values(urls).flatMap(canonical),
        ]
        response.set('Cache-Control', 'public, max-age=86400').type('text/plain')
        response.send(`${[...new Set(lines)].join('\n')}\n`)
      },
    },
  })

/** The text may name `https:` addresses only. */
const canonical = (address: string) => {
  const { protocol, origin } = new URL(address)
  return protocol === 'https:' ? [`Canonical: ${origin}${PATH}`] : []
}
