/**
 * The key to the full receipt, which only the browser that pays has. It is made before the order is
 * sent, so this browser can read the receipt even if the answer is lost. Empty in other browsers,
 * and where storage is full or forbidden.
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
