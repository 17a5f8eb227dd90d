/** What the page's policy has refused most recently. */
let refused: SecurityPolicyViolationEvent | undefined

const note = (event: SecurityPolicyViolationEvent) => {
  refused = event
}

/** A second call does nothing, so every element may make it. */
export const applyPagePolicy = () => document.addEventListener('securitypolicyviolation', note)

/** What to add to the page's policy, if that has refused one of these origins. */
export function findRefusal(...addresses: string[]): string | undefined {
  if (!refused) return undefined
  const { blockedURI, effectiveDirective } = refused
  const origin = addresses
    .map((address) => new URL(address).origin)
    .find((one) => blockedURI.startsWith(one))
  return origin && `Add ${origin} to ${effectiveDirective} of your page’s policy.`
}
