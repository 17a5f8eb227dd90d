import { describe, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { aCheckoutView, field, openCheckout, style } from '../test/a-checkout.ts'

/** A parent that is only as wide as its children ask for. */
const SHRINKING = {
  'a flex row': 'display: flex; justify-content: center',
  'a flex column that centres': 'display: flex; flex-direction: column; align-items: center',
  'a grid that centres': 'display: grid; justify-items: center',
  'a float': 'float: inline-start',
  'an inline block': 'display: inline-block',
}

/** The width of the form. */
const ASKED_FOR = 560

async function openIn(width: number, css: string, attributes: Record<string, string> = {}) {
  const { innerWidth, innerHeight } = window
  await page.viewport(width, 900)
  onTestFinished(() => page.viewport(innerWidth, innerHeight))
  style(`body { margin: 16px; } ${css}`)
  return openCheckout({ attributes })
}

const widthOf = (element: Element) => Math.round(element.getBoundingClientRect().width)

const columnsOf = (element: Element) =>
  getComputedStyle(element.shadowRoot!.querySelector('.grid')!).gridTemplateColumns.split(' ')

describe.each([1280, 390])('checkout page §7 <hosted-checkout>, in a page of %i px', (width) => {
  const room = width - 32

  test.each(Object.entries(SHRINKING))(
    'the element is as wide as a form in %s',
    { tags: ['long'] },
    async (_name, css) => {
      const { element } = await openIn(width, `body { ${css} }`)
      expect(widthOf(element)).toBe(Math.min(ASKED_FOR, room))
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    },
  )

  test('the element is as wide as a block that it stands in', async () => {
    const { element } = await openIn(width, '')
    expect(widthOf(element)).toBe(room)
  })
})

describe(
  'checkout page §7 <hosted-checkout>, in a narrow place of a wide page',
  { tags: ['long'] },
  () => {
    test.each(Object.entries(SHRINKING))(
      'the element does not run out of what %s stands in',
      async (_name, css) => {
        const { element } = await openIn(1280, `html { inline-size: 332px; } body { ${css} }`)
        expect(widthOf(element)).toBe(300)
        expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(1280)
      },
    )
  },
)

describe(
  'checkout page §7 <hosted-checkout>, --hc-max-width in a page of 1200 px',
  { tags: ['long'] },
  () => {
    test.each([
      ['480px', 480],
      ['640px', 560],
    ])('--hc-max-width of %s: one column, with a form of %i px', async (most, form) => {
      await openIn(1200, `hosted-checkout { --hc-max-width: ${most}; }`)
      expect(widthOf(field('Full name'))).toBe(form)
    })

    test('--hc-max-width of 900px: the summary beside the form', async () => {
      const { element } = await openIn(1200, 'hosted-checkout { --hc-max-width: 900px; }')
      expect(columnsOf(element)).toEqual(['472px', '380px'])
    })
  },
)

describe('checkout page §7 <hosted-checkout>, layout="split"', { tags: ['long'] }, () => {
  test.each([320, 420, 620])('layout="split" is one column in a page of %i px', async (width) => {
    await openIn(width, '', { layout: 'split' })
    expect(widthOf(field('Full name'))).toBe(Math.min(560, width - 32))
  })

  test.each([680, 800, 1200])(
    'layout="split" has two columns in a page of %i px, and room for the form',
    async (width) => {
      const { element } = await openIn(width, '', { layout: 'split' })
      expect(columnsOf(element)).toHaveLength(2)
      expect(widthOf(field('Full name'))).toBeGreaterThanOrEqual(300)
    },
  )
})

/** Where the letters of an element begin, at the side where its lines begin. */
function startOf(element: Element) {
  const letters = document.createRange()
  letters.selectNodeContents(element)
  const { left, right } = letters.getBoundingClientRect()
  return getComputedStyle(element).direction === 'rtl' ? Math.round(right) : Math.round(left)
}

const SELLER = {
  legalName: 'Nordic Atelier AB',
  address: 'Storgatan 12',
  termsUrl: 'https://shop.example/terms',
  privacyUrl: 'https://shop.example/privacy',
}

describe('checkout page §7 <hosted-checkout>, beside the text of the merchant’s page', () => {
  test.each([
    [1200, 'ltr'],
    [390, 'ltr'],
    [700, 'rtl'],
  ])('in a page of %i px, %s, all text begins where the merchant’s does', async (width, dir) => {
    const paragraph = document.createElement('p')
    paragraph.textContent = 'Pay here.'
    document.body.prepend(paragraph)
    document.documentElement.dir = dir
    onTestFinished(() => {
      paragraph.remove()
      document.documentElement.removeAttribute('dir')
    })
    const { innerWidth, innerHeight } = window
    await page.viewport(width, 900)
    onTestFinished(() => page.viewport(innerWidth, innerHeight))
    const view = aCheckoutView()
    const { element, server } = await openCheckout({
      view: { ...view, store: { ...view.store, seller: SELLER } },
    })
    const root = element.shadowRoot!
    const starts = (selector: string) => [...root.querySelectorAll(selector)].map(startOf)
    const edge = startOf(paragraph)
    const lines = starts('section > h2, label[for], legend, .hint:not(#valid), .seller p')
    expect(lines.length).toBeGreaterThan(8)
    expect(new Set(lines)).toEqual(new Set([edge]))
    server.become({ status: 'expired' })
    await expect.poll(() => starts('h1, h1 + p, .seller p')).toEqual([edge, edge, edge])
  })

  test('an element that touches the edges of the page does not make it scroll', async () => {
    await openIn(390, 'body { margin: 0 !important; }')
    expect(document.documentElement.scrollWidth).toBe(390)
    expect(document.body.scrollWidth).toBe(390)
  })
})
