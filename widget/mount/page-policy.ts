/** The last thing that the policy of the page kept from being fetched or framed. */
let refused: SecurityPolicyViolationEvent | undefined

const note = (event: SecurityPolicyViolationEvent) => {
  refused = event
}

/** Once, however many elements there are. */
export const heedPolicy = () => document.addEventListener('securitypolicyviolation', note)

/** What to add to the policy of the page, when it keeps one of these origins from it. */
export function findRefusal(...addresses: string[]): string | undefined {
  if (!refused) return undefined
  const { blockedURI, effectiveDirective } = refused
  const origin = addresses
    .map((address) => new URL(address).origin)
    .find((one) => blockedURI.startsWith(one))
  return origin && `Add ${origin} to ${effectiveDirective} of your page’s policy.`
}
