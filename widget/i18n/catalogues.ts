import { en, type Messages } from './en.ts'

/** Every language there is; the server and the build choose from these, the element loads the one it needs. */
export const CATALOGUES: Readonly<Record<string, Messages>> = { en }
