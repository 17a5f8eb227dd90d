import { piece } from './database.ts'

/**
 * One of these texts, for statements with a name: PostgreSQL keeps the plan for an array of which it
 * knows nothing, while it would plan for each other length of an array that it is given.
 */
export const anyOf = (values: string[]) => piece`any(array(select unnest(${values}::text[])))`
