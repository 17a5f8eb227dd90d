import { readFile } from 'node:fs/promises'
import { expectAccessible } from './expect-accessible.ts'
import { expect } from './fixtures.ts'
import { confirm, expectGood, test } from './store-fixtures.ts'

/** Sooner than the heartbeat, which would also find the order. */
const SOON_MS = 5_000

/** The text of each line of a row, from its start to its end. */
function findLines(row: Element) {
  const lines: { bottom: number; texts: string[] }[] = []
  for (const cell of row.querySelectorAll('td')) {
    const { top, bottom } = cell.getBoundingClientRect()
    const line = lines.at(-1)
    const text = cell.innerText.replaceAll('\u00a0', ' ').trim()
    if (line && top < line.bottom) line.texts.push(text)
    else lines.push({ bottom, texts: [text] })
  }
  return lines.map(({ texts }) => texts)
}

test.beforeEach(({ openStore }) => openStore('/orders'))

test.describe('Store application, Orders', () => {
  test('Orders show what a buyer has just paid without being loaded again, and say so', async ({
    page,
    sell,
  }) => {
    await expect(page.getByText('Paid orders appear here, the newest first.')).toBeVisible()
    const loads: string[] = []
    page.on('load', () => loads.push(page.url()))

    const first = await sell()
    const row = page.getByRole('row', { name: first })
    await expect(row).toBeVisible({ timeout: SOON_MS })
    await expect(row.getByRole('cell', { name: 'Ana Example' })).toBeVisible()
    await expect(row.getByRole('cell', { name: '€53.90' })).toBeVisible()
    await expect(row.getByText('To fulfil', { exact: true })).toBeVisible()
    await expect(page.getByRole('status')).toHaveText(`New order ${first}, €53.90`)
    await expect(page.getByText('Paid orders appear here', { exact: false })).toBeHidden()

    const second = await sell()
    await expect(page.getByRole('row').nth(1)).toContainText(second, { timeout: SOON_MS })
    await expect(page.getByRole('row')).toHaveCount(3)
    await expect(page.getByRole('status')).toHaveText(`New order ${second}, €53.90`)
    expect(loads).toEqual([])
    await expectAccessible(page)

    const live = await page.getByRole('row').nth(1).innerText()
    await page.reload()
    await expect(page.getByRole('row')).toHaveCount(3)
    expect((await page.getByRole('row').nth(1).innerText()).replaceAll(/[\u2068\u2069]/g, '')).toBe(
      live.replaceAll(/[\u2068\u2069]/g, ''),
    )
    await page.getByRole('link', { name: second }).click()
    await expect(page.getByRole('heading', { name: `Order ${second}` })).toBeVisible()
  })

  test('orders are found, narrowed and taken away as a file with the keyboard alone', async ({
    page,
    service,
    sell,
  }) => {
    const number = await sell()
    const row = page.getByRole('row', { name: number })
    await expect(row).toBeVisible()
    await expectGood(page)
    await page.setViewportSize({ width: 390, height: 800 })
    expect(await row.evaluate(findLines)).toEqual([
      [expect.stringContaining(number), expect.stringMatching(/\d\d:\d\d$/)],
      ['Ana Example', expect.stringMatching(/^Linen shirt .* · Qty 1$/)],
      ['€53.90', 'To fulfil'],
    ])

    await page.getByLabel('Order number, customer, email or phone').focus()
    await page.keyboard.type('exam')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/search=exam/)
    await expect(row).toBeVisible()

    await page.getByText('Date and product').focus()
    await page.keyboard.press('Enter')
    await page.getByLabel('Product').focus()
    await page.keyboard.press('ArrowDown')
    await page.getByLabel('From').fill('2200-01-01')
    await page.getByLabel('From').press('Enter')
    await expect(page.getByText('No order matches.')).toBeVisible()
    await expect(page.getByLabel('Product')).toHaveValue('linen-shirt')
    await expect(page.getByLabel('Order number, customer, email or phone')).toHaveValue('exam')
    await expectGood(page)

    await page.getByLabel('From').fill('')
    await page.getByLabel('From').press('Enter')
    await expect(row).toBeVisible()
    await page.getByRole('link', { name: 'Export CSV' }).press('Enter')
    await confirm(page)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download the orders' }).press('Enter')
    const file = await readFile(await (await download).path(), 'utf8')
    expect((await download).suggestedFilename()).toMatch(/^orders-\d{4}-\d\d-\d\d\.csv$/)
    expect(file.split('\r\n').map((line) => line.split(',').slice(0, 4))).toEqual([
      ['\ufeffOrder number', 'Paid at', 'Customer name', 'Phone'],
      [
        number,
        expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\+00:00$/),
        'Ana Example',
        "'+34 600 123 456",
      ],
      [''],
    ])

    await page.getByRole('link', { name: 'Clear filters' }).press('Enter')
    await expect(page).toHaveURL(/\/store\/orders$/)
    await expect(row).toBeVisible()
    await page.goto(`${service.baseUrl}/store/orders?from=2026-01-02&to=2026-01-01`)
    await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible()
    await expectGood(page)
  })
})
