import { type RequestHandler, Router } from 'express'
import { answerMethodNotAllowed } from './answers/error-answers.ts'

type NameOf<Part extends string> = Part extends `${infer Name}.${string}` ? Name : Part

/** `/stores/:storeId` has the parameter `storeId`. */
export type Params<Path extends string> = Path extends `${string}:${infer Part}/${infer Rest}`
  ? Record<NameOf<Part>, string> & Params<`/${Rest}`>
  : Path extends `${string}:${infer Part}`
    ? Record<NameOf<Part>, string>
    : Record<never, string>

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete' | 'options'

export type Handlers<Parameters> = Partial<
  Record<Method, RequestHandler<Parameters> | RequestHandler<Parameters>[]>
>

/** Answers a method that the address does not have. */
export type RefuseMethod = (...allowed: string[]) => RequestHandler

/** A router with exactly these addresses. Other methods than named, or `OPTIONS`, are refused. */
export function routes<const Paths extends string>(
  table: { [Path in Paths]: Handlers<Params<Path>> },
  refuse: RefuseMethod = answerMethodNotAllowed,
) {
  const router = Router({ caseSensitive: true })
  for (const [path, handlers] of Object.entries<Handlers<never>>(table)) {
    const route = router.route(path)
    const methods = Object.keys(handlers) as Method[]
    for (const method of methods) route[method]([handlers[method] ?? []].flat() as RequestHandler[])
    const allowed = methods.filter((method) => method !== 'options')
    route.all(refuse(...allowed.map((method) => method.toUpperCase())))
  }
  return router
}
