import { DEFAULT_ADDRESSES, createOpenApi } from '../../server/api/reference/document.ts'
import { declareTypes, membersOf, schemasOf, type Schema } from './schema-types.ts'

/** What the client of a merchant's server sends and reads. */
const SENT_AND_READ = [
  'CreateSessionRequest',
  'CreateSessionResponse',
  'Session',
  'SessionList',
  'EventList',
  'WebhookEvent',
  'MerchantOrder',
  'MerchantOrderList',
  'CreateRefundRequest',
  'FulfillOrderRequest',
  'DeliverOrderRequest',
  'Refund',
  'Product',
  'ProductList',
]

const WRITTEN = '// Written by `npm run docs` from the schemas in server/contract.\n'

const LISTS = {
  ListSessionsQuery: '/v1/checkout/sessions',
  ListEventsQuery: '/v1/events',
  ListOrdersQuery: '/v1/orders',
  ListProductsQuery: '/v1/products',
}

type Parameter = { in: string; name: string; description?: string; schema: Schema }

/** `npm/wire.ts`: the merchant API's types, from the schemas that check its requests. */
export function wireTypes(): string {
  const document = createOpenApi(DEFAULT_ADDRESSES)
  const queryOf = (path: string) => {
    const parameters = (document.paths?.[path]?.get?.parameters ?? []) as Parameter[]
    const inQuery = parameters.filter((parameter) => parameter.in === 'query')
    if (inQuery.length === 0) throw new Error(`The reference has no query of ${path}`)
    return membersOf({
      properties: Object.fromEntries(
        inQuery.map(({ name, description, schema }) => [
          name,
          { ...schema, ...(description && { description }) },
        ]),
      ),
    })
  }
  const queries = Object.entries(LISTS).map(
    ([name, path]) => `export type ${name} = {\n${queryOf(path)}}\n`,
  )
  return [WRITTEN, declareTypes(schemasOf(document), SENT_AND_READ), ...queries].join('\n')
}

/** `npm/evidence.ts`: what the record has of an order. */
export const evidenceTypes = () =>
  [WRITTEN, declareTypes(schemasOf(createOpenApi(DEFAULT_ADDRESSES)), ['SignedEvidence'])].join(
    '\n',
  )
