import { Router } from 'express'
import type { StoreAppContext } from '../store-app-context.ts'

/** Each part of the settings brings its own pages. */
export const settingsRoutes = (_app: StoreAppContext) => Router({ caseSensitive: true })
