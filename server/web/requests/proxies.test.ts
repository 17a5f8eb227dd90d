import type { Request, Response } from 'express'
import { describe, expect, test, vi } from 'vitest'
import { createProxyWatch, readHost } from './proxies.ts'

const request = (headers: Record<string, string>, remoteAddress = '127.0.0.1', names = ['Host']) =>
  ({
    headers,
    socket: { remoteAddress },
    rawHeaders: names.flatMap((name) => [name, 'x']),
  }) as unknown as Request

const FORWARDED = { 'x-forwarded-for': '192.0.2.7' }

const watch = (trustProxy = 0) => {
  const onNotice = vi.fn()
  return { onNotice, proxyWatch: createProxyWatch({ trustProxy, onNotice }) }
}

describe('security §4: A proxy that the settings do not name', () => {
  test.each(['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'])(
    'a proxy that no setting names is known by %s, and told of once',
    (name) => {
      const { onNotice, proxyWatch } = watch()
      proxyWatch.look(request({ host: 'a' }))
      expect(proxyWatch.isUnexpected()).toBe(false)
      for (const address of ['10.1.2.3', '::1', '::ffff:192.168.0.1', 'fd00::1'])
        proxyWatch.look(request({ [name]: 'x' }, address))
      expect(proxyWatch.isUnexpected()).toBe(true)
      expect(onNotice.mock.calls).toEqual([[{ headers: [name] }]])
    },
  )

  test('a sender from far away is no proxy: it could say so to stop the service', () => {
    const { onNotice, proxyWatch } = watch()
    for (const address of ['203.0.113.7', '2001:db8::1', '8.8.8.8', 'x', ''])
      proxyWatch.look(request(FORWARDED, address))
    expect(proxyWatch.isUnexpected()).toBe(false)
    expect(onNotice).not.toHaveBeenCalled()
  })

  test('no proxy is unnamed when one is expected', () => {
    const { proxyWatch } = watch(1)
    proxyWatch.look(request(FORWARDED))
    expect(proxyWatch.isUnexpected()).toBe(false)
  })
})

describe('security §4: The host', () => {
  const read = (sent: Request, trustForwardedHost = false) => {
    const { proxyWatch } = watch(1)
    readHost({ proxyWatch, trustForwardedHost })(sent, {} as Response, () => undefined)
    return sent.headers['x-forwarded-host']
  }

  test('the host is what Host says, unless the proxy is asked', () => {
    const headers = { 'x-forwarded-host': 'evil.example' }
    expect(read(request({ ...headers }))).toBeUndefined()
    expect(read(request({ ...headers }), true)).toBe('evil.example')
  })

  test('a host is said once', () => {
    expect(() => read(request({}, '::1', ['Host', 'X', 'hOST']))).toThrow('Host: must be sent once')
  })
})
