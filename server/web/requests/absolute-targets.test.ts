import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { takeTarget } from './absolute-targets.ts'

test.each([
  ['/v1/products?limit=1', '/v1/products?limit=1'],
  ['http://localhost/v1/products?limit=1', '/v1/products?limit=1'],
  ['HTTP://localhost:4242/a/../%2F//b', '/a/../%2F//b'],
  ['http://localhost?limit=http://a/b', '/?limit=http://a/b'],
  ['http://localhost', '/'],
  ['evil.example/v1', '/evil.example/v1'],
  ['*', '/*'],
])('Express gets of the target %s the path, so that it warns of nothing: %s', (url, path) => {
  const request = { url } as IncomingMessage
  takeTarget(request)
  expect(request.url).toBe(path)
})
