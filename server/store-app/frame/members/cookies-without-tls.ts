import type { CookieOptions, RequestHandler, Response } from 'express'

const SECURE = '__Host-'

/** Distinct, because every server of a machine shares the cookies of `localhost`. */
const PLAIN = 'hosted-checkout-'

/** Chrome and its kin name WebKit, too. */
const SAFARI = /AppleWebKit\/(?!.*Chrom)/

/**
 * Safari keeps no secure cookie of an address without TLS, such as `http://localhost`. So there it is
 * given a second one of the same value that is not secure, and is read where the first is missing.
 */
export const cookiesWithoutTls: RequestHandler = ({ headers }, response, next) => {
  if (!SAFARI.test(headers['user-agent'] ?? '')) return next()
  const pairs = (headers.cookie ?? '').split('; ')
  const plain = pairs.filter((pair) => pair.startsWith(PLAIN))
  // Of two with one name, `cookieOf` reads the first.
  headers.cookie = [...pairs, ...plain.map((pair) => pair.replace(PLAIN, SECURE))].join('; ')
  response.cookie = withPlainOnes(response)
  return next()
}

const withPlainOnes = (response: Response): Response['cookie'] => {
  const set: Response['cookie'] = response.cookie.bind(response)
  return (name: string, value: unknown, options?: CookieOptions) => {
    set(name, value, { ...options })
    return set(name.replace(SECURE, PLAIN), value, { ...options, secure: false })
  }
}
