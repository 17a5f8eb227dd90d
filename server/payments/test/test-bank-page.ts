import { bankButton } from '../../../widget/styles/bank-button.styles.ts'
import { html, styleSheet, unsafeHtml } from '../../web/html.ts'
import { inPage } from '../../web/answers/listed-script.ts'

type TestBankPage = {
  nonce: string
  challengeId: string
  store: string
  amountText: string
  settled: boolean
}

// A bank's page must not look like the checkout, so it shares no styles with it.
const STYLES = `
:root { color-scheme: light dark; }
* { box-sizing: border-box; }
body {
  margin: 0;
  padding: 24px;
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  background: light-dark(#fff, #0f1218);
  color: light-dark(#14171f, #eceff5);
}
.page { display: grid; gap: 16px; max-inline-size: 432px; margin-inline: auto; }
h1, p, dl, dd { margin: 0; }
h1 { font-size: 20px; line-height: 28px; }
.bank { font-weight: 650; color: light-dark(#146c43, #7fd6a8); }
dl { display: grid; grid-template-columns: auto 1fr; gap: 8px 24px; padding-block: 16px;
  border-block: 1px solid light-dark(#d9dde5, #2e3442); }
dt, .note { color: light-dark(#566074, #a9b2c3); }
dd { text-align: end; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
form { display: grid; gap: 12px; }
${bankButton}button:first-child {
  border-color: transparent;
  background: light-dark(#146c43, #7fd6a8);
  color: light-dark(#fff, #0b1020);
}
button:focus-visible { outline: 3px solid light-dark(#146c43, #7fd6a8); outline-offset: 2px; }
.note { font-size: 14px; line-height: 20px; }`

const question = (store: string, amountText: string) => html`<h1>Is this you?</h1>
<dl><dt>Store</dt><dd><bdi translate="no">${store}</bdi></dd><dt>Amount</dt><dd translate="no">${amountText}</dd></dl>
<form method="post">
<button name="outcome" value="complete">Complete authentication</button>
<button name="outcome" value="fail">Fail authentication</button>
</form>
<p class="note">A real bank would ask for a code or its app. This one takes your word.</p>`

/** The dialog around the page takes its height. */
const HEIGHT = `if (parent !== window) new ResizeObserver(() => {
  parent.postMessage({ t: 'hc:challenge-height', height: document.body.offsetHeight }, '*')
}).observe(document.body)`

const DONE = `if (parent !== window) parent.postMessage({ t: 'hc:challenge-done' }, '*')`

export const TEST_BANK_SCRIPTS = [
  inPage(HEIGHT, {
    name: 'Height',
    page: 'Test bank',
    reason: 'Gives the page’s height to the dialog around it.',
  }),
  inPage(DONE, {
    name: 'Answered',
    page: 'Test bank',
    reason: 'Tells the checkout that the bank was answered.',
  }),
]

const answered = (nonce: string) => html`<h1>Thank you</h1>
<p>You can close this window.</p>
<script nonce="${nonce}">${unsafeHtml(DONE)}</script>`

/**
 * The test bank's page: asks once, then shows that it was answered. It works without script, and
 * its messages carry no data of the payment.
 */
export const renderTestBankPage = ({
  nonce,
  challengeId,
  store,
  amountText,
  settled,
}: TestBankPage): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Test bank</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style nonce="${nonce}">${styleSheet(STYLES)}</style>
</head>
<body data-challenge="${challengeId}">
<div class="page">
<p class="bank">Test bank</p>
${settled ? answered(nonce) : question(store, amountText)}
</div>
<script nonce="${nonce}">${unsafeHtml(HEIGHT)}</script>
</body>
</html>
`.text
