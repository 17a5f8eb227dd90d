import * as z from 'zod'
import { requiredText } from './fields.ts'

/** How many characters each text may have. */
export const SAFETY_LENGTHS = {
  manufacturer: 500,
  responsiblePerson: 500,
  identification: 200,
  warnings: 2000,
} as const

/** Regulation (EU) 2023/988, article 19. */
export const ProductSafety = z
  .strictObject({
    manufacturer: requiredText(SAFETY_LENGTHS.manufacturer).meta({
      description: 'Name, postal address and email address of the manufacturer.',
    }),
    responsiblePerson: requiredText(SAFETY_LENGTHS.responsiblePerson).optional().meta({
      description:
        'The same of the responsible person in the European Union, for a manufacturer outside of it.',
    }),
    identification: requiredText(SAFETY_LENGTHS.identification).optional().meta({
      description: 'What identifies the product, such as its model or batch.',
    }),
    warnings: requiredText(SAFETY_LENGTHS.warnings).optional().meta({
      description: 'Warnings and safety information, in the language of your buyers.',
    }),
  })
  .meta({
    id: 'ProductSafety',
    description:
      'What buyers have to read of a product’s safety. Plain texts, which may have lines.',
  })
export type ProductSafety = z.infer<typeof ProductSafety>
