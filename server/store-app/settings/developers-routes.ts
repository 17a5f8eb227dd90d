import { Router } from 'express'
import type { StoreAppContext } from '../frame/store-app-context.ts'
import { apiKeyRoutes } from './api-key.page.ts'
import { developersPageRoutes } from './developers.page.ts'
import { requestLogRoutes } from './request-log.page.ts'

/** Keys, origins and the request log. */
export const developersRoutes = (app: StoreAppContext) =>
  Router({ caseSensitive: true }).use(
    developersPageRoutes(app),
    apiKeyRoutes(app),
    requestLogRoutes(app),
  )
