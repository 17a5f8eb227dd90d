import { Router } from 'express'
import type { StoreAppContext } from '../store-app-context.ts'

export const sessionsRoutes = (_app: StoreAppContext) => Router({ caseSensitive: true })
