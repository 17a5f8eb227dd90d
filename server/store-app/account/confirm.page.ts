import { formField } from '../frame/forms.ts'
import { redirectWith } from '../frame/notices.ts'
import { pages } from '../frame/pages.ts'
import { pathAfter } from '../frame/return-path.ts'
import { confirmed } from '../frame/step-up.page.ts'
import type { StoreAppContext } from '../frame/store-app-context.ts'
import { memberAction } from '../frame/store-auth.ts'

/** What a page that needs it sends first; then it leads there. */
export const confirmRoutes = (app: StoreAppContext) =>
  pages(app, {
    '/account/confirm': {
      post: memberAction(
        app,
        confirmed(app, { to: 'open what asks for it', back: '' }, async (request, response) => {
          const to = pathAfter(app, formField(request, 'to'))
          const list = listOfFile(app, to)
          if (list === undefined) return response.redirect(303, to)
          return redirectWith(app, response, {
            to: list,
            kind: 'success',
            text: 'Confirmed. The file holds all that is listed here.',
            link: { path: to, text: 'Download the orders' },
          })
        }),
      ),
    },
  })

/** A browser that gets a file stays where it is: its list says where the file is to be had. */
function listOfFile({ storePath }: StoreAppContext, path: string) {
  const [file, list] = [`${storePath}/orders/export`, `${storePath}/orders`]
  return path === file || path.startsWith(`${file}?`) ? path.replace(file, list) : undefined
}
