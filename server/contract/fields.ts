import * as z from 'zod'

/** At most `maximum` UTF-16 units, no U+0000 (PostgreSQL refuses it), no lone surrogates. */
export const text = (maximum: number) =>
  z
    .string()
    .max(maximum)
    .refine(
      (value) => value.isWellFormed() && !value.includes('\0'),
      'must not hold U+0000 or half of a character',
    )

/**
 * What is not drawn: white space, control characters, what is there for other characters alone, the
 * blank of Braille, marks of annotations.
 */
export const INVISIBLE = /[\p{Z}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/gu

const isVisible = (value: string) => value.replaceAll(INVISIBLE, '') !== ''

/** With at least one character that can be seen: the one schema of all text that is required. */
export const requiredText = (maximum: number) =>
  text(maximum)
    .refine(isVisible, { error: 'must not be empty', abort: true })
    .meta({ minLength: 1 })

/** Text in which nothing can be seen counts as none. */
export const seenText = (maximum: number) =>
  text(maximum).overwrite((value) => (isVisible(value) ? value : ''))

export const EmailAddress = text(254).refine(
  (email) => /^[^\s@<>\p{Cc}]+@[^\s@<>\p{Cc}]+$/u.test(email),
  'must be an email address',
)

/** Twelve digits: the most that any provider takes of any currency. */
export const MAX_AMOUNT = 999_999_999_999

/** What amounts add up to: a hundred of them and a fee stay far inside the safe integers. */
export const Sum = z
  .int()
  .meta({ format: 'int64', description: 'In the minor unit of the store’s currency.' })

/**
 * Money in the minor unit of the store's currency: 1990 is €19.90 or ¥1990. The store's payment
 * provider may take less than `MAX_AMOUNT`.
 */
export const Amount = Sum.min(0)
  .max(MAX_AMOUNT)
  .meta({ format: 'int64', description: 'In the minor unit of the store’s currency.' })

export const MAX_QUANTITY = 100
export const Quantity = z.int().min(1).max(MAX_QUANTITY)

/** The payment providers. */
export const ProviderName = z.enum(['test', 'stripe'])
export type ProviderName = z.infer<typeof ProviderName>

/** Payment methods beside cards. Each takes the money as soon as the buyer confirms. */
export const RedirectMethod = z.enum(['ideal', 'blik', 'pix', 'paypal'])
export type RedirectMethod = z.infer<typeof RedirectMethod>

export const PaymentMethods = z
  .array(RedirectMethod)
  .refine((methods) => new Set(methods).size === methods.length, 'must not repeat a method')
  .meta({
    description:
      'Payment methods beside cards, with Stripe only. Each is offered for the currencies that it takes. Default: none.',
  })

/** An instant, ISO 8601 UTC with milliseconds: `2026-11-21T09:30:00.000Z`. */
export const Timestamp = z.iso
  .datetime({
    precision: 3,
    error: 'must be a moment in UTC with milliseconds, such as 2026-11-26T09:30:00.000Z',
  })
  .meta({ description: 'ISO 8601 UTC with milliseconds.' })

const MOMENTS = z.union([z.iso.datetime({ offset: true }), z.iso.date()])

/** A moment that somebody asks for, of any precision and offset, or a date. */
export const Moment = z
  .string()
  .refine(
    (value) => MOMENTS.safeParse(value).success,
    'must be a date or a moment, such as 2026-11-26 or 2026-11-26T09:30:00Z',
  )
  .meta({ description: 'ISO 8601; a date is its first moment in UTC.' })

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\]|.+\.localhost)$/

/**
 * An absolute address for browsers: `https:`, or `http:` on a loopback host, without user info.
 * `;`, `,` and `*` are refused in its host, because they would change a Content-Security-Policy.
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

/** An address that buyers follow from a mail. */
export const SecureAddress = text(2048)
  .refine(
    (value) => isWebAddress(value) && URL.parse(value)?.protocol === 'https:',
    'must be an absolute https: address without user info',
  )
  .meta({ format: 'uri', description: 'An absolute https: address.' })

/** Scheme, host and port, as browsers send it in `Origin`. */
export const Origin = text(255)
  .refine(
    (value) => isWebAddress(value) && new URL(value).origin === value,
    'must be an origin such as https://shop.example',
  )
  .meta({ format: 'uri', description: 'Scheme, host and port, such as https://shop.example.' })

/** Where a list goes on; null at its end. Clients do not interpret it. */
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
