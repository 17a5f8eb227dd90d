import { SESSION_TTL_SECONDS } from '../../checkout/session.ts'

/**
 * A section of the introduction. Paragraphs may hold `code` and **strong**; one that starts with `-
 * ` is an item of a list.
 */
export type Topic = { id: string; title: string; paragraphs: string[] }

export const INTRODUCTION =
  'Sell one product with a link: create a session, send the buyer to its page, read the session to confirm the payment.'

export const TOPICS: Topic[] = [
  {
    id: 'keys',
    title: 'Authentication',
    paragraphs: [
      'Send your API key in the header `Authorization: Bearer <API_KEY>`.',
      'Both keys come with the store when the platform creates it; regenerating one ends the old one at once, or after up to 7 days in which both work.',
      'A test store has `pk_test_…` and `sk_test_…`: no real money moves in it, and its pages say so.',
      '- The **public key** `pk_live_…` creates sessions and reads products. Pages of the store’s allowed origins may use it.',
      '- The **secret key** `sk_live_…` does everything, on your server only: a request with it from a browser is refused.',
      '- The **platform token** opens the platform API, a **buyer token** the checkout of one session.',
    ],
  },
  {
    id: 'amounts',
    title: 'Amounts and times',
    paragraphs: [
      'Amounts are integers in the minor unit of the store’s ISO 4217 currency.',
      'EUR 1990 is €19.90, JPY 1990 is ¥1990, KWD 1990 is 1.990 dinars.',
      'Times are ISO 8601 in UTC with milliseconds: `2026-11-21T09:38:12.418Z`.',
    ],
  },
  {
    id: 'limits',
    title: 'Limits',
    paragraphs: [
      'A session takes exactly one product, 1 to 100 of it.',
      `It can be paid for ${SESSION_TTL_SECONDS / 60} minutes; a payment that began in time may finish a little later.`,
      'A request body is JSON in UTF-8 of at most 16 KiB. Fields we do not know are refused, in bodies and in queries, so that a misspelt one shows at once.',
      'Each key has a rate limit: answers carry `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset` (seconds).',
      'A 429 says in `Retry-After` how many seconds to wait.',
    ],
  },
  {
    id: 'retries',
    title: 'Sending a request again',
    paragraphs: [
      'Every POST takes an `Idempotency-Key` of your choice: the same request, sent again with it within 24 hours, does nothing again and is answered as the first time. The public and the secret key have a space each: nobody can take what your server will ask with.',
      'Reading changes nothing and may be repeated at any time.',
    ],
  },
  {
    id: 'lists',
    title: 'Lists',
    paragraphs: [
      'Lists come in pages of `limit` elements, 1 to 100, 20 by default. Read on with `cursor`; a null `nextCursor` is the end.',
    ],
  },
  {
    id: 'requests',
    title: 'Request ids and versions',
    paragraphs: [
      'Every answer carries a `Request-Id`; quote it when you ask for help.',
      'The version is in the path: `/v1`. New fields in answers and new error codes need no new version; program for that.',
    ],
  },
]

/** What a store can be tried with while the test provider is on; any future date, any code. */
export const TEST_CARDS = [
  ['4242 4242 4242 4242', 'Succeeds'],
  ['4000 0000 0000 0002', 'Declined'],
  ['4000 0000 0000 9995', 'Declined: insufficient funds'],
  ['4000 0027 6000 3184', 'The bank asks first, then it succeeds'],
  ['4000 0084 0000 1629', 'The bank asks first, then it is declined'],
  ['4000 0000 0000 0259', 'The provider answers only after 20 s'],
  ['4000 0000 0000 0341', 'The provider takes the money, then fails to say so'],
] as const
