import { type Html, html } from './html.ts'

export type Column<Row> = {
  title: string
  cell: (row: Row) => Html | string | undefined
  /** Aligned at its end: amounts and counts stand one below the other. */
  isNumber?: boolean
  /** Keeps a least width, so that its text can be read when the table is narrow. */
  isText?: boolean
}

const columnOf =
  (kind: { isNumber?: boolean; isText?: boolean }) =>
  <Row>(title: string, cell: Column<Row>['cell']): Column<Row> => ({ title, cell, ...kind })

export const column = columnOf({})
export const numberColumn = columnOf({ isNumber: true })
export const textColumn = columnOf({ isText: true })

function classOf({ isNumber, isText }: { isNumber?: boolean; isText?: boolean }) {
  if (isNumber) return html`class="number"`
  return isText ? html`class="wide"` : undefined
}

/**
 * With the roles written out: where the page is narrow the rows are cards, and no table to the
 * browser any more.
 */
export const tableView = <Row>(
  rows: Row[],
  columns: Column<Row>[],
  { labelledBy = 'title' }: { labelledBy?: string } = {},
) =>
  html`<table role="table" aria-labelledby="${labelledBy}">
    <thead role="rowgroup">
      <tr role="row">
        ${columns.map(
          (column) =>
            html`<th role="columnheader" scope="col" ${classOf(column)}>${column.title}</th> `,
        )}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${rows.map((row) => rowView(row, columns))}
    </tbody>
  </table>`

export const rowView = <Row>(row: Row, columns: Column<Row>[]) =>
  html`<tr role="row">
    ${columns.map(
      (column) =>
        html`<td role="cell" data-label="${column.title}" ${classOf(column)}>
          <span>${column.cell(row)}</span>
        </td> `,
    )}
  </tr> `
