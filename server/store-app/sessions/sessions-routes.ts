import { Router } from 'express'
import type { StoreAppContext } from '../frame/store-app-context.ts'
import { expireSessionRoutes } from './expire-session.page.ts'
import { sessionRoutes } from './session.page.ts'
import { sessionListRoutes } from './sessions.page.ts'

/** The store's checkout sessions, and one of them. */
export const sessionsRoutes = (app: StoreAppContext) =>
  Router({ caseSensitive: true }).use(
    sessionListRoutes(app),
    sessionRoutes(app),
    expireSessionRoutes(app),
  )
