import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { aBuyer, aProduct, aSession, aStore, readSession } from '../../server/testing/builders.ts'
import { openSpecService } from '../../server/testing/servers/spec-service.ts'
import { PLATFORM_TOKEN } from '../../server/testing/servers/test-service.ts'
import { runExample } from './run-example.ts'

const PROJECT = join(import.meta.dirname, '../..')
const { service } = await openSpecService()

/** Shell blocks that stand in a page itself; what npm starts has tests of its own. */
const BLOCKS = globSync('docs/guide/*.md', { cwd: PROJECT }).flatMap((file) =>
  [...readFileSync(join(PROJECT, file), 'utf8').matchAll(/^```sh\n([^]*?)^```/gm)].flatMap(
    ([, block = '']) => (block.startsWith('npm ') ? [] : [{ file, block }]),
  ),
)

async function aPaidOrder() {
  const store = await aStore(service)
  await aProduct(service, store)
  const sessionId = await aSession(service, store)
  await (await aBuyer(service, sessionId)).pay()
  const { order } = (await readSession(service, store, sessionId)).body
  return {
    BASE_URL: service.baseUrl,
    SECRET_KEY: store.keys.secret,
    PLATFORM_TOKEN,
    STORE: store.id,
    ORDER: order?.orderNumber ?? 'no order',
  }
}

describe('decision 75: the guide, the commands in its pages', () => {
  test('the guide has commands in its pages', () => {
    expect(BLOCKS.map(({ file }) => file)).toEqual(
      expect.arrayContaining(['docs/guide/events.md', 'docs/guide/orders.md']),
    )
  })

  test.each(BLOCKS)('$file: each request is answered as it says', async ({ block }) => {
    const script = block
      .replaceAll(/^curl /gm, 'curl -sS --fail-with-body ')
      // Nobody answers to that name, and nothing new is going to happen.
      .replaceAll('https://shop.example', 'http://localhost:65535')
      .replaceAll('wait=25', 'wait=1')
    const env = await aPaidOrder()
    const { code, said, complained } = await runExample(['bash', '--norc', '-euc', script], { env })
    expect({ code, complained, said }).toEqual({
      code: 0,
      complained: '',
      said: expect.not.stringContaining('"error"'),
    })
    expect(said).toMatch(/^\{/)
  })
})
