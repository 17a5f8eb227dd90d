import type { RequestHandler } from 'express'

const isDecodable = (path: string) => {
  try {
    // The bundler drops a call whose result is not used.
    return typeof decodeURIComponent(path) === 'string'
  } catch {
    // Only a wrong escape throws here.
    return false
  }
}

/** Reads a path with wrong escapes literally, so that its id or slug is unknown. */
export const takeBadEscapesLiterally: RequestHandler = (request, _response, next) => {
  if (!isDecodable(request.path)) request.url = request.url.replaceAll('%', '%25')
  next()
}
