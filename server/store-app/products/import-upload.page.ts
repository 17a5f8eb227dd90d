import { type ImportPlan, changesSomething, planProduct } from './product-imports.ts'
import { countOf } from '../frame/formats.ts'
import { UPLOAD, inputField, formView } from '../frame/forms.ts'
import { html } from '../../web/html.ts'
import { readUpload, uploadOf, whenNotRead } from '../frame/read-upload.ts'
import type { MemberVisit, StoreAppContext, Viewer } from '../frame/store-app-context.ts'
import { column, numberColumn, tableView, textColumn } from '../frame/table.ts'
import { memberPages } from '../frame/visits.ts'
import { COLUMNS, type FileProblem } from './import-file.ts'
import { moneyOf } from '../frame/price.ts'
import type { ImportReader } from './import-reader.ts'
import { clashesOf } from './import-clashes.ts'
import { completed, spacedAs } from './import-products.ts'
import { PRODUCT_TOOLS, sendProductTool } from './products-frame.ts'

const MAX_BYTES = 1_048_576

/** How many problems are shown at once. */
const SHOWN_PROBLEMS = 100

const IMPORT = `${PRODUCT_TOOLS}/import`

export const importRoutes = (app: StoreAppContext, importReader: ImportReader) =>
  memberPages(
    app,
    {
      [IMPORT]: {
        get: (visit) => sendUpload(visit),
        post: (visit) => preview(visit, importReader),
      },
    },
    { read: readUpload(app, { name: 'file', maxBytes: MAX_BYTES }) },
  ).use(IMPORT, whenNotRead(app, { limit: '1 MB', toPage: () => `${app.storePath}${IMPORT}` }))

async function preview(visit: MemberVisit, reader: ImportReader) {
  const { app, request, response, viewer } = visit
  const upload = uploadOf(request)
  if (!upload) return sendUpload(visit, { fileProblem: 'Choose a file.' })
  const { plan, problems, unread } = await planOf(upload.content, { app, viewer, reader })
  if (!plan) return sendUpload(visit, { problems, fileProblem: unread })
  const id = await app.records.catalogue.keepImport(viewer.store.id, plan)
  return response.redirect(303, `${app.storePath}${IMPORT}/${id}`)
}

type Reading = { app: StoreAppContext; viewer: Viewer; reader: ImportReader }
/** `unread`: why the file was not read. */
type Planned = { plan?: ImportPlan; problems?: FileProblem[]; unread?: string }

/** All that the file would change, or its problems. */
async function planOf(content: Uint8Array, { app, viewer, reader }: Reading): Promise<Planned> {
  const { currency, id } = viewer.store
  const file = await reader.read(id, { content, money: moneyOf(app, viewer) })
  if ('unread' in file) return file
  if (file.problems.length > 0) return { problems: file.problems }
  const known = await app.records.catalogue.findProductsOf(
    id,
    file.products.map(({ slug }) => slug),
  )
  const current = new Map(known.map((product) => [product.slug, product]))
  const products = file.products.map((product) => spacedAs(product, current.get(product.slug)))
  const clashes = products.flatMap((product) => clashesOf(product, current.get(product.slug)))
  if (clashes.length > 0) return { problems: clashes }
  const planned = products.map((product) =>
    planProduct(completed(product, current.get(product.slug)), current.get(product.slug)),
  )
  const changing = planned.filter(changesSomething)
  return { plan: { currency, products: changing, unchanged: planned.length - changing.length } }
}

const FIRST_OF_MANY = ` These are the first ${SHOWN_PROBLEMS}.`

const problemsView = (problems: FileProblem[]) =>
  problems.length === 0
    ? undefined
    : html`<div class="notice danger" role="alert">
          <h2 id="problems">Nothing was imported: ${countOf(problems.length, 'problem')}</h2>
          <p>
            Correct the file and choose it
            again.${problems.length > SHOWN_PROBLEMS ? FIRST_OF_MANY : ''}
          </p>
        </div>
        ${tableView(
          problems.slice(0, SHOWN_PROBLEMS),
          [
            numberColumn('Line', ({ line }) => String(line)),
            column('Column', ({ column: name }) =>
              name === null
                ? html`<span class="muted">all</span>`
                : html`<code><bdi>${name}</bdi></code>`,
            ),
            textColumn('Problem', ({ text }) => html`<bdi>${text}</bdi>`),
          ],
          { labelledBy: 'problems' },
        )}`

const columnsView = html`<section class="part">
  <h2>What the file looks like</h2>
  <p>
    A heading with the names of the columns, in any order, and one line for each variant:
    ${COLUMNS.map((column, index) => html`${index === 0 ? '' : ', '}<code>${column}</code>`)}.
  </p>
  <ul>
    <li>
      <code>slug</code> says which product it is. A slug that there is changes that product, another
      one makes a new product.
    </li>
    <li>
      <code>slug</code>, <code>name</code> and <code>price</code> are needed. What a file has no
      column for stays as it is.
    </li>
    <li>
      <code>stock</code> is the count on hand, units in payments under way included. An empty cell
      leaves it as it is, and <code>withdrawal_days</code>, too.
    </li>
    <li>Products and variants that the file does not name stay as they are.</li>
  </ul>
</section>`

type Problems = { problems?: FileProblem[] | undefined; fileProblem?: string | undefined }

function sendUpload(visit: MemberVisit, { problems = [], fileProblem }: Problems = {}) {
  sendProductTool(visit, {
    title: 'Import products',
    lead: 'From a CSV file, such as the one that Export makes. You see what it would change before anything is.',
    problem: fileProblem === undefined ? problemsView(problems) : html``,
    main: html`${formView(visit.viewer, { attributes: UPLOAD, button: 'See what it changes' }, [
      inputField({
        name: 'file',
        label: 'CSV file',
        error: fileProblem,
        hint: '1 MB at most',
        attributes: html`type="file" accept=".csv,text/csv" required`,
      }),
    ])}
    ${columnsView}`,
  })
}
