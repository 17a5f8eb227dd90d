import { describe, expect, test } from 'vitest'
import {
  CARDS,
  type TestStore,
  aProduct,
  aSession,
  aStore,
  readSession,
} from '../testing/builders.ts'
import { TYPED_CARD, see, sendForm } from '../testing/store/plain-forms.ts'
import { settlePayments } from '../testing/bank/settled-payments.ts'
import { openSpecService } from '../testing/servers/spec-service.ts'

const { service, sql } = await openSpecService()

const DETAILS = { name: 'Ana Example', phone: '+34 600 000 000', place: 'Calle Mayor 1' }
const DECLINED = { ...TYPED_CARD, number: CARDS.declined }
const WORK = 'To pay now, turn on JavaScript and go back to your details.'

const titleIn = (text: string) => /<h1[^>]*>([^<]*)<\/h1>/.exec(text)?.[1]

async function aShop() {
  const store = await aStore(service)
  await aProduct(service, store)
  const aCardPage = async () => {
    const id = await aSession(service, store)
    return { id, cardPage: see(await sendForm(`${service.checkoutUrl}/${id}`, DETAILS)) }
  }
  return { store, aCardPage }
}

describe('decision 53: without script', () => {
  test('without script, a store that asks for work says what to do instead, and when', async () => {
    const { store, aCardPage } = await aShop()
    const { id, cardPage } = await aCardPage()
    see(await sendForm(cardPage, DECLINED))
    await settlePayments(sql, store, { declined: 49 })
    const { status, headers, text } = await sendForm(cardPage, TYPED_CARD)
    expect([status, headers.get('retry-after')]).toEqual([429, '60'])
    expect(text).toContain(WORK)
    expect(text).toContain('You were not charged')
    expect(text).not.toContain('Too many attempts')
    expect((await readSession(service, store, id)).body.order).toBeNull()
  })

  test('without script, a network’s many declined cards are named, with when to try again', async () => {
    const { aCardPage } = await aShop()
    const from = '198.51.100.7'
    for (let sessions = 0; sessions < 2; sessions += 1) {
      const { cardPage } = await aCardPage()
      for (let tries = 0; tries < 5; tries += 1) see(await sendForm(cardPage, DECLINED, from))
    }
    const { cardPage } = await aCardPage()
    const { status, headers, text } = await sendForm(cardPage, TYPED_CARD, from)
    expect([status, headers.get('retry-after')]).toEqual([429, '60'])
    expect(text).toContain('Too many attempts in a short time')
    expect(text).not.toContain(WORK)
  })
})

describe('contract §5: without script, when fewer are left than were ordered', () => {
  const few = (store: TestStore, stock: number) =>
    aProduct(service, store, { variants: [{ stock }] })

  test('Pay and Start again say how many are left, in the language of the page', async () => {
    const { store } = await aShop()
    await sql.rows('update stores set restarts = true where id = $1', [store.id])
    const id = await aSession(service, store, { items: [{ product: 'mug', quantity: 5 }] })
    const page = `${service.checkoutUrl}/${id}?lang=de`
    const cardPage = see(await sendForm(page, DETAILS))
    await few(store, 2)
    const refused = await sendForm(cardPage, TYPED_CARD)
    expect([refused.status, titleIn(refused.text)]).toEqual([409, 'Nur noch 2 vorrätig'])
    await service.platform('POST', '/test-provider/expire-session', { sessionId: id })
    await few(store, 3)
    const again = await sendForm(page, { again: '1' })
    expect([again.status, titleIn(again.text)]).toEqual([409, 'Nur noch 3 vorrätig'])
  })
})
