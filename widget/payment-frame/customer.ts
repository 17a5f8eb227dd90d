import type { Customer } from '../element/messages.ts'
import { FIELD_MAXIMUM } from '../form/buyer-fields.ts'

const isField = (name: string) => name === 'name' || name === 'phone' || name === 'email'

/**
 * Whether the page has sent name, phone and perhaps an email address, and nothing else. It may be
 * any page of a merchant.
 */
export const isCustomer = (sent: unknown): sent is Customer =>
  typeof sent === 'object' &&
  sent !== null &&
  'name' in sent &&
  'phone' in sent &&
  Object.entries(sent).every(
    ([name, value]) =>
      isField(name) &&
      typeof value === 'string' &&
      value !== '' &&
      value.length <= FIELD_MAXIMUM[name],
  )
