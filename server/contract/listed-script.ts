import * as z from 'zod'

/** A script of our pages, as an assessor reads it (PCI DSS 4.0.1, requirement 6.4.3). */
export const ListedScript = z.strictObject({
  name: z.string(),
  page: z.string().meta({ description: 'Where it runs.' }),
  address: z.string().nullable().meta({ description: 'Null: it stands in the page itself.' }),
  integrity: z
    .string()
    .nullable()
    .meta({ description: 'As in the attribute `integrity`. Null: its owner changes it.' }),
  authorizedBy: z.string().meta({ description: 'What lets it run there, and no other.' }),
  reason: z.string(),
})
export type ListedScript = z.infer<typeof ListedScript>
