import * as z from 'zod'
import { SecureAddress } from './fields.ts'
import { newName } from './names.ts'

const PARTS = {
  carrier: newName(60).meta({ description: 'Who delivers the parcel.' }),
  trackingNumber: newName(80).meta({ description: 'The number of the parcel there.' }),
  trackingUrl: SecureAddress.meta({
    description: 'Where the buyer follows the parcel, an absolute https: address.',
  }),
}

/** How the buyer follows the parcel. What the store has not said is null. */
export const Tracking = z
  .strictObject({
    carrier: PARTS.carrier.nullable(),
    trackingNumber: PARTS.trackingNumber.nullable(),
    trackingUrl: PARTS.trackingUrl.nullable(),
  })
  .meta({ description: 'How the buyer follows the parcel.' })
export type Tracking = z.infer<typeof Tracking>

/** contract §8 */
export const FulfillOrderRequest = z.strictObject(PARTS).partial().meta({
  id: 'FulfillOrderRequest',
  description:
    'How the buyer follows the parcel. What is sent replaces all of it; a request without any of it leaves it as it is.',
})
export type FulfillOrderRequest = z.infer<typeof FulfillOrderRequest>

/** Undefined when there is nothing to follow the parcel by. */
export const toTracking = ({
  carrier = null,
  trackingNumber = null,
  trackingUrl = null,
}: { [Part in keyof Tracking]?: string | null | undefined }): Tracking | undefined =>
  (carrier ?? trackingNumber ?? trackingUrl) === null
    ? undefined
    : { carrier, trackingNumber, trackingUrl }
