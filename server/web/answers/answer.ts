import type { ServerResponse } from 'node:http'

/** `json` or `html` is the body; `html` may be compressed already. */
export type Answer = { status: number; headers?: Record<string, string> } & (
  | { json: string }
  | { html: string | Buffer }
)

export function send(response: ServerResponse, { status, headers, ...answer }: Answer) {
  const [type, body] =
    'json' in answer ? ['application/json', answer.json] : ['text/html', answer.html]
  response
    .writeHead(status, {
      ...headers,
      'Content-Type': `${type}; charset=utf-8`,
      'Content-Length': Buffer.byteLength(body),
    })
    .end(body)
}
