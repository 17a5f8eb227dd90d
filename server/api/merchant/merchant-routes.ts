import type { Answer } from '../../web/answers/answer.ts'
import { type Exchange, inExpress } from '../../web/requests/before-express.ts'
import { answerPreflight } from '../../web/answers/cors.ts'
import { routes } from '../../web/routes.ts'

/** `id`: the part of the path at its parameter; empty without one. */
type Handle<Context> = (context: Context, exchange: Exchange, id: string) => Promise<Answer>

type Table<Context> = Record<
  string,
  { get?: Handle<Context>; post?: Handle<Context>; patch?: Handle<Context> }
>

/** Routes of the merchant API, each with its preflight. */
export function merchantRoutes<Context>(context: Context, table: Table<Context>) {
  const bound = (method: string, handle?: Handle<Context>) =>
    handle && { [method]: inExpress((exchange, id) => handle(context, exchange, id)) }
  const paths = Object.entries(table).map(([path, { get, post, patch }]) => [
    path,
    {
      ...bound('get', get),
      ...bound('post', post),
      ...bound('patch', patch),
      options: answerPreflight,
    },
  ])
  return routes(Object.fromEntries(paths))
}
