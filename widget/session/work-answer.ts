/**
 * Loaded when a store is attacked with stolen cards. The page has to work a moment before it may
 * pay: this costs a buyer a second, and an attacker with a thousand cards an hour.
 */

type EightWords = [number, number, number, number, number, number, number, number]

const primes = (count: number) => {
  const found: number[] = []
  for (let candidate = 2; found.length < count; candidate += 1)
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate)
  return found
}

/** The first 32 bits of a number's fraction. */
const fraction = (number: number) => ((number - Math.floor(number)) * 2 ** 32) | 0

const PRIMES = primes(64)
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime))) as EightWords

/** Room for one word a round. */
const room = () => new DataView(new ArrayBuffer(256))

const CONSTANTS = room()
for (const [index, prime] of PRIMES.entries())
  CONSTANTS.setInt32(index * 4, fraction(Math.cbrt(prime)))

const turn = (word: number, by: number) => (word >>> by) | (word << (32 - by))

/** The first two words of the SHA-256 of at most 55 ASCII characters (FIPS 180-4). */
function hash(text: string, words: DataView) {
  const word = (index: number) => words.getInt32(index * 4)
  for (let index = 0; index < 16; index += 1) words.setInt32(index * 4, 0)
  for (let index = 0; index < text.length; index += 1) words.setUint8(index, text.charCodeAt(index))
  words.setUint8(text.length, 0x80)
  words.setInt32(60, text.length * 8)
  let [a, b, c, d, e, f, g, h] = START
  for (let round = 0; round < 64; round += 1) {
    if (round > 15) {
      const early = word(round - 15)
      const late = word(round - 2)
      words.setInt32(
        round * 4,
        word(round - 16) +
          word(round - 7) +
          (turn(early, 7) ^ turn(early, 18) ^ (early >>> 3)) +
          (turn(late, 17) ^ turn(late, 19) ^ (late >>> 10)),
      )
    }
    const first =
      (h +
        (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) +
        ((e & f) ^ (~e & g)) +
        CONSTANTS.getInt32(round * 4) +
        word(round)) |
      0
    const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  return [(a + START[0]) | 0, (b + START[1]) | 0] as const
}

/** How many zeros the hash of `text` begins with, in bits, up to 64. */
export function leadingZeros(text: string, words = room()) {
  const [first, second] = hash(text, words)
  return first === 0 ? 32 + Math.clz32(second) : Math.clz32(first)
}

/** How many milliseconds the page may be kept busy at a time. */
const SLICE_MS = 12

const pause = () => new Promise<void>((resolve) => setTimeout(resolve))

/**
 * The answer to `Work-Challenge: <bits> <challenge>` is a number. The SHA-256 of
 * `<challenge>:<number>` has to begin with that many zero bits.
 */
export async function answerTo(work: string) {
  const [bits, challenge] = work.split(' ')
  const words = room()
  let pauseAt = performance.now() + SLICE_MS
  for (let answer = 0; ; answer += 1) {
    if (leadingZeros(`${challenge}:${answer}`, words) >= Number(bits)) return String(answer)
    if (answer % 256 === 0 && performance.now() > pauseAt) {
      await pause()
      pauseAt = performance.now() + SLICE_MS
    }
  }
}
