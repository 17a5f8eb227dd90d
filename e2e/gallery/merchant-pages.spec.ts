import type { Page } from '@playwright/test'
import { aPicture } from '../a-picture.ts'
import { expect } from '../fixtures.ts'
import { letBuyersStartAgain, test } from '../store-fixtures.ts'
import { keepPicture, writeGallery } from './pictures.ts'

const WIDTHS = [1280, 768, 390]
const SCHEMES = ['light', 'dark'] as const

test.afterAll(async () => {
  console.log(`The pictures so far: ${await writeGallery()}`)
})

async function keepPictures(page: Page, state: string) {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 })
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const picture = await page.screenshot({ animations: 'disabled', fullPage: true })
      await keepPicture(['Chromium', `store, ${state}`, `${width} px`, colorScheme], picture)
    }
  }
  await page.setViewportSize({ width: 1280, height: 844 })
}

/** The pages that need no step but their address, each with what it shows when it is there. */
const PAGES = {
  home: '',
  orders: '/orders',
  'orders, nothing found': '/orders?search=nobody',
  products: '/products',
  product: '/products/linen-shirt',
  'stock history': '/products/linen-shirt/history',
  'edit product': '/products/linen-shirt/edit',
  archive: '/products/linen-shirt/archive',
  'new product': '/products/-/new',
  import: '/products/-/import',
  sessions: '/sessions',
  general: '/settings/general',
  seller: '/settings/general/seller',
  branding: '/settings/branding',
  delivery: '/settings/delivery',
  developers: '/settings/developers',
  requests: '/settings/developers/requests',
  webhooks: '/settings/developers/webhooks',
  plan: '/settings/plan',
  'plan, change to free': '/settings/plan/free',
  team: '/settings/team',
  'audit log': '/settings/audit-log',
  account: '/account',
  'second factor': '/account/second-factor',
  'no such page': '/orders/00000-00000',
}

/** Beside Sand in M, of which there are few. */
const VARIANTS = [
  { size: 'S', colorName: 'Sand', stock: 12 },
  { size: 'L', colorName: 'Sand', stock: 0 },
  { size: 'M', colorName: 'Deep navy', stock: 48 },
]

test('pictures are taken of the store application', async ({
  page,
  api,
  owned,
  openStore,
  sell,
}) => {
  test.setTimeout(900_000)
  await api.putProduct(owned, 4, {}, VARIANTS)
  await openStore('/products/linen-shirt/edit')
  await page.getByLabel(/^Choose/).setInputFiles(aPicture())
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('status')).toBeVisible()
  await keepPictures(page, 'product, changed')
  const orderNumber = await sell()
  await sell()
  await api.createSession(owned)
  await letBuyersStartAgain(page, openStore)
  const pages = {
    ...PAGES,
    order: `/orders/${orderNumber}`,
    refund: `/orders/${orderNumber}/refund`,
  }
  for (const [state, path] of Object.entries(pages)) {
    await openStore(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await keepPictures(page, state)
  }
  await openStore('/settings/general')
  await page.getByLabel('Name', { exact: true }).fill('Loom')
  await page.getByLabel('Language').selectOption('de')
  await keepPictures(page, 'general, changed')
  await page.getByRole('link', { name: 'Orders' }).click()
  await keepPictures(page, 'general, leaving')
  await page.getByRole('button', { name: 'Leave without saving' }).click()
  await openStore('/products/linen-shirt/edit')
  await page.getByRole('checkbox', { name: 'remove L, Sand' }).press('Space')
  await page.getByLabel('New variant 1: size').fill('XL')
  await page.getByLabel('New variant 1: stock').fill('many')
  await keepPictures(page, 'edit product, changed')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await keepPictures(page, 'edit product, refused')
  await openStore('/sessions')
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: 'Summary' })).toBeVisible()
  await keepPictures(page, 'session')
})
