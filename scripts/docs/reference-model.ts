import type { OpenApiDocument } from '../../server/api/reference/document.ts'
import type { Components, Schema } from './reference-fields.ts'
import type { Answer, Operation } from './reference-operation.ts'

/** The merchant's webhook address in the examples. */
const YOUR_ADDRESS = 'https://shop.example/webhooks'

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

type Responses = Record<string, Answer | { $ref: string }>

/** The answers by status. Shared answers are looked up in the components. */
function answersOf(
  { responses = {} }: { responses?: object },
  components: OpenApiDocument['components'],
) {
  const shared = (components?.responses ?? {}) as Record<string, Answer>
  const answers = Object.entries(responses as Responses).map(([status, answer]) => {
    const said = '$ref' in answer ? shared[answer.$ref.replace(/^.*\//, '')] : answer
    if (!said) throw new Error(`the document holds no answer ${status} that it refers to`)
    return [status, said] as const
  })
  return Object.fromEntries(answers)
}

/** The operations in the document's order, then the webhooks; and the schemas they refer to. */
export function toReference({
  paths = {},
  webhooks = {},
  servers = [],
  components,
}: OpenApiDocument) {
  const offered = Object.values(webhooks).map((item): [string, typeof item] => [YOUR_ADDRESS, item])
  const operations = [...Object.entries(paths), ...offered].flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method]
      const isWebhook = path === YOUR_ADDRESS
      const server = isWebhook ? '' : ((item.servers ?? servers)[0]?.url ?? '')
      // We wrote the document, so its operations fit the narrower type.
      return operation
        ? [
            {
              ...operation,
              responses: answersOf(operation, components),
              method: method.toUpperCase(),
              path,
              server,
              isWebhook,
            } as Operation,
          ]
        : []
    }),
  )
  return {
    operations,
    components: (components?.schemas ?? {}) as Record<string, Schema> satisfies Components,
  }
}
