import { type Page, expect } from '@playwright/test'
import { aPicture } from '../a-picture.ts'
import { CARDS } from '../checkout.page.ts'
import { type Steps, type Walk, createLong } from '../every-state.ts'
import { SELLER } from '../merchant-api.ts'
import { PASSWORD, signInUnseen } from '../store-fixtures.ts'

const PICTURE = '/pictures/of-the-shirt.webp'

/** A session of a store with a logo, whose product has a picture. */
async function createPictured({ checkout, api, url }: Steps) {
  const { origin } = new URL(url)
  const email = `${crypto.randomUUID()}@loom.example`
  const shop = await api.createShop({ owner: { email, password: PASSWORD } })
  await api.putProduct(shop, 10, { imageUrl: `${origin}${PICTURE}` })
  const context = checkout.page.context()
  const storePage = await context.newPage()
  await signInUnseen(context, `${origin}/store`, email)
  await storePage.goto(`${origin}/store/settings/branding`)
  await storePage.getByLabel('Choose a picture').setInputFiles({ ...aPicture(), name: 'logo.png' })
  await storePage.getByRole('button', { name: 'Upload logo' }).click()
  await storePage.getByAltText('Your logo on a light page').waitFor()
  await storePage.close()
  return api.createSession(shop)
}

/** Opens the buy link of a product with some variants, in the language of the page before. */
async function openBuyLink({ checkout: { page }, api, shop, url }: Steps) {
  await page.route(`**${PICTURE}`, (route) =>
    route.fulfill({ contentType: 'image/png', body: aPicture({ height: 560 }).buffer }),
  )
  const imageUrl = new URL(PICTURE, url).href
  const description = 'Woven in Galicia from European flax.\nWash it cold.'
  await api.putProduct(shop, 4, { imageUrl, description }, [
    { size: 'L', colorName: 'Deep navy', stock: 3 },
    { size: 'XL', colorName: 'Sand', stock: 0 },
  ])
  await page.goto(new URL(`buy/${shop.storeId}/linen-shirt${new URL(page.url()).search}`, url).href)
}

/** A merchant’s page that says which schemes it has. */
export const followSystem = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.style.colorScheme = 'light dark'
  })

/** Sends the form once, with the buyer's own order and address. What then shows has `outcome`. */
async function withdraw(
  { checkout: { page }, api, shop, url }: Steps,
  { contact = '+34 600 123 456', outcome }: { contact?: string; outcome: string },
) {
  await api.changeShop(shop, { seller: SELLER, contactEmail: 'help@loom.example' })
  const session = await api.createSession(shop)
  await api.payAsProgram(session, CARDS.succeeds)
  const { order } = await api.getSession(shop, session)
  const address = new URL(`withdraw${new URL(page.url()).search}`, url)
  address.searchParams.set('order', String(order?.['orderNumber']))
  await page.goto(address.href)
  await page.locator('#contact').fill(contact)
  await page.locator('.result button').click()
  await expect(page.locator(outcome)).toBeVisible()
}

/** What looks different although the checkout is in the same state. */
export const MORE_STATES: Walk = {
  'with pictures': async (steps) => {
    const { page } = steps.checkout
    await page.route(`**${PICTURE}`, (route) =>
      route.fulfill({ contentType: 'image/png', body: aPicture({ height: 560 }).buffer }),
    )
    await steps.open('hosted', await createPictured(steps))
    await steps.checkout.expectReady()
  },
  'a picture that fails': async (steps) => {
    await steps.checkout.page.route('**/pictures/*', (route) => route.abort())
    await steps.open('hosted', await createPictured(steps))
    await steps.checkout.expectReady()
  },
  'a store with a seller': async ({ checkout, api, shop, open }) => {
    await api.changeShop(shop, {
      seller: SELLER,
      contactEmail: 'help@loom.example',
      contactPhone: '+353 1 234 5678',
    })
    await open('hosted', await api.createSession(shop, { cancelUrl: 'http://localhost/basket' }))
    await checkout.expectReady()
  },
  'a test store': async ({ checkout, api, open }) => {
    const shop = await api.createShop({ test: true })
    await api.putProduct(shop, 10)
    await open('hosted', await api.createSession(shop))
    await checkout.expectReady()
  },
  'long names, open': async ({ checkout, api, shop, open }) => {
    const { page } = checkout
    await page.setViewportSize({ width: 390, height: 844 })
    await open('hosted', await createLong({ api, shop }))
    await checkout.expectReady()
    const fold = page.locator('summary')
    if (await fold.isVisible()) await fold.click()
  },
  'buy link': openBuyLink,
  'buy link, sold out together': async (steps) => {
    const { page } = steps.checkout
    await openBuyLink(steps)
    for (const value of ['L', 'Sand']) await page.locator(`[value=${value}]`).check()
    await page.locator('.pay').click()
    await expect(page.getByRole('alert')).toBeVisible()
  },
  'buy link, all sold out': async (steps) => {
    const { page } = steps.checkout
    await openBuyLink(steps)
    await steps.api.putProduct(steps.shop, 0, { description: 'Woven in Galicia.' })
    await page.goto(`${page.url()}${page.url().includes('?') ? '&' : '?'}sold=out`)
  },
  'buy link, nowhere': async (steps) => {
    const { page } = steps.checkout
    await openBuyLink(steps)
    await page.goto(page.url().replace('linen-shirt', 'nothing'))
  },
  languages: async ({ checkout: { page } }) => {
    await page.locator('.languages a').click()
    await expect(page.locator('ul.languages')).toBeVisible()
  },
  embedded: async ({ checkout, open, url }) => {
    await open('embedded', url)
    await checkout.expectReady()
    await followSystem(checkout.page)
  },
  'withdrawal, refused': (steps) =>
    withdraw(steps, { contact: 'eve@mail.example', outcome: '[role=alert]' }),
  'withdrawal, link expired': async ({ checkout: { page }, url }) => {
    await page.goto(
      new URL(`withdraw?order=7K3M9-QX2RT&link=x&${new URL(page.url()).search.slice(1)}`, url).href,
    )
    await expect(page.locator('[name=send]')).toBeVisible()
  },
  'withdrawal, not possible': async (steps) => {
    const withdrawalReason = 'It is cut to your measures.'
    await steps.api.putProduct(steps.shop, 10, { withdrawalDays: 0, withdrawalReason })
    await withdraw(steps, { outcome: '.mark' })
  },
  'withdrawal, to confirm': (steps) => withdraw(steps, { outcome: '[name=confirm]' }),
  'withdrawal, done': async (steps) => {
    const { page } = steps.checkout
    await withdraw(steps, { outcome: '[name=confirm]' })
    await page.locator('[name=confirm]').click()
    await expect(page.locator('.mark.success')).toBeVisible()
  },
}
