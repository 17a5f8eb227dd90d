/** What may be written as `Json`, which makes texts of dates. */
export type WithDates<Json> = {
  [Name in keyof Json]: string extends Json[Name] ? Json[Name] | Date : Json[Name]
}

/** JSON of an object with one more member; its JSON `text` stays byte for byte. */
export const jsonWith = (object: object, name: string, text: string) =>
  `${JSON.stringify(object).slice(0, -1)},${JSON.stringify(name)}:${text}}`

/** JSON of a page of a list; the elements are JSON already. */
export const pageJson = ({ data, nextCursor }: { data: string[]; nextCursor: string | null }) =>
  `{"data":[${data.join(',')}],"nextCursor":${JSON.stringify(nextCursor)}}`
