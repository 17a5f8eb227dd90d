import { compressed } from '../web/compressed.ts'
import type { CardFields, FrameContext, FramePage } from '../web/frame-page.ts'
import { framingOrigins } from '../web/framing-origins.ts'
import { routes } from '../web/routes.ts'
import { createNonce, setPaymentFrameHeaders } from '../web/security-headers.ts'

/** The provider's own part: its document with the card fields of a session. */
type CardFieldsOf = (
  context: FrameContext,
  page: FramePage & { sessionId: string },
) => Promise<CardFields>

/** The card fields, on an origin of their own (contract §5). */
export const paymentFrameRoutes = (context: FrameContext, renderCardFields: CardFieldsOf) =>
  routes({
    '/:id': {
      get: [
        compressed,
        async (request, response) => {
          const { id: sessionId } = request.params
          const parentOrigins = await framingOrigins(context, { sessionId, request, response })
          const nonce = createNonce()
          const page = { assets: context.assets, nonce, parentOrigins, sessionId }
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
