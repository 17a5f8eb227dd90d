import { atMost } from '../../../threads/at-most.ts'
import { ThreadError, createThread, threadFile } from '../../../threads/thread.ts'
import type { Money } from '../../frame/price.ts'
import type { ReadProducts } from './import-products.ts'

export type SentFile = { content: Uint8Array; money: Money }

export type ImportReader = {
  read(file: SentFile): Promise<ReadProducts>
  close(): Promise<void>
}

/** The largest file takes a small part of this on a slow machine. */
const BUDGET_MS = 30_000
const MAX_HEAP_MB = 256
const MAX_WAITING = 20

const UNREAD = 'This file takes too long now. Try again in a moment, or split it.'

/**
 * Reads product files in a thread, one at a time, so that no file blocks the service.
 * @param budgetMs how long one file may take, in milliseconds (default 30,000)
 */
export function createImportReader({ budgetMs = BUDGET_MS } = {}): ImportReader {
  const thread = createThread<SentFile, ReadProducts>(threadFile('import-thread', import.meta), {
    maxHeapMb: MAX_HEAP_MB,
  })
  const inTurn = atMost(1, MAX_WAITING)
  return {
    read: (file) =>
      inTurn(() => thread.run(file, { budgetMs })).catch((error: unknown) => {
        if (!(error instanceof ThreadError)) throw error
        return { products: [], problems: [{ line: 1, column: null, text: UNREAD }] }
      }),
    close: () => thread.close(),
  }
}
