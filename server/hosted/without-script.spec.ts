import { describe, expect, test } from 'vitest'
import { SELLER, aProduct, aSession, aStore, readSession } from '../testing/builders.ts'
import { call } from '../testing/http-call.ts'
import {
  TYPED_CARD as CARD,
  openPage,
  see,
  sendForm as send,
} from '../testing/store/plain-forms.ts'
import { openSpecService } from '../testing/servers/spec-service.ts'

const { service, sql } = await openSpecService()
const store = await aStore(service)
await aProduct(service, store, { variants: [{ stock: 1_000 }] })

const DETAILS = {
  name: 'Ana Example',
  phone: '+34 600 000 000',
  email: 'ana@example.com',
  option: 'standard',
  place: 'Calle Mayor 1\r\n28013 Madrid',
}

const pageOf = (id: string) => `${service.checkoutUrl}/${id}`
/** The address of the card's page, with the draft of `details`. */
const cardPageOf = async (id: string, details = DETAILS) => see(await send(pageOf(id), details))

describe('contract §5: the hosted page without JavaScript', () => {
  test('without script the form asks for the card on the frame’s origin, and ends on its result', async () => {
    const id = await aSession(service, store)
    const cardPage = await cardPageOf(id)
    expect(cardPage.startsWith(`${service.paymentFrameUrl}/${id}/card?draft=`)).toBe(true)
    expect(cardPage).not.toMatch(/Example|Calle|%2B34/)
    const { status, text, headers } = await call<string>('GET', cardPage)
    expect([status, headers.get('x-frame-options')]).toEqual([200, 'DENY'])
    expect(text).not.toContain('<script')
    const result = see(await send(cardPage, CARD))
    expect(result.startsWith(`${pageOf(id)}?draft=`)).toBe(true)
    const receipt = see(await call<string>('GET', result))
    expect((await call<string>('GET', receipt)).text).toContain('28013 Madrid')
    expect((await readSession(service, store, id)).body).toMatchObject({
      status: 'complete',
      order: {
        customer: { name: 'Ana Example', phone: '+34 600 000 000' },
        fulfillment: { details: 'Standard delivery, Calle Mayor 1\n28013 Madrid' },
      },
    })
  })

  test('without script the address of the receipt is short, in each language: the draft is over', async () => {
    const id = await aSession(service, store)
    const result = see(await send(await cardPageOf(id), CARD))
    const receipt = new URL(see(await call<string>('GET', `${result}&lang=de`)))
    expect(`${receipt.origin}${receipt.pathname}`).toBe(pageOf(id))
    expect([...receipt.searchParams.keys()]).toEqual(['receipt', 'lang', 'result'])
    expect(receipt.search.length).toBeLessThan(64)
    const { text } = await call<string>('GET', receipt.href)
    expect(text).toContain('28013 Madrid')
    const key = receipt.searchParams.get('receipt')
    expect(text).toContain(`href="?receipt=${key}&amp;lang=`)
    const other = await call<string>('GET', `${pageOf(id)}?receipt=${'x'.repeat(32)}`)
    expect(other.text).not.toMatch(/Calle Mayor|Example/)
  })

  test('without script whoever comes without the draft sees the masked receipt', async () => {
    const id = await aSession(service, store)
    await send(await cardPageOf(id), CARD)
    const { text } = await call<string>('GET', pageOf(id))
    expect(text).toContain('Payment received')
    expect(text).not.toMatch(/Calle Mayor|Example/)
  })

  test('without script the result leads back at once to a store that wants its buyers back', async () => {
    const own = await aStore(service)
    await sql.rows('update stores set returns_at_once = true where id = $1', [own.id])
    await aProduct(service, own)
    const id = await aSession(service, own, { successUrl: 'https://shop.example/thanks?a=1&b=2' })
    const result = see(await send(await cardPageOf(id), CARD))
    const receipt = see(await call<string>('GET', result))
    const paid = await call<string>('GET', receipt)
    expect(paid.text).toContain('Payment received')
    expect(paid.text).toContain(
      `<noscript><meta http-equiv="refresh" content="0;url=https://shop.example/thanks?a=1&amp;b=2&amp;session_id=${id}"></noscript>`,
    )
    // A buyer who looks again has come to see the receipt.
    const later = await call<string>('GET', receipt.replace(/&result=$/, ''))
    expect(later.text).toContain('28013 Madrid')
    expect(later.text).not.toContain('http-equiv')
  })

  test('without script the way back follows the bank’s question, too, and not a refusal', async () => {
    const own = await aStore(service)
    await sql.rows('update stores set returns_at_once = true where id = $1', [own.id])
    await aProduct(service, own)
    for (const [outcome, leaves] of [
      ['fail', false],
      ['complete', true],
    ] as const) {
      const id = await aSession(service, own, { successUrl: 'https://shop.example/thanks' })
      const asked = { ...CARD, number: '4000 0027 6000 3184' }
      const question = see(await send(await cardPageOf(id), asked))
      const { text } = await openPage(see(await send(question, { outcome })))
      expect(text.includes('http-equiv')).toBe(leaves)
    }
  })

  test('without script a change of language keeps what was typed, and the receipt in full', async () => {
    const id = await aSession(service, store)
    const cardPage = await cardPageOf(id)
    const follow = async (address: string, link: RegExp) => {
      const { text } = await call<string>('GET', address)
      const [, href = ''] = link.exec(text) ?? []
      return new URL(href.replaceAll('&amp;', '&'), address).href
    }
    const inSpanish = async (address: string) => {
      const list = await follow(address, /<nav class="languages"[^>]*>\s*<a href="([^"]*)"/)
      return call<string>('GET', await follow(list, /<a href="([^"]*)" lang="es"/))
    }
    const form = await inSpanish(`${pageOf(id)}${new URL(cardPage).search}`)
    expect(form.text).toContain('<html lang="es"')
    expect(form.text).toContain('value="Ana Example"')
    const result = see(await send(cardPage, CARD))
    const receipt = await inSpanish(see(await call('GET', result)))
    expect(receipt.text).toContain('Pago recibido')
    expect(receipt.text).toContain('28013 Madrid')
  })

  test('without script the language stays, back to the details and past the bank', async () => {
    const id = await aSession(service, store)
    const cardPage = see(await send(`${pageOf(id)}?lang=de`, DETAILS))
    const { text } = await call<string>('GET', cardPage)
    const [, details = ''] = /<a href="([^"]*)">Ihre Angaben ändern/.exec(text) ?? []
    const form = await call<string>('GET', details.replaceAll('&amp;', '&'))
    expect(form.text).toContain('<html lang="de"')
    expect(form.text).toContain('value="Ana Example"')
    const asked = { ...CARD, number: '4000 0027 6000 3184' }
    const question = see(await send(cardPage, asked))
    const receipt = see(await send(question, { outcome: 'complete' }))
    expect((await openPage(receipt)).text).toContain('Zahlung eingegangen')
  })

  test('without script a decline is said at the card that was sent, once, and takes the focus', async () => {
    const id = await aSession(service, store)
    const declined = { ...CARD, number: '4000 0000 0000 0002' }
    const again = see(await send(await cardPageOf(id), declined))
    const { text } = await call<string>('GET', again)
    const said = text.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
    expect(said).toMatch(
      /Card Test mode Your payment did not go through Card ending in 0002 : Your card was declined\. Nothing was charged; try another card or ask your bank\. No money moves.* \S.* ·\s?Qty 1 Delivery Free Total (€[\d.]+) Pay \1 /,
    )
    expect(said.match(/Your card was declined/g)).toHaveLength(1)
    expect(text).toMatch(/autofocus data-problem[^]*<input id="number" aria-invalid="true"/)
    expect(text).not.toContain('0000 0002')
    // A person with only the address knows of the decline, and not of the card.
    const anew = (await call<string>('GET', pageOf(id))).text
    expect(anew).toContain('Your payment did not go through')
    expect(anew).not.toContain('0002')
    expect(anew).not.toContain('autofocus')
    // What is wrong is put right on the card's page.
    expect(anew).toMatch(/data-problem[^]*<button id="number"[^>]*>\s*Continue to card details/)
    expect(see(await send(again, CARD)).startsWith(pageOf(id))).toBe(true)
    expect((await readSession(service, store, id)).body).toMatchObject({ status: 'complete' })
  })

  test('without script a buyer who was at their bank sees why, and which card, at the card', async () => {
    const id = await aSession(service, store)
    const asked = { ...CARD, number: '4000 0027 6000 3184' }
    const question = see(await send(await cardPageOf(id), asked))
    const { text } = await openPage(see(await send(question, { outcome: 'fail' })))
    expect(text).toMatch(
      /<h2 id="card-title"[^]*autofocus data-problem[^]*3184<[^]*Your bank could not confirm/,
    )
  })

  test('without script a buyer gives up the bank’s question, keeps what was typed, and pays with another card', async () => {
    const id = await aSession(service, store)
    const cardPage = await cardPageOf(id)
    const question = see(await send(cardPage, { ...CARD, number: '4000 0027 6000 3184' }))
    const page = `${pageOf(id)}${new URL(cardPage).search}`
    expect((await call<string>('GET', page)).text).toMatch(
      /<button[^>]* name="cancel" value="1"[^>]*>Pay another way</,
    )
    const form = see(await send(page, { ...DETAILS, cancel: '1' }))
    expect((await call<string>('GET', form)).text).toMatch(/28013 Madrid.*Nothing was charged/s)
    // The bank's page may still be open.
    await send(question, { outcome: 'complete' })
    expect((await readSession(service, store, id)).body).toMatchObject({ status: 'open' })
    await send(see(await send(form, DETAILS)), CARD)
    expect((await readSession(service, store, id)).body).toMatchObject({ status: 'complete' })
  })

  test('without script the card charges once, however often it is sent', async () => {
    const id = await aSession(service, store)
    const cardPage = await cardPageOf(id)
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(cardPage, CARD)))
    expect(new Set(answers.map(see))).toEqual(new Set([see(await send(cardPage, CARD))]))
    const { body } = await service.platform<{ data: { sessionId: string; status: string }[] }>(
      'GET',
      `/test-provider/payments?store=${store.id}`,
    )
    const captured = body.data.filter(({ sessionId }) => sessionId === id)
    expect(captured.map(({ status }) => status)).toEqual(['captured'])
  })

  test('without script no draft is taken but its own: altered, of another session, or none', async () => {
    const [id, other] = [await aSession(service, store), await aSession(service, store)]
    const cardPage = await cardPageOf(id)
    const foreign = (await cardPageOf(other)).replace(other, id)
    const altered = cardPage.slice(0, -4) + (cardPage.endsWith('AAAA') ? 'BBBB' : 'AAAA')
    for (const address of [foreign, altered, cardPage.split('?')[0] ?? '']) {
      expect(see(await call('GET', address)).startsWith(pageOf(id))).toBe(true)
      expect(see(await send(address, CARD)).startsWith(pageOf(id))).toBe(true)
    }
    expect((await readSession(service, store, id)).body).toMatchObject({ status: 'open' })
  })

  test('without script the form says what is wrong, keeps the rest as text, and no card digits', async () => {
    const id = await aSession(service, store)
    const hostile = { ...DETAILS, name: '"><script>alert(1)</script>\0', phone: '12' }
    const { status, text } = await send(pageOf(id), hostile)
    expect(status).toBe(422)
    expect(text).toContain('Enter a phone number with 7 to 15 digits')
    expect(text).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"')
    expect(text).not.toContain('><script>alert(1)')
    const cardPage = await cardPageOf(id)
    const refused = await send(cardPage, { ...CARD, number: '4111 1111 1111 1111' })
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('Use a test card')
    expect(refused.text).not.toMatch(/4111 ?1111|1111 ?1111/)
    expect(service.log()).not.toMatch(/Ana Example|600 000 000|4111 ?1111/)
  })

  test.each([
    ['name', 'Enter your full name'],
    ['place', 'Enter your delivery address'],
    ['email', 'Enter an email address like name@example.com'],
  ])('without script the form refuses invisible characters alone: %s', async (field, said) => {
    const id = await aSession(service, store)
    const { status, text } = await send(pageOf(id), { ...DETAILS, [field]: '\u200b' })
    expect([status, text.includes(said)]).toEqual([422, true])
  })

  test('without script a form that is none, too large, or of no session gets a page', async () => {
    const id = await aSession(service, store)
    const empty = await call<string>('POST', pageOf(id), { text: '{}' })
    expect([empty.status, empty.headers.get('content-type')]).toEqual([
      422,
      'text/html; charset=utf-8',
    ])
    const large = await send(pageOf(id), { ...DETAILS, place: 'x'.repeat(20_000) })
    expect([large.status, large.headers.get('content-type')]).toEqual([
      413,
      'text/html; charset=utf-8',
    ])
    const unknown = await send(pageOf(`cs_${'0'.repeat(32)}`), DETAILS)
    expect([unknown.status, unknown.text.includes('Page not found')]).toEqual([404, true])
  })

  test('without script both pages say when less than five minutes are left, and what to do', async () => {
    const id = await aSession(service, store)
    const pages = [pageOf(id), await cardPageOf(id)]
    const said = () =>
      Promise.all(
        pages.map(async (page) => {
          const { text } = await call<string>('GET', page)
          return /Less than 5 minutes left\..*?you will not be charged/s.test(text)
        }),
      )
    expect(await said()).toEqual([false, false])
    await sql.rows(
      `update checkout_sessions set expires_at = clock_timestamp() + interval '299 s' where id = $1`,
      [id],
    )
    expect(await said()).toEqual([true, true])
  })

  test('without script the card page of a session that is over leads back and charges nobody', async () => {
    const id = await aSession(service, store)
    const cardPage = await cardPageOf(id)
    await service.platform('POST', '/test-provider/expire-session', { sessionId: id })
    expect(see(await send(cardPage, CARD)).startsWith(pageOf(id))).toBe(true)
    expect(see(await send(pageOf(id), DETAILS))).toBe(pageOf(id))
    expect((await readSession(service, store, id)).body).toMatchObject({
      status: 'expired',
      order: null,
    })
  })
})

