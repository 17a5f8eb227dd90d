import { countOf } from '../../frame/formats.ts'
import { UPLOAD, formView, inputField } from '../../frame/forms.ts'
import { html } from '../../../web/html.ts'
import { moneyOf } from '../../frame/price.ts'
import { readUpload, tooLarge, uploadOf } from '../../frame/read-upload.ts'
import type { MemberVisit, StoreAppContext } from '../../frame/store-app-context.ts'
import { column, numberColumn, tableView, textColumn } from '../../frame/table.ts'
import { memberPages, sayDone } from '../../frame/visits.ts'
import { COLUMNS, type FileProblem } from './import-file.ts'
import type { ImportReader } from './import-reader.ts'
import { PRODUCT_TOOLS, sendProductTool } from '../products-frame.ts'

const MAX_BYTES = 1_048_576

/** How many problems are shown at once. */
const SHOWN_PROBLEMS = 100

const IMPORT = `${PRODUCT_TOOLS}/import`

export const importRoutes = (app: StoreAppContext, importReader: ImportReader) =>
  memberPages(
    app,
    {
      [IMPORT]: {
        get: (visit) => sendForm(visit),
        post: (visit) => importFile(visit, importReader),
      },
    },
    { read: readUpload(app, { name: 'file', maxBytes: MAX_BYTES }) },
  )

async function importFile(visit: MemberVisit, reader: ImportReader) {
  const { app, request, viewer, actor } = visit
  const { id, currency } = viewer.store
  const upload = uploadOf(request)
  if (!upload) return sendForm(visit, { fileProblem: 'Choose a file.' })
  if (upload.isTooLarge) return sendForm(visit, { fileProblem: tooLarge('1 MB') })
  const file = await reader.read({ content: upload.content, money: moneyOf(app, viewer) })
  if (file.problems.length > 0) return sendForm(visit, file)
  const { products } = file
  const result = await app.records.catalogue.importProducts(id, { products, currency, actor })
  if (result.problems) return sendForm(visit, result)
  const counts = `${countOf(result.created, 'new product')}, ${countOf(result.changed, 'changed product')}, ${result.unchanged} as before`
  return sayDone(visit, `${app.storePath}/products`, `Imported: ${counts}.`)
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
      leaves it as it is, and <code>max_per_order</code> and <code>withdrawal_days</code>, too.
    </li>
    <li>
      <code>name:pt-BR</code> and <code>description:pt-BR</code> are its words in a language. These
      and the texts of product safety need only one of the product’s lines; a column without a text
      on any of them takes that text away.
    </li>
    <li>Products and variants that the file does not name stay as they are.</li>
  </ul>
</section>`

type Refusal = { problems?: FileProblem[] | undefined; fileProblem?: string | undefined }

function sendForm(visit: MemberVisit, { problems = [], fileProblem }: Refusal = {}) {
  sendProductTool(visit, {
    title: 'Import products',
    lead: 'From a CSV file, such as the one that Export makes. All of it is imported, or nothing when a line is wrong.',
    problem: fileProblem === undefined ? problemsView(problems) : html``,
    main: html`${formView(visit.viewer, { attributes: UPLOAD, button: 'Import' }, [
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
