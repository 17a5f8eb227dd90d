/**
 * JSON of an object with one more member, whose value is JSON text already: it goes out as it came
 * in, byte for byte.
 */
export const jsonWith = (object: object, name: string, text: string) =>
  `${JSON.stringify(object).slice(0, -1)},${JSON.stringify(name)}:${text}}`

/** JSON of a page whose elements are JSON text already. */
export const pageJson = ({ data, nextCursor }: { data: string[]; nextCursor: string | null }) =>
  `{"data":[${data.join(',')}],"nextCursor":${JSON.stringify(nextCursor)}}`
