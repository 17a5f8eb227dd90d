/**
 * What follows the store's name on a card statement. With the longest name, ten characters,
 * both are 22 long, as cards want it. Undefined without a letter, which Stripe asks for:
 * https://docs.stripe.com/get-started/account/statement-descriptors
 */
export function statementSuffix(orderNumber: string | null) {
  const suffix = orderNumber?.replaceAll('-', '')
  return suffix !== undefined && /^(?=.*[A-Z])[A-Z\d]{1,10}$/.test(suffix) ? suffix : undefined
}

/** How a payment by card appears on the buyer's statement. */
export function statementText(name: string | null, orderNumber: string) {
  const suffix = statementSuffix(orderNumber)
  return name && suffix && `${name}* ${suffix}`
}
