import * as z from 'zod'
import { type AddressRange, parsePrivateRange } from '../egress/reachable.ts'

const privateRanges = z.string().transform((value, context) =>
  value.split(',').map((text): AddressRange => {
    const range = parsePrivateRange(text.trim())
    if (!range)
      context.addIssue(
        `"${text.trim()}" is no private range such as 10.2.0.0/16 (10/8, 172.16/12, 192.168/16, 100.64/10, fc00::/7, or a part of them)`,
      )
    return range ?? z.NEVER
  }),
)

/** Where webhooks may go beside the public internet. */
export const WebhookSettings = z
  .object({ WEBHOOK_ALLOWED_CIDRS: privateRanges.default([]) })
  .transform(({ WEBHOOK_ALLOWED_CIDRS }) => ({ webhookRanges: WEBHOOK_ALLOWED_CIDRS }))
