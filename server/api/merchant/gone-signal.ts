import type { ServerResponse } from 'node:http'

/** Aborts when the client closes the connection. */
export function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  return gone.signal
}
