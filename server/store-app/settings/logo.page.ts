import type { PlacedPicture } from '../../checkout/stores/pictures.ts'
import { readPicture, takePicture } from '../frame/read-upload.ts'
import type { MemberVisit, StoreAppContext } from '../frame/store-app-context.ts'
import { type MemberPages, leadTo, memberPages, sayDone } from '../frame/visits.ts'
import { sendBranding } from './branding.page.ts'

const BRANDING = '/settings/branding'
const PATH = `${BRANDING}/logo`

/** The longest side that is kept, in pixels: plenty for a logo that is shown 28 pixels high. */
const MAX_SIDE = 640

export const logoRoutes = (app: StoreAppContext) =>
  memberPages(
    app,
    { [PATH]: { ...leadTo(BRANDING), post: saveLogo } },
    { isForOwners: true, read: readPicture(app) },
  )

export const removeLogoPages: MemberPages = {
  [`${PATH}/remove`]: {
    post: (visit) => setLogo(visit, null, 'The logo was removed: buyers see the name.'),
  },
}

async function saveLogo(visit: MemberVisit) {
  const { placed, problem = 'Choose a picture first.' } = await takePicture(visit, MAX_SIDE)
  return placed
    ? setLogo(visit, placed, 'The logo was saved.')
    : sendBranding(visit, { errors: { picture: problem } })
}

async function setLogo(visit: MemberVisit, placed: PlacedPicture | null, done: string) {
  const { app, viewer, actor } = visit
  await app.records.settings.setLogo(viewer.store.id, { placed, actor })
  return sayDone(visit, `${app.storePath}${BRANDING}`, done)
}
