import * as z from 'zod'
import { Seller } from './seller.ts'

export const GuaranteeNotice = z.strictObject({
  url: z.url().meta({ description: 'The picture, as the Union has published it.' }),
  width: z.int().optional().meta({
    description: 'With `height`, its proportions. Missing for a PDF, which is linked to.',
  }),
  height: z.int().optional(),
  text: z.string().meta({ description: 'Its words, for those who cannot see it.' }),
  link: z.url().optional().meta({ description: 'The page that its code leads to.' }),
})
export type GuaranteeNotice = z.infer<typeof GuaranteeNotice>

export const ShownStore = z
  .strictObject({
    name: z.string(),
    language: z.string().meta({
      description: 'BCP 47; for buyers whose browser asks for none of ours.',
    }),
    test: z.literal(true).optional().meta({
      description: 'Of a test store: no real money moves.',
    }),
    pricesIncludeTax: z.literal(true).optional().meta({
      description: 'Totals say that they include tax.',
    }),
    logoUrl: z.string().optional(),
    contactEmail: z.string().optional(),
    contactPhone: z.string().optional(),
    seller: Seller.optional(),
    nextStep: z.string().optional().meta({
      description: 'What happens once it is paid, in the store’s own words.',
    }),
    withdrawal: z
      .strictObject({
        url: z.url().meta({ description: 'Where buyers withdraw from the contract.' }),
        days: z.int().meta({ description: 'For how many days they may; 0: not at all.' }),
        reason: z.string().optional().meta({
          description: 'Why not at all, in the store’s own words.',
        }),
      })
      .optional()
      .meta({ description: 'Missing where the store takes no withdrawals online.' }),
    guaranteeNotice: GuaranteeNotice.optional().meta({
      description:
        'The Union’s notice of the legal guarantee in the buyer’s language, while there is a form.',
    }),
  })
  .meta({
    description: 'What buyers see of the store. Fields that it has not set are missing.',
  })