describe('decision 73: a buyer without JavaScript starts again', () => {
  const expire = (sessionId: string) =>
    service.platform('POST', '/test-provider/expire-session', { sessionId })

  async function aStoreThatRestarts() {
    const own = await aStore(service)
    await sql.rows('update stores set restarts = true where id = $1', [own.id])
    await aProduct(service, own)
    return own
  }

  test('without script the expired page has a form to start again, and what was typed comes along', async () => {
    const own = await aStoreThatRestarts()
    const id = await aSession(service, own)
    const draft = new URL(await cardPageOf(id)).searchParams.get('draft') ?? ''
    await expire(id)
    const page = `${pageOf(id)}?${new URLSearchParams({ draft, lang: 'de' }).toString()}`
    const { text } = await call<string>('GET', page)
    expect(text).toContain('Neu beginnen')
    const next = new URL(see(await send(page, { again: '1' })))
    expect(next.href.startsWith(`${service.checkoutUrl}/cs_`)).toBe(true)
    expect(next.pathname).not.toContain(id)
    expect(next.searchParams.get('lang')).toBe('de')
    expect((await call<string>('GET', next.href)).text).toContain('28013 Madrid')
    const again = new URL(see(await send(page, { again: '1' })))
    expect(again.pathname).toBe(next.pathname)
  })

  test('without script whoever starts again agrees anew: the terms may be others', async () => {
    const own = await aStoreThatRestarts()
    const id = await aSession(service, own)
    const agreed = { ...DETAILS, agreed: 'yes' }
    const draft = new URL(await cardPageOf(id, agreed)).searchParams.get('draft') ?? ''
    await service.platform('PATCH', `/stores/${own.id}`, { seller: { ...SELLER, mustAgree: true } })
    await expire(id)
    const page = `${pageOf(id)}?${new URLSearchParams({ draft }).toString()}`
    const { text } = await call<string>('GET', see(await send(page, { again: '1' })))
    expect(text).toContain('28013 Madrid')
    expect(text).toMatch(/ id="agreed" name/)
  })

  test.each([
    ['sold out', { variants: [{ stock: 0 }] }, 'Sold out'],
    ['too few', { variants: [{ stock: 1 }] }, 'Only 1 left'],
    ['archived', { archived: true }, 'This payment link has expired'],
  ])(
    'without script whoever starts again is told when the product is %s',
    async (_, product, title) => {
      const own = await aStoreThatRestarts()
      const id = await aSession(service, own, { items: [{ product: 'mug', quantity: 2 }] })
      await expire(id)
      await aProduct(service, own, product)
      const { status, text } = await send(pageOf(id), { again: '1' })
      expect(status).toBe(409)
      expect(text).toContain(title)
      expect(text).not.toContain('name="again"')
    },
  )

  test('without script no other page offers to start again: it leads to the store', async () => {
    const id = await aSession(service, store, { cancelUrl: 'https://shop.example/basket' })
    await expire(id)
    const { text } = await call<string>('GET', pageOf(id))
    expect(text).toContain('https://shop.example/basket')
    expect(text).not.toContain('name="again"')
    const answer = await send(pageOf(id), { again: '1' })
    expect(answer.status).toBe(409)
    expect(await sql.rows('select from checkout_sessions where restarted_from = $1', [id])).toEqual(
      [],
    )
  })
})
