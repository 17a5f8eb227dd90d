import { SESSION_TTL_SECONDS } from '../../checkout/sessions/session.ts'
import type { Reader } from './readers.ts'

/** Paragraphs may hold `code` and **strong**; one that starts with `- ` is a list item. */
export type Topic = { id: string; title: string; paragraphs: string[] }

const TOPICS: Topic[] = [
  {
    id: 'keys',
    title: 'Authentication',
    paragraphs: [
      'Send your API key in the header `Authorization: Bearer <API_KEY>`.',
      'Both keys come with the store when the platform creates it; when you regenerate one, the old one stops at once, or works for up to 7 more days.',
      'A test store has `pk_test_…` and `sk_test_…`: no real money moves in it, and its pages say so.',
      '- The **public key** `pk_live_…` creates sessions and reads products. Pages of the store’s allowed origins may use it.',
      '- The **secret key** `sk_live_…` does everything, on your server only: a request with it from a browser is refused.',
    ],
  },
  {
    id: 'page',
    title: 'Authentication',
    paragraphs: [
      'A **buyer token** opens the checkout of one session to the page that asked for it, for ten minutes at most. Anyone who knows the session’s id may ask for one, from the checkout’s own origin or one that the store allows.',
      'Programs of a shop do not need this API: the page and the element call it. It is described for tests, and for a page of your own.',
    ],
  },
  {
    id: 'platform',
    title: 'Authentication',
    paragraphs: [
      'Send the **platform token** in the header `Authorization: Bearer <PLATFORM_TOKEN>`. It opens every store: keep it where the service’s other secrets are.',
    ],
  },
  {
    id: 'amounts',
    title: 'Amounts and times',
    paragraphs: [
      'Amounts are integers in the minor unit of the store’s ISO 4217 currency.',
      'EUR 1990 is €19.90, JPY 1990 is ¥1990, KWD 1990 is 1.990 dinars.',
      'Prices, fees and totals end where the store’s payment provider ends: with Stripe at 99,999,999, in IDR at 999,999,999,999.',
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
      'Every POST takes an `Idempotency-Key` of your choice. When you send the same request with it again within 24 hours, it is not done again and gets the first answer. The public and the secret key do not share these texts, so nobody can use up one of your server’s.',
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

export const topicsFor = ({ topics }: Pick<Reader, 'topics'>) =>
  TOPICS.filter(({ id }) => topics.includes(id))

export const ALL_TOPICS = TOPICS.map(({ id }) => id)
