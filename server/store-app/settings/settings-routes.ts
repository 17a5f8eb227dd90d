import { Router } from 'express'
import type { StoreAppContext } from '../frame/store-app-context.ts'
import { auditLogRoutes } from './audit-log.page.ts'
import { brandingRoutes } from './branding.page.ts'
import { deliveryRoutes } from './delivery.page.ts'
import { developersRoutes } from './developers-routes.ts'
import { generalRoutes } from './general.page.ts'
import { planRoutes } from './plan.page.ts'

/** Each part of the settings brings its own pages. */
export const settingsRoutes = (app: StoreAppContext) =>
  Router({ caseSensitive: true }).use(
    generalRoutes(app),
    brandingRoutes(app),
    deliveryRoutes(app),
    developersRoutes(app),
    planRoutes(app),
    auditLogRoutes(app),
  )
