import { type Html, html } from '../../web/html.ts'

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
 * Where the page is narrow, a row is a card of lines with their titles. `pairs`: two cells share a
 * line. `counts`: three do, between a first and a last one.
 */
type Look = { labelledBy?: string; look?: 'pairs' | 'counts' }

/** With roles: where the page is narrow the rows are cards, and no table to the browser. */
export const tableView = <Row>(
  rows: Row[],
  columns: Column<Row>[],
  { labelledBy = 'title', look }: Look = {},
) =>
  html`<table role="table" aria-labelledby="${labelledBy}" ${look && html`class="${look}"`}>
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

/** The same under a heading of its own. */
export const tableSection = <Row>(
  { id, title }: { id: string; title: string },
  rows: Row[],
  columns: Column<Row>[],
) =>
  html`<section>
    <h2 id="${id}">${title}</h2>
    ${tableView(rows, columns, { labelledBy: id })}
  </section>`

export const rowView = <Row>(row: Row, columns: Column<Row>[]) =>
  html`<tr role="row">
    ${columns.map(
      (column) =>
        html`<td role="cell" data-label="${column.title}" ${classOf(column)}>
          <span>${column.cell(row)}</span>
        </td> `,
    )}
  </tr> `
