import { randomInt } from 'node:crypto'
import { exchange } from '../buyer/exchange.ts'
import { ownForm } from '../buyer/shop.ts'
import { type Attack, type Course, anyAddress } from './attack.ts'

const ORDINARY = { product: 'mug', kind: 'secret' } as const

/** Does the work again and again, `count` times at once. */
const inLines = (count: number, { isOver }: Course, work: () => Promise<void>) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      while (!isOver()) await work()
    }),
  )

const FILE_BYTES = 1_048_576 - 1024

/** What makes a CSV reader work hardest. */
const FILLINGS = ['\n', ',', '"', '\r\n', '"",', 'a,b\n']

/** Attacks by members, and by people who want to become one. */
export const MEMBERS: Attack[] = [
  {
    name: 'sign-in',
    buyers: ORDINARY,
    async run({ port, shop }, course) {
      await inLines(6, course, async () => {
        const email = randomInt(2) === 0 ? shop.owner.email : `somebody-${randomInt(1e9)}@x.example`
        const { status } = await exchange({
          port,
          method: 'POST',
          path: '/store/sign-in',
          headers: {
            ...ownForm(port),
            'content-type': 'application/x-www-form-urlencoded',
            'x-forwarded-for': anyAddress(),
          },
          body: new URLSearchParams({ email, password: `wrong ${randomInt(1e9)}` }).toString(),
        })
        course.count(status)
      })
    },
  },
  {
    name: 'files of nothing',
    buyers: ORDINARY,
    async run({ port, member }, course) {
      let next = 0
      await inLines(2, course, async () => {
        const filling = FILLINGS[next++ % FILLINGS.length] ?? ''
        const content = filling.repeat(Math.floor(FILE_BYTES / filling.length))
        const boundary = 'a-boundary-of-nothing'
        const part = (disposition: string, value: string) =>
          `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${value}\r\n`
        const { status } = await exchange({
          port,
          method: 'POST',
          path: '/store/products/-/import',
          headers: {
            ...ownForm(port, member),
            'content-type': `multipart/form-data; boundary=${boundary}`,
          },
          body: `${part('name="csrf"', member.csrf)}${part('name="file"; filename="a.csv"', content)}--${boundary}--\r\n`,
        })
        course.count(status)
      })
    },
  },
]
