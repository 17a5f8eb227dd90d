import { routes } from '../../web/routes.ts'
import { refuseOtherMethods } from './message.page.ts'
import type { StoreAppContext } from './store-app-context.ts'

/**
 * A router of these addresses. It answers other methods with a page: whoever sent one sees the
 * answer in a browser.
 */
export const pages = <const Paths extends string>(
  app: StoreAppContext,
  table: Parameters<typeof routes<Paths>>[0],
) => routes(table, (...allowed) => refuseOtherMethods(app, ...allowed))
