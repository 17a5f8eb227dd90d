import { Router } from 'express'
import type { StoreAppContext } from '../frame/store-app-context.ts'
import { ownAccountRoutes } from './account.page.ts'
import { forgotPasswordRoutes } from './forgot-password.page.ts'
import { joinRoutes } from './join.page.ts'
import { resetPasswordRoutes } from './reset-password.page.ts'
import { passkeyRoutes } from './passkeys.page.ts'
import { confirmRoutes } from './confirm.page.ts'
import { secondFactorRoutes } from './second-factor.page.ts'
import { secondStepRoutes } from './second-step.page.ts'
import { setUpRoutes } from './set-up-factor.page.ts'
import { signInRoutes } from './sign-in.page.ts'

/** Signing in and out, becoming a member, and a member's own account. */
export const accountRoutes = (app: StoreAppContext) =>
  Router({ caseSensitive: true }).use(
    signInRoutes(app),
    secondStepRoutes(app),
    forgotPasswordRoutes(app),
    resetPasswordRoutes(app),
    joinRoutes(app),
    ownAccountRoutes(app),
    confirmRoutes(app),
    setUpRoutes(app),
    secondFactorRoutes(app),
    passkeyRoutes(app),
  )
