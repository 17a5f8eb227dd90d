import { createSocket } from 'node:dgram'
import { once } from 'node:events'

const TYPE_A = 1

/**
 * A name server for IPv4. `answer` gives a name's address at its n-th question, from 1 on;
 * undefined means that the name has no address.
 */
export async function startNameServer(answer: (name: string, nth: number) => string | undefined) {
  const socket = createSocket('udp4')
  const asked: string[] = []
  socket.on('message', (question, { address, port }) => {
    const { name, end } = readName(question)
    const isForAddress = question.readUInt16BE(end) === TYPE_A
    if (isForAddress) asked.push(name)
    const found = isForAddress
      ? answer(name, asked.filter((each) => each === name).length)
      : undefined
    socket.send(toAnswer(question, { end, address: found }), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    close: () => socket.close(),
  }
}

function readName(question: Buffer) {
  const labels: string[] = []
  let at = 12
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.'), end: at + 1 }
}

/** RFC 1035, 4.1: repeats the question and adds one record with TTL 0. */
function toAnswer(
  question: Buffer,
  { end, address }: { end: number; address?: string | undefined },
) {
  const header = Buffer.from(question.subarray(0, 12))
  header.writeUInt16BE(0x8180, 2)
  header.writeUInt16BE(address === undefined ? 0 : 1, 6)
  header.fill(0, 8, 12)
  const asked = question.subarray(12, end + 4)
  if (address === undefined) return Buffer.concat([header, asked])
  const record = Buffer.from([0xc0, 12, 0, TYPE_A, 0, 1, 0, 0, 0, 0, 0, 4])
  return Buffer.concat([header, asked, record, Buffer.from(address.split('.').map(Number))])
}
