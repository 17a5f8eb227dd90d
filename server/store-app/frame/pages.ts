import { routes } from '../../web/routes.ts'
import { refuseOtherMethods } from './message.page.ts'
import type { StoreAppContext } from './store-app-context.ts'

/** Routes whose other methods are refused by a page, as a browser shows the answer to somebody. */
export const pages = <const Paths extends string>(
  app: StoreAppContext,
  table: Parameters<typeof routes<Paths>>[0],
) => routes(table, (...allowed) => refuseOtherMethods(app, ...allowed))
