import type { Request, Response } from 'express'
import type { Records } from '../../checkout/ports/platform-records.ts'
import { sessionNotFound } from '../../checkout/errors.ts'
import { isAllowedOrigin } from './cors.ts'
import { type SessionAdmission, admitSession } from '../requests/session-admission.ts'

export type FramingContext = SessionAdmission & {
  urls: { checkoutUrl: string; checkoutOrigin: string }
  records: Pick<Records, 'findEmbedding'>
}

/** The origins that may frame these pages: the checkout, and an allowed embedding page. */
export const framingOrigins = async (...asked: Parameters<typeof findFraming>) =>
  (await findFraming(...asked)).parentOrigins

/** The same, and whether the store is a test store. */
export async function findFraming(
  context: FramingContext,
  { sessionId, request, response }: { sessionId: string; request: Request; response: Response },
) {
  const isKnown = await admitSession(context, sessionId, { address: request.ip, response })
  const embedding = isKnown ? await context.records.findEmbedding(sessionId) : undefined
  if (!embedding) throw sessionNotFound()
  const { checkoutOrigin } = context.urls
  const embedder = request.query['origin']
  const origin = typeof embedder === 'string' ? URL.parse(embedder)?.origin : undefined
  const isEmbedded =
    origin !== undefined &&
    origin !== checkoutOrigin &&
    origin === embedder &&
    isSafeAncestor(origin) &&
    isAllowedOrigin(embedding.allowedOrigins, origin)
  return {
    parentOrigins: isEmbedded ? [checkoutOrigin, origin] : [checkoutOrigin],
    isTest: embedding.isTest,
    storeLanguage: embedding.language,
  }
}

/** Without a list, pages from https or this machine may embed (security: payment frame). */
const isSafeAncestor = (origin: string) =>
  /^https:\/\/[^;,\s*]+$/.test(origin) ||
  /^http:\/\/(localhost|127\.0\.0\.1|\[::1\]|[a-z0-9-]+\.localhost)(:\d+)?$/.test(origin)
