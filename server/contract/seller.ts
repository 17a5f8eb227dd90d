import * as z from 'zod'
import { EmailAddress, PhoneNumber, WebAddress, requiredText } from './fields.ts'

const ReturnsUrl = WebAddress.meta({
  description: 'How the buyer withdraws from the purchase or sends it back.',
})

/** Who sells, and by which terms: what a buyer may want to know before paying, and later on. */
export const Seller = z
  .strictObject({
    legalName: requiredText(200).meta({
      description: 'The person or company that the buyer makes the contract with.',
    }),
    address: requiredText(500).meta({ description: 'The seller’s postal address, in lines.' }),
    termsUrl: WebAddress.meta({ description: 'The terms of sale.' }),
    privacyUrl: WebAddress.meta({ description: 'The privacy policy.' }),
    returnsUrl: ReturnsUrl.optional(),
    mustAgree: z.boolean().optional().meta({
      description: 'Whether buyers agree to the terms with a box before they pay. Default: no.',
    }),
  })
  .meta({
    id: 'Seller',
    description:
      'Who sells, and the links to terms, privacy and returns. Every change is a version of its own; a session keeps the one that it was created with.',
  })
export type Seller = z.infer<typeof Seller>

/** As it is said from now on: of what was said before, the links to the returns may be missing. */
export const GivenSeller = Seller.extend({
  returnsUrl: ReturnsUrl.meta({
    description:
      'How the buyer withdraws from the purchase or sends it back: the address of the terms where these say it.',
  }),
}).meta({
  id: 'GivenSeller',
  description: 'Who sells, and the links to terms, privacy and returns.',
})
export type GivenSeller = z.infer<typeof GivenSeller>

/** How buyers reach a store; what it has not set is not there. */
export const Contact = {
  contactEmail: EmailAddress.optional().meta({ description: 'Shown to buyers.' }),
  contactPhone: PhoneNumber.optional().meta({
    description: 'Shown to buyers, as it is written: 7 to 15 digits.',
  }),
}
