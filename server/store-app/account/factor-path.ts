import type { StoreAppContext } from '../frame/store-app-context.ts'

export const factorPath = ({ storePath }: StoreAppContext) => `${storePath}/account/second-factor`
