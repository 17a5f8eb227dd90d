import { reportWarnings } from '../warnings.ts'

reportWarnings()
