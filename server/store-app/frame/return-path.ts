import type { Request } from 'express'
import type { StoreAppContext } from './store-app-context.ts'

const MAX_LENGTH = 1000

type Urls = Pick<StoreAppContext, 'urls' | 'storePath'>

/** Read as a browser reads it: no `..`, no backslash and no tab leads out of the application. */
export function toReturnPath(
  { urls: { baseUrl }, storePath }: Urls,
  text: unknown,
): string | undefined {
  if (typeof text !== 'string' || !text.startsWith('/') || text.length > MAX_LENGTH)
    return undefined
  const url = URL.parse(`${baseUrl}/store${text}`)
  if (url?.origin !== new URL(baseUrl).origin || !url.pathname.startsWith(`${storePath}/`))
    return undefined
  return `${url.pathname.slice(storePath.length)}${url.search}`
}

/** Where a page leads that was on the way to another one: there, or to the store. */
export const pathAfter = (app: Urls, to: unknown) =>
  `${app.storePath}${toReturnPath(app, to) ?? ''}`

/** The sign-in, which leads back to the page that was asked for. */
export function signInPath(
  app: Urls,
  { method, originalUrl }: Pick<Request, 'method' | 'originalUrl'>,
) {
  const path =
    method === 'GET' ? toReturnPath(app, originalUrl.slice(app.storePath.length)) : undefined
  return `${app.storePath}/sign-in${path === undefined || path === '/' ? '' : `?to=${encodeURIComponent(path)}`}`
}
