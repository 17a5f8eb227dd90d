import { Router } from 'express'
import { compressed } from '../../web/compressed.ts'
import type { StoreAppContext } from './store-app-context.ts'

/**
 * What the pages load: the script that makes them quicker to use, whose address changes with its
 * content, and their icon.
 */
export function assetRoutes({ assets: { storeApp, icon } }: StoreAppContext) {
  const router = Router({ caseSensitive: true })
  router.get(`/${storeApp.fileName}`, compressed, (_request, response) => {
    response
      .set({
        'Content-Type': 'text/javascript; charset=utf-8',
        'Cache-Control': 'public, max-age=31536000, immutable',
      })
      .send(storeApp.script)
  })
  router.get('/icon.svg', (_request, response) => {
    response
      .set({ 'Content-Type': 'image/svg+xml', 'Cache-Control': 'public, max-age=86400' })
      .send(icon)
  })
  return router
}
