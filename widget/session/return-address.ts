/**
 * Only web addresses become links: the server checks them too, but a `javascript:` address here
 * would run as our page.
 */
export function webAddress(address: string | undefined): string | undefined {
  const url = address && URL.canParse(address) && new URL(address)
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined
}

/**
 * Where the buyer returns after paying: the merchant's own query and fragment stay, `session_id` is
 * ours (contract §3).
 */
export function returnAddress(successUrl: string | undefined, session: string): string | undefined {
  const address = webAddress(successUrl)
  if (!address) return undefined
  const url = new URL(address)
  url.searchParams.set('session_id', session)
  return url.href
}
