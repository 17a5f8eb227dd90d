import { within } from '@testing-library/dom'
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { INIT, loadFrame, meet, openFrame } from '../test/a-payment-frame.ts'

const NUMBER = 'Card number'
const EXPIRY = 'Expiry (MM/YY)'
const CODE = 'Security code'

const HINT = { back: '3 digits on the back', front: '4 digits on the front' }

const BRANDS = 'Visa, Mastercard, American Express'

/** The brands whose marks have not faded. */
const standingOut = (body: HTMLElement) =>
  [...body.querySelectorAll('g')]
    .filter((mark) => getComputedStyle(mark).opacity === '1')
    .map(({ id }) => id)

type Frame = Awaited<ReturnType<typeof openFrame>>

function fillCard({ fill }: Frame, number = '4242 4242 4242 4242') {
  fill(NUMBER, number)
  fill(EXPIRY, '12/40')
  fill(CODE, number.startsWith('3') ? '1234' : '123')
}

describe('checkout page §2 the card fields', () => {
  test.each([
    [NUMBER, { name: 'cardnumber', autocomplete: 'cc-number', enterkeyhint: 'next' }],
    [EXPIRY, { name: 'exp', autocomplete: 'cc-exp', enterkeyhint: 'next' }],
    [CODE, { name: 'cvc', autocomplete: 'cc-csc', enterkeyhint: 'done', type: null }],
  ])('"%s" is a field that browsers know how to fill in', async (label, attributes) => {
    const { field } = await openFrame()
    for (const [name, value] of Object.entries({ inputmode: 'numeric', ...attributes }))
      expect(field(label).getAttribute(name), name).toBe(value)
    expect(field(label)).toBeRequired()
    expect(field(label)).toHaveAccessibleName(label)
  })
})

