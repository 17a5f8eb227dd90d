import type { RequestHandler } from 'express'

const isDecodable = (path: string) => {
  try {
    // Its result is used: the bundler leaves a call out that seems to do nothing.
    return typeof decodeURIComponent(path) === 'string'
  } catch {
    // Only a wrong escape throws here.
    return false
  }
}

/**
 * A path with wrong escapes is taken as it stands: an id or slug in it is an unknown one like any
 * other, for the same callers.
 */
export const takeBadEscapesLiterally: RequestHandler = (request, _response, next) => {
  if (!isDecodable(request.path)) request.url = request.url.replaceAll('%', '%25')
  next()
}
