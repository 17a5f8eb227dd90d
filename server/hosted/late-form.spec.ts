import { expect, test, describe } from 'vitest'
import { CARDS, aProduct, aSession, aStore, readSession } from '../testing/builders.ts'
import { call } from '../testing/http-call.ts'
import { TYPED_CARD, see, sendForm } from '../testing/store/plain-forms.ts'
import { openSpecService } from '../testing/servers/spec-service.ts'

const { service, sql } = await openSpecService()
const store = await aStore(service)
await sql.rows('update stores set restarts = true where id = $1', [store.id])
await aProduct(service, store, { variants: [{ stock: 100 }] })

const DETAILS = {
  name: 'Ana Example',
  phone: '+34 600 000 000',
  email: 'ana@example.com',
  place: 'Calle Mayor 1\r\n28013 Madrid',
}

const pageOf = (id: string) => `${service.checkoutUrl}/${id}`
const expire = (sessionId: string) =>
  service.platform('POST', '/test-provider/expire-session', { sessionId })
const draftOf = (address: string) => new URL(address).searchParams.get('draft')
const textOf = async (address: string) => (await call<string>('GET', address)).text

/** The bank's question, before which a buyer stops who pays in another tab. */
async function payInAnotherTab(id: string) {
  const cardPage = see(await sendForm(pageOf(id), { ...DETAILS, name: 'Other Tab' }))
  return see(await sendForm(cardPage, { ...TYPED_CARD, number: CARDS.challenge }))
}

describe('decision 69: a form without script that comes late keeps what was typed', () => {
  test('a late form of an expired session keeps what was typed for whoever starts again', async () => {
    const id = await aSession(service, store)
    await expire(id)
    const late = see(await sendForm(`${pageOf(id)}?lang=de`, DETAILS))
    expect(late.startsWith(`${pageOf(id)}?draft=`)).toBe(true)
    expect(late).not.toMatch(/Example|Calle/)
    expect(await textOf(late)).toContain('Neu beginnen')
    const form = await textOf(see(await sendForm(late, { again: '1' })))
    expect(form).toContain('<html lang="de"')
    expect(form).toContain('value="Ana Example"')
    expect(form).toContain('28013 Madrid')
  })

  test('a late form keeps each part of an address, with its country', async () => {
    for (const countries of [['ES', 'FR'], ['ES']]) {
      const own = await aStore(service, { deliveryCountries: countries })
      await sql.rows('update stores set restarts = true where id = $1', [own.id])
      await aProduct(service, own)
      const id = await aSession(service, own)
      await expire(id)
      const country = countries.length > 1 ? { country: 'FR' } : {}
      const parts = { place: '1 rue Neuve', postalCode: '69001', city: 'Lyon' }
      const late = see(await sendForm(pageOf(id), { ...DETAILS, ...parts, ...country }))
      const form = await textOf(see(await sendForm(late, { again: '1' })))
      expect(form).toContain(' id="place" value="1 rue Neuve"')
      expect(form).toContain('value="69001"')
      expect(form).toContain('value="Lyon"')
    }
  })

  test('a late form keeps what was typed while another tab pays, if that does not go through', async () => {
    const id = await aSession(service, store)
    const question = await payInAnotherTab(id)
    const late = see(await sendForm(pageOf(id), DETAILS))
    expect(await textOf(late)).toContain('Your bank needs you to confirm this payment.')
    see(await sendForm(question, { outcome: 'fail' }))
    expect(await textOf(late)).toContain('value="Ana Example"')
  })

  test('a late form keeps what is wrong in it, which nobody can pay with', async () => {
    const id = await aSession(service, store)
    const question = await payInAnotherTab(id)
    const late = see(await sendForm(pageOf(id), { ...DETAILS, name: '', phone: '12' }))
    see(await sendForm(question, { outcome: 'fail' }))
    const cardPage = `${service.paymentFrameUrl}/${id}/card${new URL(late).search}`
    expect(see(await call('GET', cardPage))).toBe(late)
    expect(see(await sendForm(cardPage, TYPED_CARD)).startsWith(pageOf(id))).toBe(true)
    expect((await readSession(service, store, id)).body).toMatchObject({ status: 'open' })
    expect(await textOf(late)).toContain('value="12"')
  })

  test('a late form of a paid session, or where nobody can start again, keeps nothing', async () => {
    const paid = await aSession(service, store)
    see(await sendForm(see(await sendForm(pageOf(paid), DETAILS)), TYPED_CARD))
    expect(see(await sendForm(pageOf(paid), DETAILS))).toBe(pageOf(paid))
    const other = await aStore(service)
    await aProduct(service, other)
    const over = await aSession(service, other)
    await expire(over)
    expect(see(await sendForm(pageOf(over), DETAILS))).toBe(pageOf(over))
  })

  test('a late form keeps nothing too long for an address; a draft that is there stays', async () => {
    const id = await aSession(service, store)
    const draft = draftOf(see(await sendForm(pageOf(id), DETAILS))) ?? ''
    await expire(id)
    const long = { ...DETAILS, place: 'x'.repeat(15 * 1024) }
    expect(see(await sendForm(pageOf(id), long))).toBe(pageOf(id))
    expect(draftOf(see(await sendForm(`${pageOf(id)}?draft=${draft}`, long)))).toBe(draft)
    const wide = { ...DETAILS, name: '名'.repeat(120), place: '京'.repeat(500) }
    const late = see(await sendForm(pageOf(id), wide))
    expect(late.length).toBeLessThan(8 * 1024)
    expect(await textOf(see(await sendForm(late, { again: '1' })))).toContain(wide.place)
  })
})
