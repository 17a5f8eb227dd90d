import { describe, expect, test, vi } from 'vitest'
import { serveCheckout } from '../test/a-checkout-server.ts'
import { aCheckoutView, expectForm, mountCheckout } from '../test/a-checkout.ts'

const view = aCheckoutView()
const OTHER = aCheckoutView({ id: 'cs_other' })

/** An element without a session, and a shop's server that answers when the test says so. */
function aLazyCheckout(attributes: Record<string, string> = {}) {
  const server = serveCheckout(view, OTHER)
  const { element, emitted } = mountCheckout(view, { attributes: { session: '', ...attributes } })
  const answers: PromiseWithResolvers<string>[] = []
  const fetchSession = vi.fn(() => {
    const answer = Promise.withResolvers<string>()
    answers.push(answer)
    return answer.promise
  })
  return { server, element, emitted, answers, fetchSession }
}

describe('checkout page §7 <hosted-checkout>, fetchSession', () => {
  test('fetchSession opens a session when the element is seen, once', async () => {
    const { element, answers, fetchSession } = aLazyCheckout({ style: 'display: none' })
    element.fetchSession = fetchSession
    await element.updateComplete
    expect(fetchSession).not.toHaveBeenCalled()
    element.style.display = 'block'
    await expect.poll(() => answers).toHaveLength(1)
    answers[0]!.resolve(view.id)
    await expectForm()
    expect(fetchSession).toHaveBeenCalledOnce()
    expect(element.session).toBe(view.id)
  })

  test('fetchSession is that of the moment when the element is seen', async () => {
    const { element, answers, fetchSession } = aLazyCheckout({ style: 'display: none' })
    const old = vi.fn(async () => OTHER.id)
    element.fetchSession = old
    await element.updateComplete
    element.fetchSession = fetchSession
    element.style.display = 'block'
    await expect.poll(() => answers).toHaveLength(1)
    expect(old).not.toHaveBeenCalled()
  })

  test('a fetchSession that the browser lost when the buyer left is called again when they are back', async () => {
    const { element, answers, fetchSession } = aLazyCheckout()
    element.fetchSession = fetchSession
    await expect.poll(() => answers).toHaveLength(1)
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    await expect.poll(() => answers).toHaveLength(2)
    answers[1]!.resolve(view.id)
    await expectForm()
  })

  test('a fetchSession that fails is told, and called again by refresh alone', async () => {
    const { element, emitted, answers, fetchSession } = aLazyCheckout()
    element.fetchSession = fetchSession
    await expect.poll(() => answers).toHaveLength(1)
    answers[0]!.reject(new Error('no stock'))
    await expect.poll(() => emitted('hc-error')).toHaveLength(1)
    expect(emitted('hc-error')[0]?.detail).toMatchObject({
      message: 'fetchSession: Error: no stock',
    })
    element.fetchSession = () => fetchSession()
    await element.updateComplete
    expect(fetchSession).toHaveBeenCalledOnce()
    await element.refresh()
    await expect.poll(() => answers).toHaveLength(2)
    answers[1]!.resolve(view.id)
    await expectForm()
  })

  test.each([undefined, null, '', 7, { id: view.id }])(
    'a fetchSession that gives %j instead of an id is told, and called again by refresh',
    async (rubbish) => {
      const { element, emitted, answers, fetchSession } = aLazyCheckout()
      element.fetchSession = fetchSession
      await expect.poll(() => answers).toHaveLength(1)
      answers[0]!.resolve(rubbish as string)
      await expect.poll(() => emitted('hc-error')).toHaveLength(1)
      await element.refresh()
      await expect.poll(() => answers).toHaveLength(2)
      answers[1]!.resolve(view.id)
      await expectForm()
    },
  )

  test('fetchSession is called once, although the element is taken out and put back meanwhile', async () => {
    const { element, answers, fetchSession } = aLazyCheckout()
    element.fetchSession = fetchSession
    await expect.poll(() => answers).toHaveLength(1)
    element.remove()
    document.body.append(element)
    const isSeen = new Promise((resolve) => {
      new IntersectionObserver(resolve).observe(element)
    })
    await isSeen
    answers[0]!.resolve(view.id)
    await expectForm()
    expect(fetchSession).toHaveBeenCalledOnce()
  })

  test('fetchSession does not take the place of a session that was set meanwhile', async () => {
    const { element, answers, fetchSession } = aLazyCheckout()
    element.fetchSession = fetchSession
    await expect.poll(() => answers).toHaveLength(1)
    element.session = OTHER.id
    await expectForm()
    answers[0]!.resolve(view.id)
    await answers[0]!.promise
    await element.updateComplete
    expect(element.session).toBe(OTHER.id)
  })
})
