import type { Request, RequestHandler, Response } from 'express'
import * as z from 'zod'
import { parse } from './parse.ts'
import { type Handlers, type Params, routes } from '../routes.ts'

/** Refuses every query field. */
export const NoQuery = z.strictObject({})

const READERS = new WeakSet<RequestHandler<never>>()

/** A handler with a parsed query. Fields that the schema does not name are refused. */
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

/** As `routes`; a handler without `withQuery` refuses every query field. */
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
