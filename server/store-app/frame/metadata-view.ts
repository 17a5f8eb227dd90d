import { html } from './html.ts'
import { jsonLines } from './json-lines.ts'

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
