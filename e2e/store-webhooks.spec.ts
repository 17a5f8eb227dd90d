import { type ServerResponse, createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect } from './fixtures.ts'
import { PASSWORD, expectGood, test } from './store-fixtures.ts'

const WEBHOOKS = '/settings/developers/webhooks'

/** A merchant's server, which answers as the test says. */
async function startServer(answer: (response: ServerResponse) => void) {
  const state = { answer }
  const server = createServer((request, response) => {
    request.resume().on('end', () => state.answer(response))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    answerWith(next: typeof answer) {
      state.answer = next
    },
    close: () => server.close(),
  }
}

test.describe('Store application, Settings → Developers → Webhooks', () => {
  test('an owner sets up a webhook with a keyboard alone, finds what failed, and sends it again', async ({
    page,
    openStore,
  }) => {
    const server = await startServer((response) =>
      response.writeHead(500).end('<h1>Internal Server Error</h1>'),
    )
    await test.step('an owner adds an endpoint, and sees its secret', async () => {
      await openStore('/settings/developers')
      await page.getByRole('link', { name: 'Webhooks' }).press('Enter')
      await page.getByLabel('Address').focus()
      await page.keyboard.type('https://10.0.0.1/')
      await page.keyboard.press('Enter')
      await page.getByLabel('Your password').focus()
      await page.keyboard.type(PASSWORD)
      await page.keyboard.press('Enter')
      await page.getByRole('alert').getByRole('link').press('Enter')
      await expect(page.getByLabel('Address')).toBeFocused()
      await expectGood(page)
      await page.getByLabel('Address').focus()
      await page.keyboard.press('Control+A')
      await page.keyboard.type(server.url)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('status').locator('code')).toContainText('whsec_')
      await expectGood(page)
    })

    await test.step('a test fails, and its page shows what the server answered', async () => {
      await page.getByRole('button', { name: 'Send a test' }).press('Enter')
      await expect(page.getByRole('status')).toContainText('A test is on its way.')
      await expect(async () => {
        await page.reload()
        await expect(page.getByRole('cell', { name: '500' })).toBeVisible({ timeout: 500 })
      }).toPass()
      await expectGood(page)
      await page.getByRole('link', { name: 'endpoint.test' }).press('Enter')
      const answer = page.getByRole('region', { name: 'Last answer of your server' })
      await expect(answer).toHaveText('<h1>Internal Server Error</h1>')
      await expectGood(page)
    })

    await test.step('the server is mended, and the event arrives', async () => {
      server.answerWith((response) => response.writeHead(200).end('taken'))
      await page.getByRole('button', { name: 'Send again' }).press('Enter')
      await expect(page.getByRole('status')).toContainText('The event is sent again.')
      await expect(async () => {
        await page.reload()
        await expect(page.getByText('Delivered')).toBeVisible({ timeout: 500 })
      }).toPass()
      await expect(page.getByText('taken')).toBeVisible()
    })

    await test.step('an owner changes the secret, and removes the endpoint', async () => {
      await page.getByRole('link', { name: 'The endpoint' }).press('Enter')
      await page.getByRole('link', { name: 'Edit' }).press('Enter')
      await page.getByRole('button', { name: 'Change the secret' }).press('Enter')
      await expect(page.getByRole('status').locator('code')).toContainText('whsec_')
      await page.getByRole('link', { name: 'Edit' }).press('Enter')
      await expectGood(page)
      await page.getByRole('button', { name: 'Remove the endpoint' }).press('Enter')
      await expect(page.getByRole('status')).toContainText('The endpoint was removed.')
      await expect(page).toHaveURL(new RegExp(`${WEBHOOKS}$`))
    })
    server.close()
  })
})
