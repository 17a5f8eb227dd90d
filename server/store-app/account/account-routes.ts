import { Router } from 'express'
import type { StoreAppContext } from '../frame/store-app-context.ts'
import { ownAccountRoutes } from './account.page.ts'
import { forgotPasswordRoutes } from './forgot-password.page.ts'
import { joinRoutes } from './join.page.ts'
import { resetPasswordRoutes } from './reset-password.page.ts'
import { signInRoutes } from './sign-in.page.ts'

/** Signing in and out, becoming a member, and a member's own account. */
export const accountRoutes = (app: StoreAppContext) =>
  Router({ caseSensitive: true }).use(
    signInRoutes(app),
    forgotPasswordRoutes(app),
    resetPasswordRoutes(app),
    joinRoutes(app),
    ownAccountRoutes(app),
  )
