import { html } from '../../web/html.ts'
import {
  type ExampleItem,
  NO_PRODUCT,
  codeView,
  sessionCommand,
} from '../frame/members/session-command.ts'
import type { StoreAppContext } from '../frame/store-app-context.ts'

/** Its lines keep their indents, which markup drops. */
// oxfmt-ignore
const snippetText = (checkoutUrl: string) =>
  html`<script type="module" src="${checkoutUrl}/hosted-checkout.js"></script>
<hosted-checkout session="cs_…">
${'  '}<a href="${checkoutUrl}/cs_…">Pay securely</a>
</hosted-checkout>`.text

const missingView = ({ storePath }: StoreAppContext) =>
  html`<p class="hint">
    Your store sells nothing yet: <a href="${storePath}/products">create a product</a> and put its
    name in an address, its slug, in the place of <code>your-product</code>.
  </p>`

/** From the store's own key and product to a checkout in its own page. */
export function quickStartView(
  app: StoreAppContext,
  { example, publicKey }: { example: ExampleItem | null; publicKey: string | null },
) {
  const { baseUrl, checkoutUrl } = app.urls
  const request = sessionCommand(baseUrl, {
    item: example ?? NO_PRODUCT,
    key: publicKey ?? 'pk_live_…',
  })
  return html`<section aria-labelledby="quick-start">
    <h2 id="quick-start">Quick start</h2>
    <ol class="steps-to-do">
      <li>
        <p>
          Create a checkout session. The answer is <code>{"url": …}</code>: send your buyer there.
        </p>
        ${codeView(request, { label: 'Request', copy: 'Copy request' })}
        ${example === null ? missingView(app) : undefined}
      </li>
      <li>
        <p>
          Or show the checkout in your own page: <code>session</code> is the last part of that
          address.
        </p>
        ${codeView(snippetText(checkoutUrl), { label: 'Snippet', copy: 'Copy snippet' })}
      </li>
      <li>
        <p>
          Read with the secret key, on your server, whether the session is paid. The
          <a href="${baseUrl}/docs">API reference</a> shows every call.
        </p>
      </li>
    </ol>
  </section>`
}
