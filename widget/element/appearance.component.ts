import { screen, within } from 'shadow-dom-testing-library'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  aCheckoutView,
  button,
  cardFrame,
  field,
  link,
  mountCheckout,
  openCheckout,
  payButton,
  style,
  fill,
} from '../test/a-checkout.ts'
import { refused, serveCheckout } from '../test/a-checkout-server.ts'

const styleOf = (element: Element, name: string) => getComputedStyle(element).getPropertyValue(name)

const LIGHT_TEXT = 'rgb(236, 239, 245)'

describe('checkout page §7 <hosted-checkout>, custom properties', () => {
  test('custom properties take tokens of the page’s own, whatever their names', async () => {
    style(`
      :root { --bg: rgb(250, 245, 235); --text: rgb(40, 20, 10); --accent: rgb(120, 0, 60);
        --radius: 3px; --size: 18px; }
      body { background: rgb(255, 250, 240); }
      hosted-checkout { --hc-bg: var(--bg); --hc-text: var(--text); --hc-accent: var(--accent);
        --hc-radius: var(--radius); --hc-font-size: var(--size); }`)
    const { frame } = await openCheckout()
    expect(styleOf(payButton()!, 'background-color')).toBe('rgb(120, 0, 60)')
    expect(styleOf(payButton()!, 'border-top-left-radius')).toBe('3px')
    expect(styleOf(field('Full name'), 'background-color')).toBe('rgb(250, 245, 235)')
    expect(styleOf(field('Full name'), 'color')).toBe('rgb(40, 20, 10)')
    expect(styleOf(field('Full name'), 'font-size')).toBe('18px')
    expect(frame.init.tokens).toMatchObject({
      bg: 'rgb(250, 245, 235)',
      text: 'rgb(40, 20, 10)',
      radius: '3px',
      page: 'rgb(255, 250, 240)',
    })
  })

  test('the text has the font of the page, in the card fields too, unless the page says another', async () => {
    style('body { font: italic 700 30px/3 Georgia, serif; }')
    const { element, frame } = await openCheckout()
    const fontOf = (name: string) => styleOf(field('Full name'), name)
    expect(fontOf('font-family')).toBe('Georgia, serif')
    expect(['font-style', 'font-weight', 'font-size'].map(fontOf)).toEqual([
      'normal',
      '400',
      '16px',
    ])
    expect(frame.init.tokens['font']).toBe('Georgia, serif')
    element.style.setProperty('--hc-font', 'Verdana')
    expect(fontOf('font-family')).toBe('Verdana')
  })

  test('the page’s own sheets reach no field of the element', async () => {
    style('input { color: rgb(1, 2, 3); } button { background: rgb(1, 2, 3) !important; }')
    await openCheckout()
    expect(styleOf(field('Full name'), 'color')).toBe('rgb(20, 23, 31)')
    expect(styleOf(payButton()!, 'background-color')).toBe('rgb(31, 79, 216)')
  })
})

describe('checkout page §7 <hosted-checkout>, parts', () => {
  test('the page can style parts, each by its name', async () => {
    style('hosted-checkout::part(button) { text-transform: uppercase }')
    await openCheckout()
    expect(styleOf(payButton()!, 'text-transform')).toBe('uppercase')
  })
})

