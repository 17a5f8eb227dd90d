import { createStatusStreams } from './api/buyer/status-streams.ts'
import { createEventWaits } from './api/merchant/event-waits.ts'
import { createSessionWaits } from './api/merchant/session-waits.ts'
import { createWaitSlots } from './api/merchant/wait-slots.ts'
import { createOrderStreams } from './store-app/orders/order-streams.ts'
import type { Surfaces } from './surfaces.ts'

export type Streams = ReturnType<typeof createStreams>

/** The answers of this process that wait for something to happen. */
export function createStreams({ buyer, merchant, store }: Surfaces) {
  const slots = createWaitSlots()
  return {
    status: createStatusStreams(buyer.checkout),
    orders: createOrderStreams(store),
    waits: createSessionWaits(merchant.checkout, slots),
    eventWaits: createEventWaits({ ...merchant, cache: merchant.checkout.cache }, slots),
  }
}
