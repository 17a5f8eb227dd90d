import { Router } from 'express'
import { refuseOtherMethods } from '../message.page.ts'
import type { StoreAppContext } from '../store-app-context.ts'
import { memberPage } from '../store-auth.ts'

export function homeRoutes(app: StoreAppContext) {
  const router = Router({ caseSensitive: true })
  router.route('/')
    .get(memberPage(app, async (_request, response) => { response.redirect(303, `${app.storePath}/orders`) }))
    .all(refuseOtherMethods(app, 'GET'))
  return router
}
