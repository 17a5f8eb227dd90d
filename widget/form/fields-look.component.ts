import { describe, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  aCheckoutView,
  cardFrame,
  describeBoth,
  field,
  mountCheckout,
  openCheckout,
  style,
} from '../test/a-checkout.ts'
import { serveCheckout } from '../test/a-checkout-server.ts'

const styleOf = (element: Element, name: string, part?: string) =>
  getComputedStyle(element, part).getPropertyValue(name)

/** Opens the card fields of the test provider. */
async function openCardFields() {
  const frameUrl = `${location.origin}/payment-frame`
  const view = aCheckoutView({ payment: { provider: 'test', frameUrl } })
  serveCheckout(view)
  mountCheckout(view)
  const iframe = await cardFrame()
  await expect.poll(() => iframe.dataset['ready']).toBe('')
  const inside = iframe.contentDocument!
  return { inside, at: (id: string) => inside.getElementById(id)! }
}

const topOf = (element: Element) => element.getBoundingClientRect().top

describe('checkout page §2: the card fields', () => {
  test('expiry and code stand in line when the label of one wraps, whatever is below', async () => {
    const { inside, at } = await openCardFields()
    inside.querySelector('[for=cvc]')!.textContent = 'Código de seguridad '.repeat(6)
    at('exp-error').textContent = 'Introduce la fecha de caducidad '.repeat(6)
    expect(topOf(at('cvc'))).toBe(topOf(at('exp')))
    expect(topOf(at('number'))).toBeLessThan(topOf(at('exp')))
  })

  test('from right to left the card fields begin at one line, and the tick has its room', async () => {
    const { inside, at } = await openCardFields()
    inside.documentElement.dir = 'rtl'
    for (const id of ['number', 'exp', 'cvc']) {
      expect(styleOf(at(id), 'padding-right')).toBe('14px')
      expect(parseFloat(styleOf(at(id), 'padding-left'))).toBeGreaterThanOrEqual(40)
      expect(styleOf(at(id), 'text-align')).toBe('right')
    }
  })

  test('a second line of what is wrong begins below the first, not below its mark', async () => {
    const { inside, at } = await openCardFields()
    at('exp-error').textContent = 'Introduce la fecha de caducidad '.repeat(6)
    const text = inside.createRange()
    text.selectNodeContents(at('exp-error'))
    const lines = [...text.getClientRects()].map(({ left }) => Math.round(left))
    expect(lines.length).toBeGreaterThan(1)
    expect(new Set(lines).size).toBe(1)
    expect(lines[0]).toBe(Math.round(at('exp').getBoundingClientRect().left) + 22)
  })
})

describe('checkout page §2: the terms to agree to', () => {
  test('the terms have a box in the store’s own colours, with a tick', async () => {
    style('hosted-checkout { --hc-accent: rgb(120, 0, 60); --hc-bg: rgb(250, 245, 235); }')
    const { store, ...view } = aCheckoutView()
    const seller = {
      legalName: 'Loom & Co, S.L.',
      address: 'Calle Luna 4',
      termsUrl: 'https://loom.example/terms',
      privacyUrl: 'https://loom.example/privacy',
      mustAgree: true,
    }
    await openCheckout({ view: { ...view, store: { ...store, seller } } })
    const box = field(/^I agree/)
    expect(styleOf(box, 'appearance')).toBe('none')
    expect(styleOf(box, 'border-radius')).toBe('5px')
    expect(styleOf(box, 'background-color')).toBe('rgb(250, 245, 235)')
    expect(styleOf(box, 'content', '::before')).toBe('none')
    await userEvent.click(box)
    expect(styleOf(box, 'background-color')).toBe('rgb(120, 0, 60)')
    expect(styleOf(box, 'color')).toBe('rgb(255, 255, 255)')
    expect(styleOf(box, 'content', '::before')).toContain('✓')
  })
})

const SIZED = aCheckoutView({
  item: { ...aCheckoutView().item, size: 'Medium long', color: 'Dark red' },
})

const LONG_NAME = 'Linen overshirt of the second edition, with six buttons and one pocket'
const LONG_VIEW = aCheckoutView({
  item: { ...aCheckoutView().item, name: LONG_NAME, size: 'Medium long', color: 'Dark red' },
})

describe('checkout page §8: the type of the form', () => {
  test('labels, section titles and amounts differ in weight and size', async () => {
    const { element } = await openCheckout()
    const root = element.shadowRoot!
    const typeOf = (selector: string) => {
      const part = root.querySelector(selector)!
      return ['font-weight', 'font-size', 'line-height']
        .map((name) => styleOf(part, name))
        .join(' ')
    }
    expect(typeOf('label')).toBe('500 15px 22.05px')
    expect(typeOf('section > h2')).toBe('650 20px 28px')
    expect(typeOf('.total')).toBe('650 18px 27px')
    expect(typeOf('.item .money')).toBe('400 16px 24px')
  })

  test('no line of the variant ends with its dot', async () => {
    const { element } = await openCheckout({ view: SIZED })
    const variant = element.shadowRoot!.querySelector<HTMLElement>('.what .muted bdi')!
    const letters = [...variant.childNodes].find((node) => node instanceof Text)!
    const topAt = (index: number) => {
      const letter = document.createRange()
      letter.setStart(letters, index)
      letter.setEnd(letters, index + 1)
      return letter.getBoundingClientRect().top
    }
    const text = letters.data
    expect(text.replaceAll('\u00a0', ' ')).toBe('Medium long · Dark red · Qty 2')
    variant.style.display = 'block'
    for (let width = 60; width < 260; width += 4) {
      variant.style.inlineSize = `${width}px`
      for (const { index } of text.matchAll(/·/g)) expect(topAt(index)).toBe(topAt(index + 2))
    }
  })
})

describeBoth('checkout page §8: a long summary', (surface) => {
  const openAt = async (width: number, view: typeof LONG_VIEW) => {
    const { innerWidth, innerHeight } = window
    await page.viewport(width, 844)
    onTestFinished(() => page.viewport(innerWidth, innerHeight))
    const { element } = await openCheckout({ surface, view })
    return element.shadowRoot ?? element
  }
  const isSeen = (root: ParentNode, selector: string) =>
    root.querySelector(selector)?.checkVisibility({ contentVisibilityAuto: true }) ?? false

  test('a long summary is a line on a phone, which the keyboard opens and closes', async () => {
    const root = await openAt(390, LONG_VIEW)
    const fold = root.querySelector('summary')!
    expect([isSeen(root, 'summary'), isSeen(root, '.what')]).toEqual([true, false])
    expect(isSeen(root, '.total')).toBe(true)
    expect(field('Full name').getBoundingClientRect().bottom).toBeLessThan(844)
    fold.focus()
    await userEvent.keyboard('{Enter}')
    expect(isSeen(root, '.what')).toBe(true)
    await userEvent.keyboard(' ')
    expect(isSeen(root, '.what')).toBe(false)
  })

  test.each([
    ['a long summary is whole where there is room', 700, LONG_VIEW],
    ['a short summary is whole on a phone', 390, SIZED],
  ])('%s', async (_, width, view) => {
    const root = await openAt(width, view)
    expect([isSeen(root, 'summary'), isSeen(root, '.what')]).toEqual([false, true])
  })
})
