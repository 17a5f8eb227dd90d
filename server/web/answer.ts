import type { ServerResponse } from 'node:http'

/** `json`: the text of the body. */
export type Answer = { status: number; headers?: Record<string, string>; json: string }

export function send(response: ServerResponse, { status, headers, json }: Answer) {
  response
    .writeHead(status, {
      ...headers,
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(json),
    })
    .end(json)
}
