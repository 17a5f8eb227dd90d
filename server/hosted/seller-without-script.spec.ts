import { describe, expect, test } from 'vitest'
import { SELLER, aProduct, aSession, aStore, readSession } from '../testing/builders.ts'
import { call } from '../testing/http-call.ts'
import {
  openPage,
  TYPED_CARD as CARD,
  see,
  sendForm as send,
} from '../testing/store/plain-forms.ts'
import { openSpecService } from '../testing/servers/spec-service.ts'

const { service } = await openSpecService()
const STATEMENT = 'https://loom.example/accessibility'
const store = await aStore(service, {
  seller: { ...SELLER, accessibilityUrl: STATEMENT, mustAgree: true },
})
await aProduct(service, store)

const DETAILS = { name: 'Ana Example', phone: '+34 600 000 000', place: 'Calle Mayor 1' }

const open = (address: string) => call<string>('GET', address)
const pageOf = (id: string) => `${service.checkoutUrl}/${id}`
const MISSING = 'Agree to the terms of sale to pay'

describe('decision 74: seller and terms without script', () => {
  test('the form with an empty terms box is not taken, and says so at the box', async () => {
    const { status, text } = await send(pageOf(await aSession(service, store)), DETAILS)
    expect(status).toBe(422)
    expect(text).toContain(`id="agreed-error">${MISSING}</p>`)
    expect(text).toMatch(/ id="agreed" aria-invalid="true" autofocus/)
    expect(text).toContain('Ana Example')
  })

  test('a ticked terms box stays ticked on the way back, and the card page pays', async () => {
    const id = await aSession(service, store)
    const cardPage = see(await send(pageOf(id), { ...DETAILS, agreed: 'yes' }))
    const back = await open(cardPage.replace(/^.*\?/, `${pageOf(id)}?`))
    expect(back.text).toMatch(/ id="agreed" checked/)
    const result = see(await send(cardPage, CARD))
    expect((await readSession(service, store, id)).body.status).toBe('complete')
    expect((await openPage(result)).text).toContain('Payment received')
  })

  test('every page without script names the seller and has the links, in its language', async () => {
    const id = await aSession(service, store)
    const cardPage = see(await send(pageOf(id), { ...DETAILS, agreed: 'yes' }))
    const texts = [(await open(pageOf(id))).text, (await open(cardPage)).text]
    await send(cardPage, CARD)
    texts.push((await open(pageOf(id))).text)
    for (const text of texts) {
      expect(text).toContain('Loom &amp; Co, S.L., Calle Luna 4, 28004 Madrid')
      for (const address of [SELLER.termsUrl, SELLER.privacyUrl, SELLER.returnsUrl, STATEMENT])
        expect(text).toContain(`href="${address}" target="_blank" aria-describedby="new-tab"`)
    }
    const german = (await open(`${pageOf(id)}?lang=de`)).text
    expect(german).toMatch(
      /Verkauf durch .*Widerruf und Rückgabe.*Erklärung zur Barrierefreiheit.*Öffnet sich in einem neuen Tab/s,
    )
  })
})
