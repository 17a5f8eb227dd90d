import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { test as base, expect, runWithMerchant } from './fixtures.ts'
import { startService } from './service.ts'

/** Not the Union's notice: a picture and words that call themselves samples. */
const sampleOf = (language: string) => ({
  [`${language}.svg`]: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 595.28 841.89"><rect x="20" y="20" width="555" height="802" fill="none" stroke="#000"/><text x="60" y="200" font-size="60">Sample ${language}</text></svg>`,
  [`${language}.txt`]: `Sample notice, ${language}.\nhttps://sample.example/${language}`,
})

type Worker = { withNotices: Parameters<Parameters<typeof runWithMerchant>[1]>[0] }

const test = base.extend<object, Worker>({
  withNotices: [
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'hc-notices-'))
      for (const [name, content] of Object.entries({ ...sampleOf('en'), ...sampleOf('de') }))
        await writeFile(join(folder, name), content)
      await runWithMerchant(await startService({ GUARANTEE_NOTICES: folder }), use)
      await rm(folder, { recursive: true })
    },
    { scope: 'worker' },
  ],
  running: async ({ withNotices }, use) => use(withNotices),
})

const notice = (page: Page, language = 'en') =>
  page.getByRole('img', { name: `Sample notice, ${language}.` })

const isLoaded = (page: Page, language?: string) =>
  notice(page, language).evaluate(({ complete, naturalWidth }: HTMLImageElement) =>
    Boolean(complete && naturalWidth),
  )

const FRAME = /payment-frame\/cs_/

/** Holds what the page asks for at such an address until it is let go. */
async function holdBack(page: Page, address: RegExp) {
  const held = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await held.promise
    await route.continue()
  })
  return { letGo: held.resolve }
}

/** A browser loads no lazy picture that is out of sight. */
const isInSight = (page: Page) =>
  notice(page).evaluate(
    (picture) =>
      new Promise<boolean>((resolve) => {
        new IntersectionObserver(([entry]) => resolve(entry!.isIntersecting)).observe(picture)
      }),
  )

/** The boxes of all that could move: the parts of the form and of the summary. */
const boxesOf = (page: Page) =>
  page.locator('.summary > *, .column > *, .guarantee img').evaluateAll((parts) =>
    parts.map((part) => {
      const { y, width, height } = part.getBoundingClientRect()
      return [part.tagName, part.className, y, width, height]
    }),
  )

for (const surface of ['hosted', 'embedded'] as const)
  test(`Directive 2011/83/EU, article 22a, ${surface}: the notice comes when the card can be typed, and moves nothing`, async ({
    api,
    shop,
    open,
    page,
  }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    const isAsked = () => asked.some((url) => url.includes('/guarantee/'))
    const [frame, picture] = [await holdBack(page, FRAME), await holdBack(page, /\/guarantee\//)]
    const opening = open(surface, await api.createSession(shop))
    await page.locator('hosted-checkout[status=ready]').waitFor()
    expect(await isInSight(page)).toBe(false)
    expect(isAsked()).toBe(false)
    frame.letGo()
    await opening
    await page.locator('iframe[data-ready]').waitFor()
    await notice(page).scrollIntoViewIfNeeded()
    await expect.poll(isAsked).toBe(true)
    const before = await boxesOf(page)
    picture.letGo()
    await expect.poll(() => isLoaded(page)).toBe(true)
    expect(await boxesOf(page)).toEqual(before)
    await expectAccessible(page)
  })

test('Directive 2011/83/EU, article 22a: the notice is in the language of a merchant’s page', async ({
  api,
  shop,
  page,
  merchant,
}) => {
  const id = (await api.createSession(shop)).split('/').at(-1)
  await page.goto(`${merchant.origin}/?session=${id}&lang=de`)
  await page.locator('iframe[data-ready]').waitFor()
  await notice(page, 'de').scrollIntoViewIfNeeded()
  await expect.poll(() => isLoaded(page, 'de')).toBe(true)
})

test('Directive 2011/83/EU, article 22a: the notice opens larger, and leads where its code does', async ({
  api,
  shop,
  page,
}) => {
  await page.goto(await api.createSession(shop))
  await page.locator('iframe[data-ready]').waitFor()
  const popup = page.waitForEvent('popup')
  await notice(page).click()
  const opened = await popup
  await expect(opened.getByText('Sample en')).toBeVisible()
  await expect(
    page.getByRole('link', { name: 'https://sample.example/en' }).last(),
  ).toHaveAttribute('href', 'https://sample.example/en')
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('Directive 2011/83/EU, article 22a: the notice is on the page and on the page of a buy link', async ({
    api,
    shop,
    page,
    service,
  }) => {
    for (const address of [
      await api.createSession(shop),
      `${service.baseUrl}/checkout/buy/${shop.storeId}/linen-shirt`,
    ]) {
      const picture = page.waitForResponse(/\/guarantee\/en-/)
      await page.goto(address)
      await notice(page).scrollIntoViewIfNeeded()
      expect((await picture).status()).toBe(200)
      const { x, width } = (await notice(page).boundingBox())!
      expect(x).toBeGreaterThanOrEqual(0)
      expect(width).toBeGreaterThan(250)
    }
  })
})
