import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { stringify } from 'csv-stringify'
import { requestIdOf } from '../../web/requests/request-log.ts'
import type { Visit } from './store-app-context.ts'

/** `record`: writes down who takes the file. */
type CsvFile<Item> = {
  name: string
  columns: readonly string[]
  batches: AsyncIterable<Item[]>
  toRows: (item: Item) => unknown[][]
  record: () => Promise<unknown>
}

const isAbandoned = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'

/** When something breaks, the connection does, too: a file that ends early must not look whole. */
export async function sendCsv<Item>(
  { app, request, response }: Visit,
  { name, columns, batches, toRows, record }: CsvFile<Item>,
) {
  // Before the file begins: when this fails, the answer is a page that says so.
  if (request.method === 'GET') await record()
  response.attachment(name).type('text/csv')
  if (request.method === 'HEAD') return void response.end()
  const csv = stringify({
    bom: true,
    header: true,
    columns: [...columns],
    record_delimiter: 'windows',
    quoted_match: /^\s|\s$|[\r\n]/,
  })
  try {
    await pipeline(Readable.from(rowsOf(batches, toRows)), csv, response)
  } catch (error) {
    if (!isAbandoned(error)) app.events.requestFailed({ requestId: requestIdOf(response), error })
  }
}

async function* rowsOf<Item>(batches: AsyncIterable<Item[]>, toRows: (item: Item) => unknown[][]) {
  // Not `yield*` of a list: it would go on when the reader is gone.
  for await (const items of batches) for (const row of items.flatMap(toRows)) yield row
}
