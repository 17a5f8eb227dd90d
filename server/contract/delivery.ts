import * as z from 'zod'
import { Amount, requiredText } from './fields.ts'

export const CollectionPlace = z
  .strictObject({
    name: requiredText(120),
    address: requiredText(300).meta({ description: 'One line, or several.' }),
    hours: requiredText(200).optional().meta({ description: 'When it is open, in free text.' }),
  })
  .meta({ id: 'CollectionPlace', description: 'Where buyers collect what they have bought.' })
export type CollectionPlace = z.infer<typeof CollectionPlace>

/** An option has a `place` exactly when its kind is `collection`. */
export const DeliveryOption = z
  .strictObject({
    id: requiredText(64),
    name: requiredText(120),
    fee: Amount,
    kind: z.enum(['delivery', 'collection']).optional().meta({
      description:
        '`delivery` asks the buyer for an address, `collection` shows the `place` instead. Default: `delivery`.',
    }),
    place: CollectionPlace.optional().meta({ description: 'Of a collection, which needs one.' }),
  })
  .superRefine(({ kind, place }, context) => {
    if (kind === 'collection' && !place)
      context.addIssue({ code: 'custom', path: ['place'], message: 'is required for a collection' })
    if (kind !== 'collection' && place)
      context.addIssue({ code: 'custom', path: ['place'], message: 'belongs to a collection' })
  })
  .meta({ id: 'DeliveryOption' })
export type DeliveryOption = z.infer<typeof DeliveryOption>
