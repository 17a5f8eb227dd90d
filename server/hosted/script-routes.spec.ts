import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { anotherBuild } from '../testing/servers/another-build.ts'
import { call } from '../testing/http-call.ts'
import { openSpecService } from '../testing/servers/spec-service.ts'
import { type ServiceClient, startTestService } from '../testing/servers/test-service.ts'
import { loadServedFiles } from '../web/answers/served-files.ts'

const older = await anotherBuild()
const { service, sql } = await openSpecService({ widgetDirectory: older.directory })
const newer = await anotherBuild((script) => `${script}\n// The next version.`)

afterAll(() => Promise.all([older.remove(), newer.remove()]))

const fetchFile = (at: ServiceClient, name: string) => call('GET', `${at.checkoutUrl}/${name}`)

const hashedNames = ({ directory }: { directory: URL }) =>
  [...loadServedFiles(directory).keys()].filter((name) => /-[0-9a-f]{10}\.\w+$/.test(name))

describe('contract §5: what merchants’ pages load', () => {
  test('the script for merchants’ pages comes whole, and to GET alone', async () => {
    for (const file of ['hosted-checkout.js', 'hosted-checkout-button.js', 'integrity.json']) {
      const url = `${service.checkoutUrl}/${file}`
      const part = await call('GET', url, { headers: { range: 'bytes=0-1' } })
      expect(part.status).toBe(200)
      expect(part.text).toBe((await call('GET', url)).text)
      const sent = await call('POST', url, { body: {} })
      expect([sent.status, sent.headers.get('allow')]).toEqual([405, 'GET'])
      expect(sent.body).toMatchObject({ error: { code: 'method_not_allowed' } })
      expect((await call('HEAD', url)).status).toBe(200)
      const tag = part.headers.get('etag') ?? ''
      const again = await call('GET', url, { headers: { 'if-none-match': tag } })
      expect([again.status, again.text]).toEqual([304, ''])
    }
    expect((await fetchFile(service, 'hosted-checkout-none.js')).status).toBe(404)
    expect((await fetchFile(service, 'hosted-checkout-page-1.0.0-0123456789.js')).status).toBe(404)
  })

  test('files come as they were compressed, to those who take that', async () => {
    const [name = ''] = hashedNames(newer).filter((each) => each.includes('-form-'))
    for (const [accepted, encoding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
      ['gzip;q=0', null],
      ['identity', null],
    ] as const) {
      const { headers, text } = await call('GET', `${service.checkoutUrl}/${name}`, {
        headers: { 'accept-encoding': accepted },
      })
      expect([accepted, headers.get('content-encoding')]).toEqual([accepted, encoding])
      expect(headers.get('vary')).toContain('Accept-Encoding')
      expect(JSON.parse(text)).toBeTruthy()
    }
  })

  test('an error of the element leads to the page that explains it', async () => {
    const { status, headers } = await call('GET', `${service.checkoutUrl}/docs`)
    expect([status, headers.get('location')]).toEqual([302, `${service.baseUrl}/docs/embed`])
    const guide = await call('GET', `${service.baseUrl}/docs/embed`)
    expect(guide.text).toContain('id="when-it-cannot-be-shown"')
  })
})

describe('contract §5: an update breaks no page that is open', () => {
  test('two versions behind one proxy: each serves the files of the other’s pages', async () => {
    const other = await startTestService({
      databaseUrl: service.databaseUrl,
      widgetDirectory: newer.directory,
    })
    const names = new Set([...hashedNames(older), ...hashedNames(newer)])
    expect(names.size).toBe(hashedNames(older).length + 4)
    for (const name of names) {
      const [one, two] = [await fetchFile(service, name), await fetchFile(other, name)]
      expect([name, one.status, two.status]).toEqual([name, 200, 200])
      expect(two.text).toBe(one.text)
      for (const header of ['content-type', 'cache-control', 'access-control-allow-origin'])
        expect(two.headers.get(header)).toBe(one.headers.get(header))
      expect(one.headers.get('cache-control')).toContain('immutable')
    }
    await other.stop()
  })

  test('the script under its fixed name is each process’s own, as is what it names', async () => {
    const { files } = (await fetchFile(service, 'integrity.json')).body as {
      files: Record<string, string>
    }
    expect(Object.keys(files).sort()).toEqual(
      [
        'hosted-checkout.js',
        'hosted-checkout-button.js',
        ...hashedNames(older).filter((name) => name.endsWith('.js')),
      ].sort(),
    )
  })

  test('a build under a running service changes no byte that is served', async () => {
    const names = [...loadServedFiles(older.directory).keys()]
    const read = () => Promise.all(names.map(async (name) => (await fetchFile(service, name)).text))
    const before = await read()
    for (const name of names)
      for (const suffix of ['', '.br', '.gz'])
        await writeFile(join(older.folder, `${name}${suffix}`), 'of another build')
    expect(await read()).toEqual(before)
  })

  test('after an update old names are served for a day', async () => {
    const days = await sql.rows(
      `select needed_until > clock_timestamp() + interval '25 hours' as "isKept"
      from published_files`,
    )
    expect(days.length).toBeGreaterThan(40)
    expect(days.every(({ isKept }) => isKept === true)).toBe(true)
  })
})
