import { type RequestHandler, Router } from 'express'
import { parseBearer } from '../../auth/bearer.ts'
import { isPlatformToken } from '../../auth/platform-token.ts'
import { CheckoutError } from '../../checkout/errors.ts'
import { clientKeyOf } from '../../web/client-address.ts'
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
  ({ platformTokens, events, addressKey }: PlatformContext): RequestHandler =>
  ({ headers: { authorization = '' }, ip }, _response, next) => {
    const token = parseBearer(authorization, { maxLength: 1024 })
    if (token === undefined || !isPlatformToken(token, platformTokens)) {
      const client = clientKeyOf(ip, addressKey)
      events.refused({ action: 'platform.refused', client, account: null })
      throw new CheckoutError(
        'invalid_platform_token',
        'Send the platform token in the header Authorization: Bearer <PLATFORM_TOKEN>.',
      )
    }
    next()
  }
