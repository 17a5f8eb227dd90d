import { within } from '@testing-library/dom'
import { describe, expect, test } from 'vitest'
import { INIT, loadFrame, meet, openFrame } from '../test/a-payment-frame.ts'

const root = ({ contentDocument }: HTMLIFrameElement) => contentDocument!.documentElement

describe('checkout page §7 payment frame ↔ element: messages, the frame’s side', () => {
  test('the hello says nothing but that the frame is there', async () => {
    const { hellos } = await loadFrame()
    expect(hellos).toEqual([{ t: 'hc:hello', v: 1, nonce: INIT.nonce }])
  })

  test('the first init is answered on its own port', async () => {
    const { inside } = await loadFrame()
    const { heard } = meet(inside)
    await expect.poll(() => heard[0]).toEqual({ t: 'height', height: expect.any(Number) })
  })

  test.each([
    ['of another nonce', { ...INIT, nonce: 'other' }],
    ['of another version', { ...INIT, v: 2 as 1 }],
    ['that is none', { ...INIT, t: 'init' as 'hc:init' }],
  ])('an init %s is not answered', async (_, wrong) => {
    const { inside } = await loadFrame()
    const refused = meet(inside, wrong)
    const taken = meet(inside)
    await expect.poll(() => taken.heard).not.toEqual([])
    expect(refused.heard).toEqual([])
  })

  test('an init without a port is not answered', async () => {
    const { inside, iframe } = await loadFrame()
    inside.postMessage({ ...INIT, dir: 'rtl' }, location.origin)
    const taken = meet(inside)
    await expect.poll(() => taken.heard).not.toEqual([])
    expect(root(iframe).dir).toBe('ltr')
  })

  test('an init after the first one is not answered', async () => {
    const { inside } = await loadFrame()
    const first = meet(inside)
    const second = meet(inside)
    first.say({ t: 'validate', id: 1 })
    second.say({ t: 'validate', id: 2 })
    await expect.poll(() => first.heard.some(({ t }) => t === 'invalid')).toBe(true)
    expect(second.heard).toEqual([])
  })

  test('a page that the server did not list is not answered', async () => {
    const { inside, iframe } = await loadFrame('https://shop.example')
    const { heard } = meet(inside, { ...INIT, dir: 'rtl' })
    // Messages arrive in order, so the init has arrived when this one does.
    await new Promise((resolve) => {
      inside.addEventListener('message', ({ data }) => data === 'seen' && resolve(data))
      inside.postMessage('seen', location.origin)
    })
    expect(heard).toEqual([])
    expect(root(iframe).dir).toBe('')
  })

  test('the frame looks like the page: direction, scheme and tokens', async () => {
    const { inside, iframe } = await loadFrame()
    const { heard, say } = meet(inside)
    await expect.poll(() => heard).not.toEqual([])
    expect(root(iframe)).toMatchObject({ dir: 'ltr' })
    say({ ...INIT, t: 'theme', lang: 'ar', dir: 'rtl', scheme: 'dark' })
    await expect.poll(() => root(iframe).dir).toBe('rtl')
    // The server has chosen the texts, so their language stays.
    expect(root(iframe).lang).toBe('en')
    expect(root(iframe).style.colorScheme).toBe('dark')
    const number = within(root(iframe)).getByLabelText('Card number')
    expect(getComputedStyle(number).textAlign).toBe('right')
    expect(root(iframe).style.getPropertyValue('--_hc-text')).toBe('rgb(1, 2, 3)')
  })

  test.each([
    'url(https://elsewhere.example/x.png)',
    'var(--none, url(//elsewhere.example/x.png))',
    'image-set("//elsewhere.example/x.png" 1x)',
    'u\\72l(//elsewhere.example/x.png)',
    'red; background: url(x)',
    'x'.repeat(513),
    '{}',
  ])('a token that could load or compute anything is not taken: %s', async (value) => {
    const { inside, iframe } = await loadFrame()
    const { heard } = meet(inside, { ...INIT, tokens: { text: value, bg: 'rgb(4, 5, 6)' } })
    await expect.poll(() => heard).not.toEqual([])
    expect(root(iframe).style.getPropertyValue('--_hc-text')).toBe('')
    expect(root(iframe).style.getPropertyValue('--_hc-bg')).toBe('rgb(4, 5, 6)')
  })

  test('in the place of a font that is not taken stand those of the system', async () => {
    const { inside, iframe } = await loadFrame()
    const { heard } = meet(inside, {
      ...INIT,
      tokens: { font: 'x'.repeat(513), size: '18px', leading: '27px' },
    })
    await expect.poll(() => heard).not.toEqual([])
    const number = within(root(iframe)).getByLabelText('Card number')
    const { fontFamily, fontSize, lineHeight } = getComputedStyle(number)
    expect([fontFamily, fontSize, lineHeight]).toEqual(['system-ui', '18px', '27px'])
  })

  test('the frame tells its height again when it changes', async () => {
    const { ask, sent } = await openFrame()
    const [first] = sent('height')
    await ask('validate')
    await expect.poll(() => sent('height').at(-1)!.height).toBeGreaterThan(first!.height)
  })
})
