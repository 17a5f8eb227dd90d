import type { CookieOptions, RequestHandler, Response } from 'express'

const SECURE = '__Host-'

/** Distinct, because every server of a machine shares the cookies of `localhost`. */
const PLAIN = 'hosted-checkout-'

/**
 * Safari keeps no secure cookie of an address without TLS, such as `http://localhost`. So there each
 * cookie has a second one of the same value that is not secure, and is read where the first is missing.
 */
export const cookiesWithoutTls: RequestHandler = ({ headers }, response, next) => {
  const { cookie = '' } = headers
  const pairs = cookie.split('; ')
  const missing = pairs
    .filter((pair) => pair.startsWith(PLAIN))
    .map((pair) => pair.replace(PLAIN, SECURE))
    .filter((pair) => !pairs.some((other) => other.startsWith(pair.replace(/=.*/s, '='))))
  headers.cookie = [...pairs, ...missing].join('; ')
  response.cookie = withPlainOnes(response)
  next()
}

/** The plain ones come last. */
const withPlainOnes = (response: Response): Response['cookie'] => {
  const set: Response['cookie'] = response.cookie.bind(response)
  return (name: string, value: unknown, options?: CookieOptions) => {
    set(name, value, { ...options })
    set(name.replace(SECURE, PLAIN), value, { ...options, secure: false })
    const all = [response.getHeader('Set-Cookie') ?? []].flat().map(String)
    const isSecure = (pair: string) => pair.startsWith(SECURE)
    return response.set('Set-Cookie', [
      ...all.filter(isSecure),
      ...all.filter((pair) => !isSecure(pair)),
    ])
  }
}
