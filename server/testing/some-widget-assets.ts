import type { WidgetAssets } from '../web/widget-assets.ts'

/** Of a widget that was never built: names that can be found in a page, and nothing inside. */
export const SOME_ASSETS: WidgetAssets = {
  published: { version: '1.2.3', files: {} },
  script: { fileName: 'hosted-checkout-1.2.3-0123456789.js', integrity: 'sha384-abc' },
  pageStyles: { form: '', result: '', both: '' },
  framePage: () => ({ script: '', styles: '' }),
  storeApp: { fileName: 'store-app-0.js', script: '' },
  icon: '',
}
