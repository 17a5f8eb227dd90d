import * as z from 'zod'
import { text } from './fields.ts'

/** Of the mail that confirms an order, for the browser that paid. */
export const Confirmation = z
  .strictObject({
    email: z.string().optional().meta({
      description: 'Masked when it cannot be corrected any more.',
      example: 'ana@mail.example',
    }),
    status: z.enum(['waiting', 'sent', 'refused', 'none']).meta({
      description:
        '`sent`: the mail server has it. `refused`: it refuses the address for good. `none`: the buyer has given none.',
    }),
    correctUrl: z.url().optional().meta({
      description: 'A page where the buyer corrects the address; missing after three times.',
    }),
  })
  .meta({ id: 'Confirmation', description: 'Where the mail about the order goes.' })

export const Statement = z.string().meta({
  description:
    'How the payment appears on the card’s statement, where the store has said its name.',
  example: 'LOOM* K7Q2M4XW9P',
})

export const EmailSuggestionRequest = z
  .strictObject({
    email: text(254).meta({ description: 'As the buyer has typed it.', example: 'ana@gmial.com' }),
  })
  .meta({ id: 'EmailSuggestionRequest' })

export const EmailSuggestion = z
  .strictObject({
    email: z.string().nullable().meta({
      description: 'What was probably meant; null without a common slip.',
      example: 'ana@gmail.com',
    }),
  })
  .meta({ id: 'EmailSuggestion' })
export type EmailSuggestion = z.infer<typeof EmailSuggestion>
