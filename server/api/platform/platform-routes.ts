import { type RequestHandler, Router } from 'express'
import { parseBearer } from '../../auth/bearer.ts'
import { WRONG_TOKENS, isPlatformToken } from '../../auth/platform-token.ts'
import { CheckoutError } from '../../checkout/errors.ts'
import { readAuthorization } from '../../web/requests/authorization.ts'
import { answerNotFound } from '../../web/answers/error-answers.ts'
import { assertWithinLimit } from '../../web/answers/rate-limit-headers.ts'
import { platformBuyerRoutes } from './platform-buyer-routes.ts'
import { platformMemberRoutes } from './platform-member-routes.ts'
import { platformProductRoutes } from './platform-product-routes.ts'
import { platformStoreRoutes } from './platform-store-routes.ts'
import { platformWebhookRoutes } from './platform-webhook-routes.ts'
import type { PlatformContext } from './platform-store.ts'

/** The platform API (contract §4), at `/platform/v1`. `others` need the same token. */
export const platformRoutes = (context: PlatformContext, others: Router[]) =>
  Router({ caseSensitive: true }).use(
    requirePlatformToken(context),
    platformStoreRoutes(context),
    platformBuyerRoutes(context),
    platformMemberRoutes(context),
    platformProductRoutes(context),
    platformWebhookRoutes(context),
    ...others,
    answerNotFound,
  )

const requirePlatformToken =
  ({ platformTokens, events, callers }: PlatformContext): RequestHandler =>
  async (request, response, next) => {
    const { ip } = request
    const token = parseBearer(readAuthorization(request) ?? '', { maxLength: 1024 })
    if (token === undefined || !isPlatformToken(token, platformTokens)) {
      const limit = await callers.take(ip, WRONG_TOKENS)
      if (limit?.allowed === false) assertWithinLimit(response, limit)
      events.refused({ action: 'platform.refused', client: callers.keyOf(ip), account: null })
      throw new CheckoutError(
        'invalid_platform_token',
        'Send the platform token in the header Authorization: Bearer <PLATFORM_TOKEN>.',
      )
    }
    next()
  }