describe('checkout page §2 the card number', () => {
  test.each([
    ['4242424242424242', '4242 4242 4242 4242', 'VISA'],
    ['378282246310005', '3782 822463 10005', 'AMEX'],
    ['5555-5555-5555-4444', '5555 5555 5555 4444', 'MC'],
  ])(
    'the card number %s is grouped as on the card while it is typed',
    async (typed, written, brand) => {
      const { type, field, body } = await openFrame()
      await type(NUMBER, typed)
      expect(field(NUMBER)).toHaveValue(written)
      expect(standingOut(body)).toEqual([brand])
    },
  )

  test('the card number shows all marks before anything is typed, and one sentence names them', async () => {
    const { body, field } = await openFrame()
    expect(standingOut(body)).toEqual(['VISA', 'MC', 'AMEX'])
    expect(within(body).getByRole('img', { name: BRANDS })).toBeVisible()
    expect(field(NUMBER)).toHaveAccessibleDescription(expect.stringContaining(BRANDS))
  })

  test('the marks have the colours by which people find a brand, in a dark page, too', async () => {
    const { body, say } = await openFrame()
    const colours = () =>
      ['#VISA text', '#MC circle', '#AMEX rect'].map(
        (shape) => getComputedStyle(body.querySelector(shape)!).fill,
      )
    const own = ['rgb(20, 52, 203)', 'rgb(235, 0, 27)', 'rgb(1, 111, 208)']
    expect(colours()).toEqual(own)
    say({ ...INIT, t: 'theme', scheme: 'dark' })
    await expect.poll(() => body.ownerDocument.documentElement.style.colorScheme).toBe('dark')
    expect(colours()).toEqual(own)
  })

  test(
    'the card number shows all marks again when no brand is recognised, or nothing is there',
    { tags: ['long'] },
    async () => {
      const { type, fill, body } = await openFrame()
      await type(NUMBER, '4')
      expect(standingOut(body)).toEqual(['VISA'])
      fill(NUMBER, '')
      expect(standingOut(body)).toHaveLength(3)
      await type(NUMBER, '6011')
      expect(standingOut(body)).toHaveLength(3)
    },
  )

  test(
    'the card number has the marks in its field, or over it where the digits need the room',
    { tags: ['long'] },
    async () => {
      const { iframe, body, say } = await openFrame()
      for (const dir of ['ltr', 'rtl'] as const) {
        for (const [size, width, where] of [
          ['16px', 366, 'in'],
          ['16px', 288, 'over'],
          ['32px', 366, 'over'],
        ] as const) {
          iframe.style.inlineSize = `${width}px`
          say({ ...INIT, t: 'theme', dir, tokens: { size, leading: '1.5' } })
          await expect.poll(() => body.ownerDocument.dir).toBe(dir)
          await expect.poll(() => getComputedStyle(body).fontSize).toBe(size)
          expect(body.ownerDocument.documentElement.scrollWidth).toBeLessThanOrEqual(width)
          const [marks, input] = ['svg', 'input'].map((selector) =>
            body.querySelector(selector)!.getBoundingClientRect(),
          )
          const isIn = marks!.top >= input!.top && marks!.bottom <= input!.bottom
          expect(isIn ? 'in' : 'over').toBe(where)
          if (!isIn) expect(marks!.bottom).toBeLessThanOrEqual(input!.top)
          expect(marks!.left).toBeGreaterThanOrEqual(input!.left)
          expect(marks!.right).toBeLessThanOrEqual(input!.right)
        }
      }
    },
  )

  test('a press on a label is not lost when the number that is left is wrong', async () => {
    const { type, press, focused, field } = await openFrame()
    await type(NUMBER, '4242424242424241')
    await press(EXPIRY)
    expect(focused()).toBe(field(EXPIRY))
    expect(field(NUMBER)).toHaveAttribute('aria-invalid', 'true')
  })

  test('a card number is grouped when it is pasted, with spaces, dashes or other scripts’ digits', async () => {
    const { fill, field } = await openFrame()
    fill(NUMBER, ' 4242-4242 ٤٢٤٢４２４２ ')
    expect(field(NUMBER)).toHaveValue('4242 4242 4242 4242')
  })

  test('the card number keeps the caret where the buyer corrects', async () => {
    const { type, fill, field } = await openFrame()
    fill(NUMBER, '4242 242 4242 4242')
    await type(NUMBER, '{Home}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}4')
    expect(field(NUMBER)).toHaveValue('4242 4242 4242 4242')
    expect(field(NUMBER).selectionStart).toBe(6)
  })

  test('the card number is judged when it is left', async () => {
    const { type, field } = await openFrame()
    await type(NUMBER, '4242424242424241')
    expect(field(NUMBER)).not.toHaveAttribute('aria-invalid')
    await userEvent.tab()
    await expect.poll(() => field(NUMBER)).toHaveAttribute('aria-invalid', 'true')
    expect(field(NUMBER)).toHaveAccessibleDescription(
      expect.stringContaining('Enter a valid card number'),
    )
  })

  test('the card number has a mark when it is right, and loses it when it is changed', async () => {
    const { type, body } = await openFrame()
    const mark = () => within(body).queryByText('✓')
    await type(NUMBER, '4242424242424242')
    expect(mark()).not.toBeVisible()
    await userEvent.tab()
    await expect.poll(mark).toBeVisible()
    await type(NUMBER, '{End}{Backspace}')
    expect(mark()).not.toBeVisible()
  })

  test('a card number that was wrong is judged at every key, and its error goes at once', async () => {
    const { type, field } = await openFrame()
    await type(NUMBER, '4242424242424241')
    await userEvent.tab()
    await expect.poll(() => field(NUMBER)).toHaveAttribute('aria-invalid', 'true')
    await type(NUMBER, '{End}{Backspace}2')
    expect(field(NUMBER)).not.toHaveAttribute('aria-invalid')
    expect(field(NUMBER)).not.toHaveAccessibleDescription(expect.stringContaining('digit'))
  })
})

