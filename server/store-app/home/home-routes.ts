import { Router } from 'express'
import { refuseOtherMethods } from '../frame/message.page.ts'
import type { StoreAppContext } from '../frame/store-app-context.ts'
import { memberPage } from '../frame/store-auth.ts'
import { sendHome } from './home.page.ts'

export function homeRoutes(app: StoreAppContext) {
  const router = Router({ caseSensitive: true })
  router
    .route('/')
    .get(
      memberPage(app, async (_request, response, viewer) => {
        const { id, currency, timeZone } = viewer.store
        sendHome(app, response, {
          viewer,
          statistics: await app.records.statistics.getStatistics(id, { currency, timeZone }),
        })
      }),
    )
    .all(refuseOtherMethods(app, 'GET'))
  return router
}
