import type { GuidePage } from './guide-sources.ts'
import { READERS } from '../../server/api/reference/readers.ts'

/** The list of pages for language models (llmstxt.org). */
export const renderIndex = (baseUrl: string, pages: GuidePage[]) => `# Hosted Checkout

> Sell one product with a link: create a session, send the buyer to its page, read the session to confirm the payment.

A session is paid only when the merchant's server reads it with the secret key and its status is \`complete\`.

## Guide

${pages.map(({ name, title, summary }) => `- [${title}](${baseUrl}/docs/${name}.md): ${summary}`).join('\n')}

## API reference

${READERS.map(({ name, title, summary }) => `- [${title}](${baseUrl}/docs/${name}/openapi.json): ${summary}`).join('\n')}

## Optional

- [All of the API](${baseUrl}/openapi.json): one OpenAPI document
`
