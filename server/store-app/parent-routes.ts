import { pages } from './frame/pages.ts'
import type { MemberHandler, StoreAppContext } from './frame/store-app-context.ts'
import { memberPage, ownerPage } from './frame/store-auth.ts'

/**
 * Addresses that are no page and have pages below them. Each leads to the first of these, or, where
 * what is below is named by an id or a token, to the page that lists it or asks for it.
 */
export function parentRoutes(app: StoreAppContext) {
  const leadTo =
    (path: string): MemberHandler =>
    async (_request, response) =>
      response.redirect(303, `${app.storePath}${path}`)
  const members = (path: string) => ({ get: memberPage(app, leadTo(path)) })
  const owners = (path: string) => ({ get: ownerPage(app, leadTo(path)) })
  return pages(app, {
    '/account/second-factor/passkeys': members('/account/second-factor'),
    '/products/-': members('/products'),
    '/settings': owners('/settings/general'),
    '/settings/developers/keys': owners('/settings/developers'),
    '/settings/developers/keys/:kind': owners('/settings/developers'),
    '/settings/team/members': owners('/settings/team'),
    '/join': { get: (_request, response) => response.redirect(303, app.storePath) },
    '/reset-password': {
      get: (_request, response) => response.redirect(303, `${app.storePath}/forgot-password`),
    },
  })
}
