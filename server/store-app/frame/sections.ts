import { type Html, html } from './html.ts'
import { jsonLines } from './json-lines.ts'

type Content = Html | string | undefined

/** A part of a page under a heading. */
export const sectionView = (id: string, title: Html | string, content: Content | Content[]) =>
  html`<section aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${content}
  </section>`

/** What is known of one thing: a term and its value each, but for those that are not there. */
export const factsView = (facts: [term: string, value: Content, kind?: 'text'][]) =>
  html`<dl class="facts">
    ${facts.map(([term, value, kind]) =>
      value === undefined
        ? undefined
        : html`<div>
            <dt>${term}</dt>
            <dd ${kind && html`class="${kind}"`}>${value}</dd>
          </div> `,
    )}
  </dl>`

/**
 * What the merchant's program has sent along, value by value as it came; nothing when it sent
 * nothing.
 */
export const metadataView = ({ metadata }: { metadata: string | null }) =>
  metadata === null
    ? undefined
    : html`<section>
        <h2 id="metadata">Metadata</h2>
        <pre
          tabindex="0"
          role="region"
          aria-labelledby="metadata"
        ><code>${jsonLines(metadata)}</code></pre>
      </section>`
