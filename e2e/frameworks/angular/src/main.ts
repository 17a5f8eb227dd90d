import { bootstrapApplication, provideClientHydration } from '@angular/platform-browser'
import { Page } from './page'

bootstrapApplication(Page, { providers: [provideClientHydration()] }).catch(console.error)
