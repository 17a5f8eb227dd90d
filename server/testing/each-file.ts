import { tellWarnings } from './warnings.ts'

tellWarnings()
