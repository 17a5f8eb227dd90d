/** What is said above the form and above its button, and how a payment goes on. */
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
.card .notice { margin-block: 0; }
.notice ul { margin-block-start: 4px; padding-inline-start: 20px; }
.notice li { padding-block: 2px; }
.notice li a { color: inherit; }
.pay[aria-disabled] {
  border-color: var(--_hc-control);
  background: var(--_hc-surface-2);
  color: var(--_hc-text);
  cursor: default;
}
@media (forced-colors: active) {
  .pay[aria-disabled] { border-color: GrayText; color: GrayText; }
}
@media (prefers-reduced-motion: no-preference) {
  .pay[aria-disabled]::after {
    content: "";
    position: absolute;
    inset: auto 0 0;
    block-size: 2px;
    background: currentColor;
    animation: hc-wait 1.4s ease-in-out infinite alternate;
  }
  @keyframes hc-wait {
    from { opacity: .15; }
  }
}
`
