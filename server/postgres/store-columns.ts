import { FACE_FIELDS, STORE_FIELDS, type StoreFields } from '../checkout/store-fields.ts'
import { type Column, columns, flag, json, orNull, text, texts } from './columns.ts'

const KINDS = { text, texts, flag, json }

const columnOf = (name: keyof StoreFields) =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Of `stores st`. */
function fieldsOf<Name extends keyof StoreFields>(names: readonly Name[]) {
  const columnOfField = (name: Name): Column<unknown> => {
    const column = KINDS[STORE_FIELDS[name].kind](`st.${columnOf(name)}`)
    return 'isOptional' in STORE_FIELDS[name] ? orNull<unknown>(column) : column
  }
  // The constraints of the schema hold them to the types of the fields.
  return Object.fromEntries(names.map((name) => [name, columnOfField(name)])) as {
    [Each in Name]: Column<StoreFields[Each]>
  }
}

/** A `StoreFace`, of `stores st`. */
export const FACE = columns(fieldsOf(FACE_FIELDS), { prefix: 'store.' })
