/** The bank’s question, in a dialog over the form. */
export const bank = `
dialog {
  inline-size: 100vi;
  max-inline-size: none;
  block-size: 100vb;
  max-block-size: none;
  margin: 0;
  padding: 0;
  border: 0;
  background: rgb(15 18 24 / .6);
}
dialog::backdrop { background: none; }
.bank {
  display: flex;
  flex-direction: column;
  inline-size: 100%;
  block-size: 100%;
  margin: auto;
  background: var(--_hc-bg);
  color: var(--_hc-text);
}
dialog[open] { display: grid; }
.bank p {
  display: flex; flex-wrap: wrap; align-items: center; gap: 4px 16px;
  padding: 12px 24px; border-block-end: 1px solid var(--_hc-line); font-weight: 650;
}
.bank span { flex: 1; }
.bank p button { margin-inline-end: -20px; border-color: transparent; color: var(--_hc-muted); }
.bank iframe { flex: 1; inline-size: 100%; border: 0; }
@media (min-width: 30rem) {
  .bank iframe { flex: 0 1 auto; }
  .bank {
    max-inline-size: 480px;
    block-size: auto;
    max-block-size: 100vb;
    border: 1px solid var(--_hc-control);
    border-radius: 12px;
    overflow: clip;
  }
}
`
