/**
 * What opens the session's receipt in full, in the browser that pays it; empty in any other. It is
 * kept before anything is sent: whatever becomes of the answer, the receipt is this browser's. Where
 * storage is full or forbidden there is none.
 */
export function receiptKeyOf(sessionUrl: string, isPaying?: boolean): string {
  const name = `hosted-checkout:${sessionUrl}`
  try {
    if (isPaying) localStorage[name] ??= crypto.getRandomValues(new Uint32Array(8)).join('-')
    return localStorage[name] ?? ''
  } catch {
    return ''
  }
}
