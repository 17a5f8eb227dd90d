export const GUIDE_STYLES = `
.guide { max-inline-size: 720px; }
.guide > * + * { margin-block-start: 16px; }
.guide > h1 + p { color: var(--muted); font-size: 18px; line-height: 28px; }
.guide > h2 { margin-block-start: 48px; }
.guide > h3 { margin-block-start: 32px; }
.guide h2 a, .guide h3 a { color: inherit; text-decoration: none; }
.guide h2 a:hover, .guide h3 a:hover { text-decoration: underline; }
.guide > p code, .guide li code, .guide td code {
  padding: 1px 3px;
  border-radius: 6px;
  background: var(--surface-2);
}
.guide img { max-inline-size: 100%; block-size: auto; border: 1px solid var(--line); border-radius: 12px; }
.guide > ul, .guide > ol { display: grid; gap: 8px; padding-inline-start: 24px; }
.guide > ul { list-style: disc; }
.guide li::marker { color: var(--muted); }
.guide > .examples, .guide > .panel, .guide > table { margin-block: 24px; }
.guide .panel pre, .first .panel pre { white-space: pre; overflow-wrap: normal; }
.first { display: grid; grid-template-columns: minmax(0, 800px); gap: 32px; }

.languages { display: flex; flex-wrap: wrap; gap: 4px; margin: 0 0 8px; padding: 0; border: 0; }
.languages label { position: relative; padding: 4px 12px; border-radius: 999px; color: var(--muted);
  font-size: 14px; line-height: 24px; font-weight: 600; cursor: pointer; }
.languages label:hover { color: var(--text); }
.languages input { position: absolute; inset: 0; margin: 0; opacity: 0; cursor: pointer; }
.languages label:has(:checked) { background: var(--info); color: var(--accent); }
.languages label:has(:focus-visible) { outline: 3px solid var(--accent); outline-offset: 2px; }
@supports selector(:has(*)) {
  .examples > [data-language] { display: none; }
  ${[
    'curl',
    'node',
    'python',
    'php',
    'ruby',
    'go',
    'java',
    'html',
    'react',
    'vue',
    'svelte',
    'next',
    'angular',
  ]
    .map((name) => `.examples:has([value=${name}]:checked) > [data-language=${name}]`)
    .join(',\n  ')} { display: block; }
}

.guide td:first-child { white-space: normal; }
.guide td:first-child code { white-space: nowrap; }
.guide td:nth-child(4) { min-inline-size: 200px; }

.neighbours { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 16px; }
.guide > .neighbours { margin-block-start: 64px; padding-block-start: 24px;
  border-block-start: 1px solid var(--line); }
.neighbours a { padding-block: 4px; font-weight: 600; text-decoration: none; }
.neighbours a:hover { text-decoration: underline; }
.neighbours span { display: block; color: var(--muted); font-size: 14px; font-weight: 400; }
.neighbours .next { margin-inline-start: auto; text-align: end; }

.steps { display: grid; gap: 24px 32px; padding: 0; list-style: none; counter-reset: step;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 300px), 1fr)); }
.steps li { display: grid; align-content: start; gap: 4px; padding-block-start: 16px;
  border-block-start: 1px solid var(--line); counter-increment: step; }
.steps h3::before { content: counter(step) "  "; color: var(--muted); font-weight: 400; }
.steps h3, .readers h3 { font-size: 17px; }
.steps h3 a, .readers h3 a { color: var(--accent); }
.steps p, .readers p { color: var(--muted); font-size: 15px; line-height: 22px; }
.readers { display: grid; gap: 40px 32px; align-items: start;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 300px), 1fr)); }
.readers section { display: grid; gap: 8px; }
.readers li a { display: flex; justify-content: space-between; gap: 8px; padding-block: 4px;
  color: var(--text); font-size: 15px; text-decoration: none; }
.readers li a:hover { text-decoration: underline; }
.readers li:target { background: var(--info); }
.readers .method { align-self: center; }`
