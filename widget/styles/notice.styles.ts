/** What is said above the form, at the card and above the button, and how a payment is going. */
export const notice = `
.notice {
  display: flex;
  gap: 12px;
  margin-block: 24px 0;
  padding: 14px 16px;
  border-inline-start: 4px solid;
  border-radius: 4px;
  background: var(--_hc-info-bg);
  color: var(--_hc-accent);
}
.notice > div { color: var(--_hc-text); min-inline-size: 0; }
.notice > .icon { margin-block-start: 4px; }
.notice > div > :is(button, .actions) { margin-block-start: 12px; }
.warning { background: var(--_hc-warning-bg); color: var(--_hc-warning); }
.danger { background: var(--_hc-danger-bg); color: var(--_hc-danger); }
[data-problem] { margin-block: 0 24px; }
section .notice { margin-block: 0; }
.notice ul { margin-block-start: 4px; padding-inline-start: 20px; }
.notice li { padding-block: 2px; }
.notice li a { color: inherit; }
/* A button that is busy is not disabled. */
.pay[aria-disabled]:not(:has(.busy)) {
  border-color: var(--_hc-control);
  background: var(--_hc-surface-2);
  color: var(--_hc-text);
  cursor: default;
}
.pay:has(.busy) { background: var(--_hc-fill); cursor: progress; }
.busy {
  inline-size: 20px;
  block-size: 20px;
  margin-inline-end: 10px;
  border: 3px dotted;
  border-radius: 50%;
}
.column:has(.busy) > .fields { opacity: .55; }
/*
 * A buyer who has scrolled up sees it, too, and what is said of it, where that leaves enough room.
 * The form passes below them, and not between them.
 */
@container (min-width: 14em) { @media (min-height: 30rem) {
  .column > .pay:has(.busy) {
    position: sticky;
    inset-block-end: 16px;
    box-shadow: 0 16px var(--_hc-bg), 0 -24px var(--_hc-bg);
  }
  .column:has(.busy) > [data-live=notice] {
    position: sticky;
    inset-block-end: calc(var(--hc-button-height, 52px) + 40px);
  }
} }
/* What the buyer has to do first is in the notice. */
[data-live]:has([data-other]) ~ .pay { display: none; }
.column > [data-live]:has([data-other]) { inset-block-end: 16px; }
@media (forced-colors: active) {
  .pay[aria-disabled]:not(:has(.busy)) { border-color: GrayText; color: GrayText; }
}
/* In forced colours nothing is transparent, so a ring would turn unseen. */
@media (prefers-reduced-motion: no-preference) and (forced-colors: none) {
  .fields { transition: opacity .15s; }
  .busy {
    border-style: solid;
    border-block-start-color: transparent;
    animation: hc-turn .8s linear infinite;
  }
  @keyframes hc-turn {
    to { rotate: 1turn; }
  }
}
`
