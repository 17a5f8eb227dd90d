import { Router } from 'express'
import type { StoreAppContext } from '../store-app-context.ts'

export const productsRoutes = (_app: StoreAppContext) => Router({ caseSensitive: true })
