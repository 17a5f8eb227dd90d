import { chooseLanguage } from '../../widget/i18n/choose-language.ts'
import { compressed } from '../web/answers/compressed.ts'
import type { FrameContext, RenderCardFields } from '../web/answers/frame-page.ts'
import { findFraming } from '../web/answers/framing-origins.ts'
import { routes } from '../web/routes.ts'
import { createNonce, setPaymentFrameHeaders } from '../web/answers/security-headers.ts'
import { wantedLanguages } from '../web/requests/wanted-languages.ts'

/** The card fields, on their own origin (contract §5), from the store's provider. */
export const paymentFrameRoutes = (
  context: FrameContext,
  cardFields: { live: RenderCardFields; test: RenderCardFields },
) =>
  routes({
    '/:id': {
      get: [
        compressed,
        async (request, response) => {
          const { id: sessionId } = request.params
          const framing = { sessionId, request, response }
          const { parentOrigins, isTest, storeLanguage } = await findFraming(context, framing)
          const nonce = createNonce()
          const page = {
            assets: context.assets,
            nonce,
            parentOrigins,
            isTest,
            sessionId,
            language: chooseLanguage(...wantedLanguages(request), storeLanguage),
          }
          const renderCardFields = isTest ? cardFields.test : cardFields.live
          const { html, sources } = await renderCardFields(context, page)
          setPaymentFrameHeaders(response, {
            nonce,
            ancestors: parentOrigins,
            ...(sources && { provider: sources }),
          })
          response.type('html').send(html)
        },
      ],
    },
  })
