import type {
  ClaimedDelivery,
  FreeSlots,
  WebhookRecords,
} from '../checkout/ports/webhook-records.ts'
import { createDueRuns } from '../rounds/due-runs.ts'
import { oneAtATime } from '../rounds/one-at-a-time.ts'

/** Requests under way in one process, each with its own connection. */
const SOUND_DELIVERIES = 400

/** Apart from these, to endpoints that only fail, so that they take no slot of the others. */
const FAILING_DELIVERIES = 100

/** To one endpoint that works. */
const EACH = 4

/** How many logs are read at the same time. */
const READS_AT_ONCE = 8

/** How many logs a round checks that nobody has checked for a while. */
const UNREAD = 500

/** The pause between two reads, so that events of one moment are read together. */
const READ_PAUSE_MS = 50

type SenderDeps = {
  records: Pick<WebhookRecords, 'findReaders' | 'findUnread' | 'readOn' | 'claim'>
  /** True when it was delivered. */
  deliver: (delivery: ClaimedDelivery) => Promise<boolean>
  createDeliveryId: () => string
  onFailure: (error: unknown) => void
}

type EndpointSlots = { count: number; atOnce: number; isFailing: boolean }

/** Counts requests under way by endpoint, and how many more may begin. */
function createSlots() {
  const slots = new Map<string, EndpointSlots>()

  const countOf = (isFailing: boolean) =>
    [...slots.values()]
      .filter((each) => each.isFailing === isFailing)
      .reduce((sum, { count }) => sum + count, 0)

  return {
    free: (): FreeSlots => ({
      sound: Math.max(0, Math.floor((SOUND_DELIVERIES - countOf(false)) / EACH)),
      failing: Math.max(0, FAILING_DELIVERIES - countOf(true)),
      each: EACH,
      underWay: Object.fromEntries([...slots].map(([id, { count }]) => [id, count])),
      busy: [...slots].filter(([, { count, atOnce }]) => count >= atOnce).map(([id]) => id),
    }),
    take({ endpointId, atOnce, isFailing }: ClaimedDelivery) {
      const ofEndpoint = slots.get(endpointId) ?? { count: 0, atOnce, isFailing }
      Object.assign(ofEndpoint, { count: ofEndpoint.count + 1, atOnce, isFailing })
      slots.set(endpointId, ofEndpoint)
      return ofEndpoint
    },
    giveBack({ endpointId }: ClaimedDelivery, ofEndpoint: EndpointSlots) {
      ofEndpoint.count -= 1
      if (ofEndpoint.count === 0) slots.delete(endpointId)
    },
  }
}

type ReaderDeps = Pick<SenderDeps, 'records' | 'createDeliveryId'> & { onRead: () => void }

/** Reads new events of stores with endpoints. */
function createLogReader({ records, createDeliveryId, onRead }: ReaderDeps) {
  const news = new Set<string>()
  let isClosed = false

  const read = oneAtATime<void>(async () => {
    while (news.size > 0 && !isClosed) {
      const asked = [...news]
      news.clear()
      const storeIds = await records.findReaders(asked)
      for (const storeId of storeIds.splice(READS_AT_ONCE)) news.add(storeId)
      await Promise.all(
        storeIds.map(async (storeId) => {
          if (await records.readOn(storeId, createDeliveryId)) news.add(storeId)
        }),
      )
      if (storeIds.length > 0) onRead()
      await new Promise((resolve) => {
        setTimeout(resolve, READ_PAUSE_MS)
      })
    }
  })

  return {
    read(storeIds: string[]) {
      for (const storeId of storeIds) news.add(storeId)
      return read()
    },
    close() {
      isClosed = true
      return read()
    },
  }
}

/** Reads the logs and sends what is due. */
export function createWebhookSender({ records, deliver, createDeliveryId, onFailure }: SenderDeps) {
  const slots = createSlots()
  const deliveries = createDueRuns<ClaimedDelivery>({
    async claim() {
      const free = slots.free()
      if (free.sound === 0 && free.failing === 0) return { items: [], hasMore: false }
      const claimed = await records.claim(free)
      return { items: claimed.deliveries, hasMore: !claimed.isEmpty }
    },
    async run(delivery) {
      const ofEndpoint = slots.take(delivery)
      try {
        if (!(await deliver(delivery))) Object.assign(ofEndpoint, { atOnce: 1, isFailing: true })
      } finally {
        slots.giveBack(delivery, ofEndpoint)
      }
    },
    onFailure,
  })
  const reader = createLogReader({ records, createDeliveryId, onRead: deliveries.wake })
  let isClosed = false

  return {
    wake: deliveries.wake,
    /** Something was written to the logs of these stores. */
    hear(storeIds: string[]) {
      if (!isClosed) void reader.read(storeIds).catch(onFailure)
    },
    /** One round for lost signals and for retries that are due. */
    async round() {
      await reader.read(await records.findUnread(UNREAD))
      await deliveries.round()
    },
    /** Begins nothing more, and waits for what is under way. */
    async close() {
      isClosed = true
      await Promise.allSettled([reader.close()])
      await deliveries.close()
    },
  }
}
