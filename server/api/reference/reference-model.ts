import type { OpenApiDocument } from './document.ts'
import type { Components, Schema } from './reference-fields.ts'
import type { Operation } from './reference-operation.ts'

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

/**
 * The operations of the document in its order, each with its address, and the schemas they refer
 * to.
 */
export function toReference({ paths = {}, servers = [], components }: OpenApiDocument) {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method]
      const server = (item.servers ?? servers)[0]?.url ?? ''
      // The document is ours: what it says of an operation is within the narrower type.
      return operation
        ? [{ ...operation, method: method.toUpperCase(), path, server } as Operation]
        : []
    }),
  )
  return {
    operations,
    components: (components?.schemas ?? {}) as Record<string, Schema> satisfies Components,
  }
}
