import { type RequestHandler, Router } from 'express'
import { parseBearer } from '../../auth/bearer.ts'
import { isPlatformToken } from '../../auth/platform-token.ts'
import { CheckoutError } from '../../checkout/errors.ts'
import type { HttpContext } from '../../web/http-context.ts'
import { answerNotFound } from '../../web/error-answers.ts'
import { platformMemberRoutes } from './platform-member-routes.ts'
import { platformProductRoutes } from './platform-product-routes.ts'
import { platformStoreRoutes } from './platform-store-routes.ts'
import { testProviderRoutes } from '../../payments/test/test-provider-routes.ts'

/** The platform API (contract §4), mounted at `/platform/v1`. */
export function platformRoutes(context: HttpContext) {
  const router = Router({ caseSensitive: true })
  router.use(
    requirePlatformToken(context),
    platformStoreRoutes(context),
    platformMemberRoutes(context),
    platformProductRoutes(context),
  )
  if (context.test) router.use(testProviderRoutes(context, context.test))
  return router.use(answerNotFound)
}

const requirePlatformToken =
  ({ platformToken }: HttpContext): RequestHandler =>
  ({ headers: { authorization = '' } }, _response, next) => {
    const token = parseBearer(authorization, { maxLength: 1024 })
    if (token === undefined || !isPlatformToken(token, platformToken)) {
      throw new CheckoutError(
        'invalid_platform_token',
        'Send the platform token in the header Authorization: Bearer <PLATFORM_TOKEN>.',
      )
    }
    next()
  }
