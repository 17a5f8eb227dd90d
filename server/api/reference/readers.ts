/** A reader has a part of the API, as a document of its own. */
export type Reader = {
  /** The reader's name in its address: `/docs/merchant`. */
  name: string
  title: string
  summary: string
  /** The groups of operations for this reader. */
  tags: { name: string; description: string }[]
  /** The ids of the introduction's sections. */
  topics: string[]
}

const CONVENTIONS = ['amounts', 'limits', 'lists', 'requests']

export const READERS: Reader[] = [
  {
    name: 'merchant',
    title: 'Merchant API',
    summary:
      'For a shop’s server: create a session, send the buyer to its page, read the session to confirm the payment.',
    tags: [
      {
        name: 'Checkout sessions',
        description: 'A session is one sale of one product, from the link to the order.',
      },
      { name: 'Events', description: 'What has happened in the store, told as it happens.' },
      {
        name: 'Orders',
        description: 'What was bought; refunds and fulfilment, with the secret key.',
      },
      { name: 'Products', description: 'What the store sells.' },
      {
        name: 'Receipts',
        description: 'Proves to others, who have no key of yours, that a session was paid.',
      },
    ],
    topics: ['keys', 'amounts', 'limits', 'retries', 'lists', 'requests'],
  },
  {
    name: 'page',
    title: 'Page API',
    summary: 'What the checkout page and the `<hosted-checkout>` element call for a buyer.',
    tags: [
      {
        name: 'Buyer API',
        description: 'One session, from its first view to its payment.',
      },
    ],
    topics: ['page', ...CONVENTIONS],
  },
  {
    name: 'operator',
    title: 'Operator API',
    summary:
      'For whoever runs the service, and for the platform that owns stores, products and plans.',
    tags: [
      {
        name: 'Platform API',
        description: 'Stores with their keys, products, members, webhooks and buyers’ data.',
      },
      { name: 'Operations', description: 'Whether the service is well, and its documentation.' },
    ],
    topics: ['platform', ...CONVENTIONS],
  },
  {
    name: 'test',
    title: 'Test provider API',
    summary:
      'For trying everything out without a bank: in test stores, and in all stores where no real money moves.',
    tags: [
      {
        name: 'Test provider',
        description: 'What its bank has taken, and what it can be asked to do.',
      },
    ],
    topics: ['platform', ...CONVENTIONS],
  },
]

export const TAGS = READERS.flatMap(({ tags }) => tags)
