import { styleSheet } from '../../../web/html.ts'
import { BASICS, TOKENS } from './basics.styles.ts'
import { DETAILS } from './details.styles.ts'
import { FORMS } from './forms.styles.ts'
import { FRAME } from './frame.styles.ts'
import { LIST } from './list.styles.ts'

/** One sheet for all pages, as part of each. */
export const STYLES = styleSheet(TOKENS + BASICS + FRAME + FORMS + LIST + DETAILS)
