import * as z from 'zod'

/**
 * Text that every layer can carry: at most `maximum` UTF-16 units, no U+0000 (PostgreSQL refuses
 * it), no lone surrogates.
 */
export const text = (maximum: number) =>
  z
    .string()
    .max(maximum)
    .refine(
      (value) => value.isWellFormed() && !value.includes('\0'),
      'must not hold U+0000 or half of a character',
    )

export const requiredText = (maximum: number) =>
  text(maximum)
    .refine((value) => value.trim() !== '', 'must not be empty')
    .meta({ minLength: 1 })

export const EmailAddress = text(254).refine(
  (email) => /^[^\s@]+@[^\s@]+$/.test(email),
  'must be an email address',
)

/** Of a store. */
export const PhoneNumber = text(32).refine(
  (phone) => /^(?!\s)[\s()+./-]*(\d[\s()+./-]*){7,15}(?<!\s)$/.test(phone),
  'must be a phone number of 7 to 15 digits',
)

/**
 * Money in the minor unit of the store's currency: 1990 EUR is €19.90, 1990 JPY is ¥1990. 0 to
 * 99,999,999.
 */
export const Amount = z
  .int()
  .min(0)
  .max(99_999_999)
  .meta({ description: 'In the minor unit of the store’s currency.' })

export const Quantity = z.int().min(1).max(100)

/** The payment providers there are; all others take their list from here. */
export const ProviderName = z.enum(['test', 'stripe'])
export type ProviderName = z.infer<typeof ProviderName>

/** Ways to pay beside cards that take the money as soon as the buyer confirms. */
export const RedirectMethod = z.enum(['ideal', 'blik', 'pix', 'paypal'])
export type RedirectMethod = z.infer<typeof RedirectMethod>

export const PaymentMethods = z
  .array(RedirectMethod)
  .refine((methods) => new Set(methods).size === methods.length, 'must not repeat a method')
  .meta({
    description:
      'Ways to pay beside cards, where Stripe takes the store’s payments: offered for the currencies that each takes. Default: none.',
  })

/** An instant, ISO 8601 UTC with milliseconds: `2026-11-21T09:30:00.000Z`. */
export const Timestamp = z.iso
  .datetime({ precision: 3 })
  .meta({ description: 'ISO 8601 UTC with milliseconds.' })

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\]|.+\.localhost)$/

/**
 * An absolute address that a browser may be sent to: `https:`, or `http:` on a loopback host; no
 * user info. Its host may stand in a Content-Security-Policy, where `;`, `,` and `*` say something
 * of their own.
 */
const isWebAddress = (value: string) => {
  const url = URL.parse(value)
  return (
    url !== null &&
    url.username === '' &&
    url.password === '' &&
    (url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname))) &&
    /^[\w.:[\]-]+$/.test(url.hostname) &&
    !/[\s\\\p{Cc}\p{Bidi_Control}]/u.test(value) &&
    /^https?:\/\/[^/?#@]+([/?#]|$)/i.test(value)
  )
}

export const WebAddress = text(2048)
  .refine(
    isWebAddress,
    'must be an absolute https: address (http: only for localhost) without user info',
  )
  .meta({ format: 'uri', description: 'An absolute https: address; http: only for localhost.' })

/** Scheme, host and port, as a browser sends it in `Origin`. */
export const Origin = text(255)
  .refine(
    (value) => isWebAddress(value) && new URL(value).origin === value,
    'must be an origin such as https://shop.example',
  )
  .meta({ format: 'uri', description: 'Scheme, host and port, such as https://shop.example.' })

/** Where a list goes on; null at its end. Opaque. */
export const Cursor = z
  .string()
  .nullable()
  .meta({ description: 'Send it as `cursor` to read on; null at the end of the list.' })

export const PageQuery = z.strictObject({
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .default(20)
    .meta({ description: 'How many to return at most.' }),
  cursor: text(100).optional().meta({ description: 'The `nextCursor` of the page before.' }),
})
export type PageQuery = z.infer<typeof PageQuery>
