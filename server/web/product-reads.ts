import type { Records } from '../checkout/ports/platform-records.ts'
import { Slug } from '../contract/platform/platform.ts'

/** Text that cannot be a slug is not looked up. */
export const findProduct = async (
  { records }: { records: Pick<Records, 'findProduct'> },
  { storeId, slug }: { storeId: string; slug: string },
) => (Slug.safeParse(slug).success ? records.findProduct(storeId, slug) : undefined)