describe('checkout page §7 <hosted-checkout>, theme', () => {
  test('the theme is dark in a light page when it says so, in the card fields too', async () => {
    const { element, frame } = await openCheckout({ attributes: { theme: 'dark' } })
    expect(styleOf(element, 'background-color')).toBe('rgb(15, 18, 24)')
    expect(styleOf(field('Full name'), 'color')).toBe(LIGHT_TEXT)
    expect(frame.init.scheme).toBe('dark')
  })

  test('the theme is light in a dark page when it says so', async () => {
    style(':root { color-scheme: dark; }')
    const { element, frame } = await openCheckout({ attributes: { theme: 'light' } })
    expect(styleOf(element, 'background-color')).toBe('rgb(255, 255, 255)')
    expect(frame.init.scheme).toBe('light')
  })

  test('the theme follows the color-scheme of the page around it', async () => {
    style(':root { color-scheme: dark; }')
    const { frame } = await openCheckout()
    expect(styleOf(field('Full name'), 'color')).toBe(LIGHT_TEXT)
    expect(frame.init.scheme).toBe('dark')
  })

  test('the theme changes at once, in the card fields too, and what was typed stays', async () => {
    const { element, frame } = await openCheckout()
    fill(field('Full name'), 'Ana Example')
    element.theme = 'dark'
    await expect.poll(() => frame.heard('theme').at(-1)).toMatchObject({ scheme: 'dark' })
    expect(styleOf(field('Full name'), 'color')).toBe(LIGHT_TEXT)
    expect(field('Full name')).toHaveValue('Ana Example')
  })

  test('the theme dresses the fields of the payment frame', async () => {
    const view = aCheckoutView({
      payment: { provider: 'test', frameUrl: `${location.origin}/payment-frame` },
    })
    serveCheckout(view)
    mountCheckout(view, { attributes: { theme: 'dark' } })
    const iframe = await cardFrame()
    await expect.poll(() => iframe.dataset['ready']).toBe('')
    const number = within(iframe.contentDocument!.body).getByLabelText('Card number')
    expect(styleOf(number, 'color')).toBe(LIGHT_TEXT)
  })
})

