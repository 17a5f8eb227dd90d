import { Router } from 'express'
import type { StoreAppContext, Visit } from './frame/store-app-context.ts'
import { memberPages, visitorPages } from './frame/visits.ts'

const leadTo = (path: string) => ({
  get: ({ app, response }: Visit) => response.redirect(303, `${app.storePath}${path}`),
})

/**
 * Addresses that are no page and have pages below them. Each leads to the first of these, or, where
 * what is below is named by an id or a token, to the page that lists it or asks for it.
 */
export const parentRoutes = (app: StoreAppContext) =>
  Router({ caseSensitive: true }).use(
    memberPages(app, {
      '/account/second-factor/passkeys': leadTo('/account/second-factor'),
      '/products/-': leadTo('/products'),
    }),
    memberPages(
      app,
      {
        '/settings': leadTo('/settings/general'),
        '/settings/developers/keys': leadTo('/settings/developers'),
        '/settings/developers/keys/:kind': leadTo('/settings/developers'),
        '/settings/team/members': leadTo('/settings/team'),
      },
      { isForOwners: true },
    ),
    visitorPages(app, { '/join': leadTo(''), '/reset-password': leadTo('/forgot-password') }),
  )
