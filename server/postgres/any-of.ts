import { piece } from './database.ts'

/**
 * One of these texts, for named statements. An array parameter would be planned again for each
 * length; PostgreSQL keeps one plan for a subselect.
 */
export const anyOf = (values: string[]) => piece`any(array(select unnest(${values}::text[])))`
