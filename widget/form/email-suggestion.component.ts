import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
  button,
  describeBoth,
  expectReceipt,
  field,
  fillBuyer,
  focused,
  openCheckout,
  payButton,
  pressPay,
  seen,
} from '../test/a-checkout.ts'

describeBoth('checkout page §2 The form, a suggested email address', (where) => {
  test('a common slip in the email address is asked about, and taken as it is typed', async () => {
    const { server } = await openCheckout({ surface: where })
    server.next('email-suggestion', () => Response.json({ email: 'ana@gmail.com' }))
    await userEvent.fill(field(/^Email/), 'ana@gmial.com')
    await userEvent.tab()
    await expect.poll(() => seen('Did you mean ana@gmail.com?')).toHaveLength(1)
    expect(field(/^Email/).ariaInvalid).not.toBe('true')
    await userEvent.fill(field(/^Email/), 'ana@gmail.com')
    await userEvent.tab()
    await expect.poll(() => server.asked('email-suggestion')).toHaveLength(2)
    await expect.poll(() => seen('Did you mean ana@gmail.com?')).toEqual([])
  })

  test('a press fills in the address that was meant, and it is paid with', async () => {
    const { server } = await openCheckout({ surface: where })
    fillBuyer()
    server.next('email-suggestion', () => Response.json({ email: 'ana@gmail.com' }))
    await userEvent.fill(field(/^Email/), 'ana@gmial.com')
    await userEvent.tab()
    const meant = 'Did you mean ana@gmail.com?'
    await expect.poll(() => button(meant)).toBeVisible()
    expect(button(meant)!.getBoundingClientRect().height).toBeGreaterThanOrEqual(24)
    await userEvent.click(button(meant)!)
    expect(button(meant)).toBeNull()
    expect(focused()).toBe(field(/^Email/))
    expect(field(/^Email/)).toHaveValue('ana@gmail.com')
    pressPay()
    await expectReceipt()
    expect(server.orders[0]!.customer.email).toBe('ana@gmail.com')
  })

  test('an email address that is right moves nothing, and one that turns wrong is not asked about', async () => {
    const { server } = await openCheckout({ surface: where })
    const topOfPay = () => payButton()!.getBoundingClientRect().top
    const leaveEmailAs = async (email: string) => {
      await userEvent.fill(field(/^Email/), email)
      const before = topOfPay()
      await userEvent.tab()
      return before
    }
    const typed = await leaveEmailAs('ana@gmail.com')
    await expect.poll(() => server.asked('email-suggestion')).toHaveLength(1)
    await new Promise(requestAnimationFrame)
    expect(topOfPay()).toBe(typed)

    const answer = Promise.withResolvers<Response>()
    server.next('email-suggestion', () => answer.promise)
    await leaveEmailAs('ana@gmial.com')
    await expect.poll(() => server.asked('email-suggestion')).toHaveLength(2)
    const pressed = topOfPay()
    dispatchEvent(new PointerEvent('pointerdown'))
    answer.resolve(Response.json({ email: 'ana@gmail.com' }))
    await new Promise(requestAnimationFrame)
    expect(topOfPay()).toBe(pressed)
    dispatchEvent(new MouseEvent('click'))
    await expect.poll(() => seen('Did you mean ana@gmail.com?')).toHaveLength(1)

    await leaveEmailAs('ana')
    await expect.poll(() => seen('Did you mean ana@gmail.com?')).toEqual([])
    expect(field(/^Email/).ariaInvalid).toBe('true')
  })
})
