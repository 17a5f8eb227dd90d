/** `isLast`: the server closes the connection after it. */
export type Answer = { status: number; body: Buffer; isLast: boolean }

const HEAD_END = '\r\n\r\n'
/** After `HTTP/1.1 `. */
const STATUS_AT = 9

/** The answer in `bytes`; undefined until it is complete. */
export function readAnswer(bytes: Buffer): Answer | undefined {
  const headEnd = bytes.indexOf(HEAD_END)
  if (headEnd < 0) return undefined
  const head = bytes.toString('latin1', 0, headEnd)
  const body = readBody(bytes, { head, start: headEnd + HEAD_END.length })
  if (!body) return undefined
  return {
    status: Number(head.slice(STATUS_AT, STATUS_AT + 3)),
    body,
    isLast: /\r\nconnection: close/i.test(head),
  }
}

function readBody(bytes: Buffer, { head, start }: { head: string; start: number }) {
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length !== undefined) {
    const end = start + Number(length)
    return bytes.length < end ? undefined : bytes.subarray(start, end)
  }
  return /\r\ntransfer-encoding: chunked/i.test(head)
    ? readChunks(bytes, start)
    : bytes.subarray(start, start)
}

function readChunks(bytes: Buffer, start: number): Buffer | undefined {
  const chunks: Buffer[] = []
  for (let at = start; ;) {
    const lineEnd = bytes.indexOf('\r\n', at)
    if (lineEnd < 0) return undefined
    const length = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16)
    const end = lineEnd + 2 + length
    if (bytes.length < end + 2) return undefined
    if (length === 0) return Buffer.concat(chunks)
    chunks.push(bytes.subarray(lineEnd + 2, end))
    at = end + 2
  }
}
