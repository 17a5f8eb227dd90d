import type { ServerResponse } from 'node:http'

/** Aborts when the client does not wait for its answer any more. */
export function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  return gone.signal
}
