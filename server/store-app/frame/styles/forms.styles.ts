/**
 * Fields, and what is said about them. The button of a long form stays in reach, and what gets the
 * focus comes to rest above it.
 */
export const FORMS = `
.field > label { display: block; margin-block-end: 4px; font-weight: 550; }
input, textarea, select {
  display: block;
  inline-size: 100%;
  min-block-size: 44px;
  padding: 9px 14px;
  border: 1px solid var(--control);
  border-radius: 10px;
  background: var(--bg);
  color: inherit;
  font: inherit;
  font-size: 1rem;
}
input, textarea { appearance: none; }
input[type=hidden] { display: none; }
input[type=checkbox], input[type=radio] {
  appearance: auto;
  flex: none;
  inline-size: 20px;
  block-size: 20px;
  min-block-size: 0;
  margin: 2px 0;
  accent-color: var(--accent);
}
input[type=file] { padding: 5px; }
::file-selector-button {
  min-block-size: 32px;
  margin-inline-end: 12px;
  padding: 0 12px;
  border: 1px solid var(--control);
  border-radius: 8px;
  background: var(--surface);
  color: inherit;
  font: inherit;
  font-size: .875rem;
  font-weight: 550;
}
select { padding-inline: 10px; text-overflow: ellipsis; }
textarea { min-block-size: 96px; resize: vertical; }
input:hover, textarea:hover, select:hover { border-color: var(--text); }
input:focus-visible, textarea:focus-visible, select:focus-visible {
  border-color: var(--accent);
  outline-offset: -1px;
  border-radius: 10px;
}
input[type=checkbox]:focus-visible, input[type=radio]:focus-visible { outline-offset: 2px; }
[aria-invalid=true] { border: 2px solid var(--danger); padding: 8px 13px; }
:autofill { box-shadow: 0 0 0 99px var(--info-bg) inset; -webkit-text-fill-color: var(--text); }
.hint, .error { margin-block-start: 4px; font-size: .875rem; line-height: 1.4286; }
.hint { color: var(--muted); }
.error { color: var(--danger); font-weight: 550; }
.error::before { content: "! " / ""; font-weight: 800; }
.check { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 4px 12px; }
.check > :not(input) { grid-column: 2; }
.check > label, .check > .hint { margin: 0; }
.check > label { padding-block: 1px; font-weight: 400; }
.form { display: grid; gap: 16px; max-inline-size: var(--measure); margin-block-start: 16px; }
.form > .actions { margin-block-start: 8px; }
fieldset.part { display: grid; gap: 12px; margin-block-start: 16px; }
.part > legend { margin-block-end: 12px; font-size: 1.125rem; line-height: 1.4444; }
[data-saved] > .actions {
  position: sticky;
  inset-block-end: 0;
  z-index: 1;
  padding-block: 12px;
  border-block-start: 1px solid var(--line);
  background: var(--bg);
}
[data-unsaved] { flex: 1 1 14rem; }
[data-unsaved]:not([hidden]) {
  display: -webkit-box;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
  overflow: hidden;
}
:root:has([data-saved]) { scroll-padding-block-end: 144px; }
dialog {
  max-inline-size: min(36rem, calc(100% - 32px));
  padding: 24px;
  border: 1px solid var(--control);
  border-radius: 12px;
  background: var(--bg);
  color: inherit;
}
dialog::backdrop { background: rgb(15 18 24 / 60%); }
dialog > p { margin-block-start: 4px; color: var(--muted); }
dialog > ul { margin-block: 12px 24px; padding-inline-start: 20px; }
.pair {
  display: grid;
  gap: 16px;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 12rem), 1fr));
}
.filters { display: flex; flex-wrap: wrap; align-items: end; gap: 12px; margin-block-start: 16px; }
.filters:has(> .field .error) { align-items: start; }
.filters:has(> .field .error) > .quiet { margin-block-start: 26px; }
.filters .field { flex: 1 1 7.5rem; min-inline-size: 0; }
.filters .field:has([type=date]) { flex-basis: 9.5rem; }
.filters .field:has([type=search]) { flex: 2 1 12rem; }
.filters details { flex-basis: 100%; }
.filters .filters { margin-block-start: 4px; }
.notice {
  padding: 12px 16px;
  border-inline-start: 4px solid var(--accent);
  border-radius: 4px;
  background: var(--info-bg);
}
.notice.danger { border-color: var(--danger); background: var(--danger-bg); }
.notice.success { border-color: var(--success); background: var(--success-bg); }
.notice.warning { border-color: var(--warning); background: var(--warning-bg); }
.notice.danger strong, .notice.danger h2 { color: var(--danger); }
.notice ul { margin-block-start: 4px; padding-inline-start: 20px; }
.app .notice { margin-block: 16px; }
.app main > .notice:first-child { margin-block-start: 0; }
.secret { display: grid; gap: 8px; margin-block-start: 12px; }
.copy { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; }
.copy code {
  flex: 1 1 16rem;
  padding: 8px 12px;
  border: 1px solid var(--line);
  border-radius: 8px;
  background: var(--bg);
  overflow-wrap: anywhere;
  white-space: pre-line;
}
.instead > .field { margin-block-start: 8px; }
[data-passkey]:not([hidden]) + .no-passkeys { display: none; }`
