import type { Page } from '@playwright/test'
import { expect, test as base } from './fixtures.ts'
import { MerchantPage } from './merchant.page.ts'

/** Has too little money, and digits that no other number in memory has. */
const NUMBER = '4000 0000 0000 9995'

const test = base.extend({
  // As on a buyer's machine: each site has a process, and so a memory, of its own.
  launchOptions: [
    async ({ launchOptions }, use) => {
      const args = launchOptions.args?.filter((each) => !each.includes('site-isolation')) ?? []
      await use({ ...launchOptions, args: [...args, '--site-per-process'] })
    },
    { scope: 'worker' },
  ],
})

/** All that the page's scripts have in memory, as text. */
async function heapOf(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  const chunks: string[] = []
  devtools.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
  await devtools.send('HeapProfiler.takeHeapSnapshot')
  await devtools.detach()
  return chunks.join('')
}

test(
  'checkout page, figures: the memory of the page around the card fields has no card number',
  { tag: '@long' },
  async ({ api, shop, page, merchant }) => {
    const shopPage = new MerchantPage(page, merchant.origin)
    await shopPage.open(await api.createSession(shop))
    await shopPage.checkout.expectReady()
    await shopPage.checkout.fillCard(NUMBER)
    await shopPage.checkout.fillBuyer()
    const found = async () => {
      const heap = await heapOf(page)
      return {
        name: heap.includes('Ana Example'),
        number: heap.includes(NUMBER) || heap.includes(NUMBER.replaceAll(' ', '')),
      }
    }
    expect(await found()).toEqual({ name: true, number: false })
    await shopPage.checkout.pay()
    await expect(page.getByText('Not charged: card ending in 9995')).toBeVisible()
    expect(await found()).toEqual({ name: true, number: false })
  },
)
