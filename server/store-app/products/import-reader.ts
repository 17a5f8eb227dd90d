import { atMost } from '../../threads/at-most.ts'
import { ThreadError, createThread, threadFile } from '../../threads/thread.ts'
import type { FileProblem } from './import-file.ts'
import type { StatedProduct } from './import-products.ts'
import type { Money } from '../frame/price.ts'

export type SentFile = { content: Uint8Array; money: Money }

/** With any problem the file is not imported. */
export type ReadProducts = { products: StatedProduct[]; problems: FileProblem[] }

export type ImportReader = {
  /** `unread`: a sentence for the member. */
  read(storeId: string, file: SentFile): Promise<ReadProducts | { unread: string }>
  close(): Promise<void>
}

/** The largest file takes a tenth of this on a slow machine. */
const BUDGET_MS = 10_000
const MAX_HEAP_MB = 256
const MAX_WAITING = 4

const BUSY = 'Other files are being read. Try again in a moment.'
const OWN_BUSY = 'Another file of your store is being read. Try again in a moment.'
const TOO_SLOW = 'Reading this file takes too long. Split it, and import the parts.'

/**
 * Reads product files in a thread, one at a time and one per store, so that no file blocks the
 * service.
 * @param budgetMs how long one file may take, in milliseconds (default 10,000)
 */
export function createImportReader({ budgetMs = BUDGET_MS } = {}): ImportReader {
  const thread = createThread<SentFile, ReadProducts>(threadFile('import-thread', import.meta), {
    maxHeapMb: MAX_HEAP_MB,
  })
  const inTurn = atMost(1, MAX_WAITING)
  const reading = new Set<string>()

  return {
    async read(storeId, file) {
      if (reading.has(storeId)) return { unread: OWN_BUSY }
      reading.add(storeId)
      try {
        return await inTurn(() =>
          thread
            .run(file, { budgetMs })
            .catch((error: unknown) =>
              error instanceof ThreadError ? { unread: TOO_SLOW } : Promise.reject(error),
            ),
        )
      } catch (error) {
        if (error instanceof ThreadError) return { unread: BUSY }
        throw error
      } finally {
        reading.delete(storeId)
      }
    },
    close: () => thread.close(),
  }
}
