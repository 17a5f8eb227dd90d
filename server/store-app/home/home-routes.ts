import { pages } from '../frame/pages.ts'
import type { StoreAppContext } from '../frame/store-app-context.ts'
import { memberPage } from '../frame/store-auth.ts'
import { sendHome } from './home.page.ts'

export const homeRoutes = (app: StoreAppContext) =>
  pages(app, {
    '/': {
      get: memberPage(app, async (_request, response, viewer) => {
        const { id, currency, timeZone } = viewer.store
        sendHome(app, response, {
          viewer,
          statistics: await app.records.statistics.getStatistics(id, { currency, timeZone }),
        })
      }),
    },
  })
