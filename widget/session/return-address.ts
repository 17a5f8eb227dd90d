/**
 * Only web addresses become links. The server checks them, too, but a `javascript:` address would
 * run here as our page. It stays as it was written: a serializer would change some of its bytes.
 */
export function webAddress(address: string | undefined): string | undefined {
  const url = address && URL.canParse(address) && new URL(address)
  return url && /^https?:$/.test(url.protocol) ? address : undefined
}

/**
 * Where the buyer returns after paying (contract §3). `session_id` is ours. Every other byte stays as
 * the merchant wrote it, because it may be signed.
 */
export function returnAddress(successUrl: string | undefined, session: string): string | undefined {
  const address = webAddress(successUrl)
  if (!address) return undefined
  const [, path = '', query = '', fragment = ''] = /^([^?#]*)\??([^#]*)(.*)$/s.exec(address) ?? []
  const own = [`session_id=${session}`]
  const parts = query ? query.split('&') : []
  // A reader or writer of a query drops one leading `?`. Another one is the merchant's.
  const others = parts.flatMap((part) =>
    new URLSearchParams(`?${part}`).has('session_id') ? own.splice(0) : part,
  )
  return `${path}?${[...others, ...own].join('&')}${fragment}`
}