describe('checkout page §2 the expiry', () => {
  test.each([
    ['327', '03/27'],
    ['1240', '12/40'],
    ['12/40', '12/40'],
    ['1', '1'],
  ])('the expiry %s typed shows %s', async (typed, shown) => {
    const { type, field } = await openFrame()
    await type(EXPIRY, typed)
    expect(field(EXPIRY)).toHaveValue(shown)
  })

  test.each(['3/2040', '0340', '3 / 40', '٠٣/٤٠'])(
    'the expiry %s is written as on the card when it is left',
    { tags: ['long'] },
    async (text) => {
      const { fill, field } = await openFrame()
      fill(EXPIRY, text)
      await userEvent.tab()
      await expect.poll(() => field(EXPIRY).value).toBe('03/40')
      expect(field(EXPIRY)).not.toHaveAttribute('aria-invalid')
    },
  )

  test.each([
    ['13/40', 'Enter the expiry date'],
    ['01/20', 'This card has expired: use another one'],
  ])('the expiry %s is told in words: %s', async (text, words) => {
    const { fill, field } = await openFrame()
    fill(EXPIRY, text)
    await userEvent.tab()
    await expect
      .poll(() => field(EXPIRY))
      .toHaveAccessibleDescription(expect.stringContaining(words))
  })

  test('a slash of the expiry can be deleted', async () => {
    const { type, field } = await openFrame()
    await type(EXPIRY, '12{Backspace}')
    expect(field(EXPIRY)).toHaveValue('12')
  })
})

describe('checkout page §2 the security code', () => {
  test('the security code says on which side of the card it is, after the brand is known', async () => {
    const { fill, field } = await openFrame()
    expect(field(CODE)).toHaveAccessibleDescription(expect.stringContaining(HINT.back))
    fill(NUMBER, '3782')
    expect(field(CODE)).toHaveAccessibleDescription(expect.stringContaining(HINT.front))
    fill(NUMBER, '4242')
    expect(field(CODE)).toHaveAccessibleDescription(expect.stringContaining(HINT.back))
  })

  test.each([
    ['4242424242424242', '12', HINT.back],
    ['378282246310005', '123', HINT.front],
  ])('the security code of a card %s, %s, is too short', async (number, code, hint) => {
    const { fill, field } = await openFrame()
    fill(NUMBER, number)
    fill(CODE, code)
    await userEvent.tab()
    await expect
      .poll(() => field(CODE))
      .toHaveAccessibleDescription(`${hint} ! Enter the security code`)
  })
})