describe('checkout page §7 <hosted-checkout>, language and direction', () => {
  test('the element runs from right to left with the page', async () => {
    const view = aCheckoutView()
    serveCheckout(view)
    mountCheckout(view, { attributes: { lang: 'ar', dir: 'rtl' } })
    await expect.poll(() => button(/^ادفع/)).toBeVisible()
    const label = screen.getByShadowText('الاسم الكامل')
    expect(styleOf(label, 'direction')).toBe('rtl')
    expect(Math.round(label.getBoundingClientRect().right)).toBe(
      Math.round(field('الاسم الكامل').getBoundingClientRect().right),
    )
  })

  test('the element speaks the language of what it stands in, and runs as that is written', async () => {
    const view = aCheckoutView()
    const around = document.createElement('section')
    serveCheckout(view)
    around.lang = 'he-IL'
    document.body.append(around)
    onTestFinished(() => around.remove())
    const { element } = mountCheckout(view)
    around.append(element)
    await expect.poll(() => button(/^תשלום/)).toBeVisible()
    expect(styleOf(screen.getByShadowText('שם מלא'), 'direction')).toBe('rtl')
  })

  test('the element keeps its first language when the page takes another, and says which', async () => {
    const { element } = await openCheckout()
    fill(field('Full name'), 'Ana Example')
    const root = element.shadowRoot!.querySelector('[lang]')!
    document.documentElement.lang = 'ar'
    await element.updateComplete
    expect(payButton()).toHaveTextContent('Pay $134.00')
    expect(root).toHaveAttribute('lang', 'en-US')
    element.remove()
    document.body.append(element)
    await expect.poll(() => button(/^ادفع/)).toBeVisible()
    expect(field('الاسم الكامل')).toHaveValue('Ana Example')
  })

  test.each([
    ['pt-PT', 'Morada de entrega'],
    ['pt-ao', 'Morada de entrega'],
    ['pt-BR', 'Endereço de entrega'],
    ['pt', 'Endereço de entrega'],
    ['nl-BE', 'Bezorgadres'],
  ])('the element in a page that says %s asks for the “%s”', async (lang, label) => {
    const view = aCheckoutView()
    serveCheckout(view)
    mountCheckout(view, { attributes: { lang } })
    await expect.poll(() => field(label)).toBeVisible()
  })

  test.each(['xx', 'en_US', '-', '<b>'])(
    'the element speaks as the browser does where the page says %j, of which there is none',
    async (lang) => {
      await openCheckout({ attributes: { lang } })
      expect(payButton()).toHaveTextContent('Pay US$134.00')
    },
  )

  describe('where neither the page nor the browser says one of ours', { tags: ['long'] }, () => {
    const browserSays = (language: string) => {
      const spy = vi.spyOn(navigator, 'language', 'get').mockReturnValue(language)
      onTestFinished(() => spy.mockRestore())
    }
    const inAStoreThatSpeaks = (language: string) => {
      const { store } = aCheckoutView()
      const view = aCheckoutView({ store: { ...store, language } })
      serveCheckout(view)
      return view
    }

    test('the element speaks as the store does where page and browser say none of ours', async () => {
      browserSays('sv-SE')
      mountCheckout(inAStoreThatSpeaks('de-AT'), { attributes: { lang: 'sv' } })
      await expect.poll(() => button(/bezahlen$/)).toBeVisible()
    })

    test('the element speaks English where page, browser and store say none of ours', async () => {
      browserSays('sv-SE')
      mountCheckout(inAStoreThatSpeaks('fi'), { attributes: { lang: 'sv' } })
      await expect.poll(() => button(/^Pay/)).toBeVisible()
    })

    describe.each(['zh-Hans', 'zh-Hans-CN', 'zh-SG'])('but %s', (language) => {
      test(`the element speaks Chinese in a store that says ${language}`, async () => {
        browserSays('sv-SE')
        mountCheckout(inAStoreThatSpeaks(language), { attributes: { lang: 'sv' } })
        await expect.poll(() => button(/^支付/)).toBeVisible()
      })

      test(`the element speaks Chinese in a page that says ${language}`, async () => {
        browserSays('sv-SE')
        mountCheckout(inAStoreThatSpeaks('en-GB'), { attributes: { lang: language } })
        await expect.poll(() => button(/^支付/)).toBeVisible()
      })
    })

    test('the element shows no simplified signs to those who read the traditional ones', async () => {
      browserSays('zh-TW')
      const view = inAStoreThatSpeaks('en-GB')
      mountCheckout(view, { attributes: { lang: 'zh-Hant' } })
      await expect.poll(() => button(/^Pay/)).toBeVisible()
      expect(new URL((await cardFrame()).src).searchParams.get('lang')).toBe('en-GB')
    })
  })

  test('the element starts no language that does not come, and says so', async () => {
    const view = aCheckoutView()
    const server = serveCheckout(view)
    server.next('kit', refused(404, 'not_found'))
    server.next('kit', refused(404, 'not_found'))
    const { emitted } = mountCheckout(view, {
      attributes: { lang: 'fr' },
      fallback: '<a href="/pay">Pay securely</a>',
    })
    await expect.poll(() => emitted('hc-error')).toHaveLength(1)
    expect(link('Pay securely')).toBeVisible()
  })

  test('the element tells the payment frame its direction', async () => {
    const { frame } = await openCheckout({ attributes: { dir: 'rtl' } })
    expect(frame.init.dir).toBe('rtl')
  })

  test('the element writes amounts and times as the page’s language does', async () => {
    await openCheckout({ attributes: { lang: 'en-GB' } })
    expect(payButton()).toHaveTextContent('Pay US$134.00')
    expect(screen.getByShadowText('Price held for you until 10:00')).toBeVisible()
  })

  test('another language starts over, with what was typed', async () => {
    const { element } = await openCheckout()
    fill(field('Full name'), 'Ana Example')
    element.lang = 'en-GB'
    await expect.poll(payButton).toHaveTextContent('Pay US$134.00')
    expect(field('Full name')).toHaveValue('Ana Example')
  })
})

describe('checkout page §7 <hosted-checkout>, layout', () => {
  const boxOf = (element: Element) => element.getBoundingClientRect()
  const summary = () => screen.getByShadowRole('complementary')

  test('the element fits a narrow column of a wide page', async () => {
    style('body { inline-size: 320px; }')
    const { element } = await openCheckout()
    expect(element.scrollWidth).toBeLessThanOrEqual(320)
    expect(boxOf(summary()).bottom).toBeLessThanOrEqual(boxOf(field('Full name')).top)
  })

  test('the element stands in two columns where there is room', async () => {
    style('body { inline-size: 960px; }')
    await openCheckout()
    expect(boxOf(field('Full name')).right).toBeLessThanOrEqual(boxOf(summary()).left)
  })
})
