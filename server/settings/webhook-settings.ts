import * as z from 'zod'
import { SettingTexts } from '../contract/setting-texts.ts'
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
  .object({
    WEBHOOK_ALLOWED_CIDRS: privateRanges.default([]).register(SettingTexts, {
      summary: 'private address ranges that webhooks may reach, with commas between',
      more: 'An example is `10.2.0.0/16`. [Where requests may go](webhooks.md#where-requests-may-go) says why others are refused.',
    }),
  })
  .transform(({ WEBHOOK_ALLOWED_CIDRS }) => ({ webhookRanges: WEBHOOK_ALLOWED_CIDRS }))
