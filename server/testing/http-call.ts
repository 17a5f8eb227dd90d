export type CallOptions = {
  token?: string | undefined
  body?: unknown
  text?: string
  headers?: Record<string, string>
  /** Ends it without an answer. */
  signal?: AbortSignal
}

export type Answer<Body> = { status: number; body: Body; text: string; headers: Headers }

/** `body` is sent as JSON, `text` as it is. */
export async function call<Body>(
  method: string,
  url: string,
  { token, body, text, headers, signal }: CallOptions = {},
): Promise<Answer<Body>> {
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    ...(signal && { signal }),
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...((body !== undefined || text !== undefined) && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: text ?? (body === undefined ? null : JSON.stringify(body)),
  })
  const answer = await response.text()
  const isJson =
    answer !== '' && response.headers.get('content-type')?.startsWith('application/json')
  return {
    status: response.status,
    body: (isJson ? JSON.parse(answer) : answer) as Body,
    text: answer,
    headers: response.headers,
  }
}
