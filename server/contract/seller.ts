import * as z from 'zod'
import { EmailAddress, WebAddress, requiredText } from './fields.ts'
import { PhoneNumber } from './phone.ts'

const ReturnsUrl = WebAddress.meta({
  description: 'How the buyer withdraws from the purchase or returns it.',
})

/** Who sells and by which terms, for buyers before and after they pay. */
export const Seller = z
  .strictObject({
    legalName: requiredText(200).meta({
      description: 'The person or company that the buyer makes the contract with.',
    }),
    address: requiredText(500).meta({ description: 'The seller’s postal address, in lines.' }),
    termsUrl: WebAddress.meta({ description: 'The terms of sale.' }),
    privacyUrl: WebAddress.meta({ description: 'The privacy policy.' }),
    returnsUrl: ReturnsUrl.optional(),
    accessibilityUrl: WebAddress.optional().meta({ description: 'The accessibility statement.' }),
    mustAgree: z.boolean().optional().meta({
      description: 'Whether buyers must tick a box that agrees to the terms. Default: no.',
    }),
  })
  .meta({
    id: 'Seller',
    description:
      'Who sells, and the links to terms, privacy, returns and accessibility. Every change makes a new version; a session keeps the one that it was created with.',
  })
export type Seller = z.infer<typeof Seller>

/** What a merchant has to give today. Sellers that were saved before may have no `returnsUrl`. */
export const GivenSeller = Seller.extend({
  returnsUrl: ReturnsUrl.meta({
    description:
      'How the buyer withdraws from the purchase or returns it. When the terms say it, give their address.',
  }),
}).meta({
  id: 'GivenSeller',
  description: 'Who sells, and the links to terms, privacy, returns and accessibility.',
})
export type GivenSeller = z.infer<typeof GivenSeller>

/** How buyers reach a store. Fields that it has not set are missing. */
export const Contact = {
  contactEmail: EmailAddress.optional().meta({ description: 'Shown to buyers.' }),
  contactPhone: PhoneNumber.refine(
    (phone) => phone === phone.trim(),
    'must not begin or end with a space',
  )
    .optional()
    .meta({ description: 'Shown to buyers as it is written; 7 to 15 digits.' }),
}
