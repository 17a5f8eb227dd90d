import {
  SHOWN_STORE_FIELDS,
  STORE_FIELDS,
  STORE_FIELD_NAMES,
  type StoreChange,
  type StoreFields,
} from '../../checkout/stores/store-fields.ts'
import { type Column, columns, flag, integer, json, orNull, text, texts } from '../columns.ts'
import { Fragment, fragment, piece } from '../database.ts'

type Field = keyof StoreFields

/** Constraints of the schema hold the values to the types of the fields. */
const KINDS: Record<(typeof STORE_FIELDS)[Field]['kind'], (expression: string) => Column<unknown>> =
  {
    text,
    texts,
    flag,
    json,
    'flag?': (expression) => orNull(flag(expression)),
    'text?': (expression) => orNull(text(expression)),
    'integer?': (expression) => orNull(integer(expression)),
    'json?': (expression) => orNull(json(expression)),
  }

const columnOf = (name: Field) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Columns of `stores st`. */
export const columnsOf = <Name extends Field>(names: readonly Name[]) =>
  Object.fromEntries(
    names.map((name) => [name, KINDS[STORE_FIELDS[name].kind](`st.${columnOf(name)}`)]),
  ) as { [Each in Name]: Column<StoreFields[Each]> }

export const STORE_COLUMNS = columns(columnsOf(STORE_FIELD_NAMES))

/** A `ShownStore`, of `stores st`. */
export const SHOWN_STORE = columns(columnsOf(SHOWN_STORE_FIELDS), { prefix: 'store.' })

export const namesIn = (change: StoreChange) =>
  STORE_FIELD_NAMES.filter(
    (name): name is keyof StoreChange => name !== 'isTest' && change[name] !== undefined,
  )

const valueOf = (change: StoreChange, name: keyof StoreChange) =>
  STORE_FIELDS[name].kind.startsWith('json') && change[name] !== null
    ? JSON.stringify(change[name])
    : change[name]

/** With commas between them. */
const listOf = (pieces: Fragment[]) =>
  new Fragment(['', ...pieces.slice(1).map(() => ', '), ''], pieces)

/** For an insert. */
export const columnList = (change: StoreChange) =>
  listOf(namesIn(change).map((name) => fragment(columnOf(name))))
export const valueList = (change: StoreChange) =>
  listOf(namesIn(change).map((name) => piece`${valueOf(change, name)}`))

/** For an update. */
export const assignments = (change: StoreChange) =>
  listOf(
    namesIn(change).map((name) => piece`${fragment(columnOf(name))} = ${valueOf(change, name)}`),
  )
