import type { Router } from 'express'
import type { StoreAppContext } from '../../store-app/frame/store-app-context.ts'
import { storeApp } from '../../store-app/store-app.ts'

type Layer = {
  route?: { path: string; methods: Record<string, boolean> }
  handle: { stack?: Layer[] }
}

const routesIn = (stack: Layer[]): string[] =>
  stack.flatMap(({ route, handle }) =>
    route
      ? Object.keys(route.methods)
          .filter((method) => method !== '_all')
          .map((method) => `${method.toUpperCase()} ${route.path}`)
      : routesIn(handle.stack ?? []),
  )

/** Every route of the store application, as `GET /orders/:orderNumber`. */
export function routesOfStoreApp(): string[] {
  const router: Router = storeApp(
    {
      urls: { baseUrl: 'http://localhost' },
      records: {},
      assets: { storeApp: { fileName: 'store-app.js', script: '' }, icon: '' },
    } as StoreAppContext,
    {} as Parameters<typeof storeApp>[1],
  )
  return routesIn(router.stack as unknown as Layer[])
}
