import { Router } from 'express'
import type { StoreAppContext } from '../store-app-context.ts'
import { signInRoutes } from './sign-in.page.ts'

/** Signing in and out, and a member's own account. */
export const accountRoutes = (app: StoreAppContext) => Router({ caseSensitive: true }).use(signInRoutes(app))
