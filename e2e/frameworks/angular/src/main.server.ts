import {
  type BootstrapContext,
  bootstrapApplication,
  provideClientHydration,
} from '@angular/platform-browser'
import { RenderMode, provideServerRendering, withRoutes } from '@angular/ssr'
import { Page } from './page'

const routes = [{ path: '**', renderMode: RenderMode.Server as const }]
const providers = [provideClientHydration(), provideServerRendering(withRoutes(routes))]

const bootstrap = (context: BootstrapContext) => bootstrapApplication(Page, { providers }, context)

export default bootstrap
