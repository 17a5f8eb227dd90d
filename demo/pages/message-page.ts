import { html } from '../html.ts'
import type { Html } from '../html.ts'
import { layout } from './layout.ts'
import type { Visit } from './layout.ts'

export const messagePage = (
  visit: Visit,
  { title, text, more }: { title: string; text: string; more?: Html },
) =>
  layout(visit, {
    title,
    main: html` <section class="message">
      <h1>${title}</h1>
      <p>${text}</p>
      ${more}
      <p><a class="link" href="/">Back to the shop</a></p>
    </section>`,
  })
