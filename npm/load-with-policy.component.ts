import { describe, expect, onTestFinished, test } from 'vitest'
import type { loadHostedCheckout } from './load.ts'

/** Another origin than that of the page, whose own scripts its policy lets run. */
const ELSEWHERE = `${location.origin.replace('localhost', '127.0.0.1')}/checkout-script/first`

/** A page with a policy, which scripts/frame-documents.ts answers; and the loader in it. */
async function aPageWithPolicy() {
  const frame = document.createElement('iframe')
  frame.src = '/with-policy'
  onTestFinished(() => frame.remove())
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve))
  document.body.append(frame)
  await loaded
  return frame.contentWindow as unknown as { load: typeof loadHostedCheckout }
}

describe('decision 70: the package, loadHostedCheckout in a page with a policy', () => {
  test('loadHostedCheckout gets past a policy by its nonce, and not without', async () => {
    const { load } = await aPageWithPolicy()
    await expect(load(ELSEWHERE)).rejects.toThrow('was not loaded')
    await expect(load(ELSEWHERE, { nonce: 'of-another-page' })).rejects.toThrow('was not loaded')
    expect(await load(ELSEWHERE, { nonce: 'of-this-page' })).toMatchObject({})
  })
})