describe('checkout page §7 payment frame ↔ element: messages, the card', () => {
  test('validate names every field that is wrong, in the frame’s words', async () => {
    const { ask, field } = await openFrame()
    expect(await ask('validate')).toEqual({
      t: 'invalid',
      id: 1,
      errors: [
        { field: 'number', message: 'Enter the card number' },
        { field: 'exp', message: 'Enter the expiry date' },
        { field: 'cvc', message: 'Enter the security code' },
      ],
    })
    expect(field(CODE)).toHaveAttribute('aria-invalid', 'true')
  })

  test('what is wrong is said when a field is left, and not again when the page asks', async () => {
    const { ask, type, field } = await openFrame()
    const error = field(CODE).closest('.field')!.querySelector('.error')!
    await type(CODE, '12')
    await userEvent.tab()
    await expect.poll(() => error.ariaLive).toBe('polite')
    await ask('validate')
    expect(error.ariaLive).toBe('off')
    expect(error).toHaveTextContent('Enter the security code')
  })

  test('validate has nothing to say of a card that is right', async () => {
    const frame = await openFrame()
    fillCard(frame)
    expect(await frame.ask('validate')).toEqual({ t: 'invalid', id: 1, errors: [] })
  })

  test('tokenize gives a payment method, and of the card its brand and last four digits', async () => {
    const frame = await openFrame()
    fillCard(frame)
    expect(await frame.ask('tokenize')).toEqual({
      t: 'token',
      id: 1,
      paymentMethod: 'pm_test_component',
      card: { brand: 'VISA', last4: '4242' },
    })
  })

  test('tokenize of a card that is no test card names the field', async () => {
    const frame = await openFrame()
    fillCard(frame, '5555 5555 5555 4444')
    expect(await frame.ask('tokenize')).toEqual({
      t: 'invalid',
      id: 1,
      errors: [{ field: 'number', message: 'Use a test card' }],
    })
    expect(frame.field(NUMBER)).toHaveAccessibleDescription(
      expect.stringContaining('Use a test card'),
    )
  })

  test.each([
    ['378282246310005', 'rate_limited'],
    ['6011111111111117', 'internal'],
    ['4000000000000127', 'network'],
  ])('tokenize of %s that comes to nothing says why: %s', async (number, code) => {
    const frame = await openFrame()
    fillCard(frame, number)
    expect(await frame.ask('tokenize')).toEqual({ t: 'failed', id: 1, code })
  })

  test('clear takes the security code and the tick, nothing else', async () => {
    const frame = await openFrame()
    fillCard(frame)
    const mark = () => within(frame.body).queryByText('✓')
    await expect.poll(mark).toBeVisible()
    frame.say({ t: 'clear' })
    await expect.poll(() => frame.field(CODE).value).toBe('')
    expect(frame.field(NUMBER)).toHaveValue('4242 4242 4242 4242')
    expect(frame.field(EXPIRY)).toHaveValue('12/40')
    expect(mark()).not.toBeVisible()
  })

  test('a declined number is marked until it changes, and nothing is said of it', async () => {
    const frame = await openFrame()
    const { field, type, say, body } = frame
    fillCard(frame)
    say({ t: 'clear', declined: true })
    await expect.poll(() => field(NUMBER)).toHaveAttribute('aria-invalid', 'true')
    await type(NUMBER, '{Tab}')
    await expect.poll(frame.focused).toBe(field(EXPIRY))
    expect(field(NUMBER)).toHaveAttribute('aria-invalid', 'true')
    expect(within(body).queryByText('✓')).not.toBeVisible()
    await type(NUMBER, '{End}{Backspace}')
    expect(field(NUMBER)).not.toHaveAttribute('aria-invalid')
    expect(field(NUMBER)).not.toHaveAccessibleDescription(expect.stringContaining('Enter'))
  })

  test('a payment that is given up, or was made without a card, marks no number', async () => {
    const frame = await openFrame()
    frame.fill(CODE, '123')
    frame.say({ t: 'clear', declined: true })
    await expect.poll(() => frame.field(CODE).value).toBe('')
    expect(frame.field(NUMBER)).not.toHaveAttribute('aria-invalid')
    fillCard(frame)
    frame.say({ t: 'clear', declined: false })
    await expect.poll(() => frame.field(CODE).value).toBe('')
    expect(frame.field(NUMBER)).not.toHaveAttribute('aria-invalid')
  })

  test.each([
    ['number', NUMBER],
    ['exp', EXPIRY],
    ['cvc', CODE],
  ] as const)('focus goes to the field: %s', async (name, label) => {
    const { say, field, focused } = await openFrame()
    say({ t: 'focus', field: name })
    await expect.poll(focused).toBe(field(label))
  })

  test('Enter in a field is told, once', async () => {
    const { type, sent } = await openFrame()
    await type(CODE, '123{Enter}')
    await expect.poll(() => sent('submit')).toEqual([{ t: 'submit' }])
  })

  test('nothing typed is told by itself', async () => {
    const frame = await openFrame()
    fillCard(frame)
    await frame.ask('validate')
    expect(JSON.stringify([frame.sent('height'), frame.sent('submit')])).not.toContain('4242')
  })
})

describe('the number that the page names fills the card in', () => {
  test('our own page asks for it, and what was said to be wrong is over', async () => {
    const { say, ask, field, body } = await openFrame()
    await ask('validate')
    say({ t: 'fill' })
    await expect.poll(() => field(NUMBER).value).toBe('4242 4242 4242 4242')
    for (const label of [NUMBER, EXPIRY, CODE])
      expect(field(label)).not.toHaveAttribute('aria-invalid', 'true')
    expect(standingOut(body)).toEqual(['VISA'])
    expect(await ask('tokenize')).toMatchObject({ t: 'token', card: { last4: '4242' } })
  })

  test('a merchant’s page cannot: it is not answered where another page may frame the fields', async () => {
    const { inside, iframe } = await loadFrame(`${location.origin} ${location.origin}`)
    const { say, heard } = meet(inside)
    say({ t: 'fill' })
    say({ t: 'validate', id: 1 })
    await expect.poll(() => heard.some(({ t }) => t === 'invalid')).toBe(true)
    expect(within(iframe.contentDocument!.body).getByLabelText(NUMBER)).toHaveValue('')
  })
})
