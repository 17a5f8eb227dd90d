import type { Request, RequestHandler, Response } from 'express'
import * as z from 'zod'
import { parse } from './parse.ts'
import { type Handlers, type Params, routes } from './routes.ts'

/** Of a route that reads no query: every field of one is unknown, and refused as such. */
export const NoQuery = z.strictObject({})

const READERS = new WeakSet<RequestHandler<never>>()

/** A handler that reads the query; a field that the schema does not name is refused. */
export function withQuery<Schema extends z.ZodType, Parameters>(
  schema: Schema,
  handle: (
    request: Request<Parameters>,
    response: Response,
    query: z.output<Schema>,
  ) => Promise<unknown>,
): RequestHandler<Parameters> {
  const handler: RequestHandler<Parameters> = async (request, response) => {
    await handle(request, response, parse(schema, request.query))
  }
  READERS.add(handler)
  return handler
}

const refuseQuery: RequestHandler<never> = ({ query }, _response, next) => {
  parse(NoQuery, query)
  next()
}

/**
 * As `routes`, for APIs that know who is there: whoever does not read the query `withQuery` takes
 * none.
 */
export function apiRoutes<const Paths extends string>(table: {
  [Path in Paths]: Handlers<Params<Path>>
}) {
  const strict = Object.entries<Handlers<never>>(table).map(([path, handlers]) => [
    path,
    Object.fromEntries(
      Object.entries(handlers).map(([method, handle]) => {
        const chain = [handle].flat()
        return [method, chain.some((each) => READERS.has(each)) ? chain : [refuseQuery, ...chain]]
      }),
    ),
  ])
  return routes(Object.fromEntries(strict) as typeof table)
}
