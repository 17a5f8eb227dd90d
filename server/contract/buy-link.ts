import * as z from 'zod'
import { Quantity, WebAddress, text } from './fields.ts'

/** As long as RFC 5646 has them be stored. */
const LanguageTag = z
  .string()
  .max(35)
  .regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/)

const ReturnAddress = WebAddress.optional().meta({
  description: 'On one of the store’s allowed origins; without those, on none.',
})

/** contract §7. What is left out or empty, the buyer chooses. Other parameters are ignored. */
export const BuyLinkQuery = z.object({
  size: text(200).optional().meta({ description: 'A `size` of the product.' }),
  color: text(200).optional().meta({ description: 'A `colorName` of the product.' }),
  quantity: Quantity.optional(),
  change: z
    .literal('1')
    .optional()
    .meta({ description: 'What the address says is chosen, and stays open.' }),
  lang: LanguageTag.optional().meta({
    description: 'BCP 47. Without it the page speaks the browser’s language, or the store’s.',
  }),
  success_url: ReturnAddress,
  cancel_url: ReturnAddress,
})

/** What a buyer chooses in the page. */
export const BuyLinkForm = BuyLinkQuery.pick({ size: true, color: true, quantity: true })

export const ReturnQuery = BuyLinkQuery.pick({ success_url: true, cancel_url: true })
