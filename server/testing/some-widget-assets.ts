import type { WidgetAssets } from '../web/answers/widget-assets.ts'

/** Assets with names that tests find in pages, and without content. */
export const SOME_ASSETS: WidgetAssets = {
  published: { version: '1.2.3', files: {} },
  script: { fileName: 'hosted-checkout-1.2.3-0123456789.js', integrity: 'sha384-abc' },
  pageStyles: { form: '', fullForm: '', result: '', both: '', buy: '' },
  framePage: () => ({ script: '', styles: '' }),
  storeApp: { fileName: 'store-app-0.js', script: '' },
  icon: '',
}
