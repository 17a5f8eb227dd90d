import { type RequestHandler, Router } from 'express'
import { parseBearer } from '../../auth/bearer.ts'
import { isPlatformToken } from '../../auth/platform-token.ts'
import { CheckoutError } from '../../checkout/errors.ts'
import { answerNotFound } from '../../web/error-answers.ts'
import { platformMemberRoutes } from './platform-member-routes.ts'
import { platformProductRoutes } from './platform-product-routes.ts'
import { platformStoreRoutes } from './platform-store-routes.ts'
import type { PlatformContext } from './platform-store.ts'

/** The platform API (contract §4), mounted at `/platform/v1`; `others`: behind the same token. */
export const platformRoutes = (context: PlatformContext, others: Router[]) =>
  Router({ caseSensitive: true }).use(
    requirePlatformToken(context),
    platformStoreRoutes(context),
    platformMemberRoutes(context),
    platformProductRoutes(context),
    ...others,
    answerNotFound,
  )

const requirePlatformToken =
  ({ platformTokens }: PlatformContext): RequestHandler =>
  ({ headers: { authorization = '' } }, _response, next) => {
    const token = parseBearer(authorization, { maxLength: 1024 })
    if (token === undefined || !isPlatformToken(token, platformTokens)) {
      throw new CheckoutError(
        'invalid_platform_token',
        'Send the platform token in the header Authorization: Bearer <PLATFORM_TOKEN>.',
      )
    }
    next()
  }
