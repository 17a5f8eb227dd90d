import { Router } from 'express'
import { compressed } from '../http/compressed.ts'
import type { StoreAppContext } from './store-app-context.ts'

/** What makes the pages quicker to use; they work without it. Its address changes with its content. */
export function scriptRoute({ assets: { storeApp } }: StoreAppContext) {
  const router = Router({ caseSensitive: true })
  router.get(`/${storeApp.fileName}`, compressed, (_request, response) => {
    response.set({
      'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'public, max-age=31536000, immutable',
      'Cross-Origin-Resource-Policy': 'same-origin',
    }).send(storeApp.script)
  })
  return router
}
