import { UPLOAD, buttonForm, formView } from '../frame/forms.ts'
import { html } from '../../web/html.ts'
import { pictureField } from '../frame/read-upload.ts'
import { sectionView } from '../frame/sections.ts'
import type { MemberVisit, Viewer } from '../frame/store-app-context.ts'

/** The logo on a light and on a dark page: one drawn for the first may vanish on the second. */
const previewView = (logoUrl: string, viewer: Viewer, action: string) =>
  html`<div class="logos">
      <p class="logo light"><img src="${logoUrl}" alt="Your logo on a light page" /></p>
      <p class="logo dark"><img src="${logoUrl}" alt="Your logo on a dark page" /></p>
    </div>
    ${buttonForm(viewer, { action: `${action}/remove`, button: 'Remove logo' })}`

/** The part of Settings → Branding that is about the logo. */
export function logoView(
  { app, viewer }: MemberVisit,
  { logoUrl, error }: { logoUrl: string | null; error: string | undefined },
) {
  const action = `${app.storePath}/settings/branding/logo`
  return sectionView('logo', 'Logo', [
    html`<p class="lead">
      Buyers see it at the top of the page where they pay, 28 pixels high, in place of the name.
    </p>`,
    logoUrl === null ? undefined : previewView(logoUrl, viewer, action),
    formView(viewer, { action, attributes: UPLOAD, button: 'Upload logo', kind: 'quiet' }, [
      pictureField({
        label: logoUrl === null ? 'Choose a picture' : 'Choose another picture',
        hint: 'It should be readable on a light page and on a dark one.',
        error,
        attributes: html`required`,
      }),
    ]),
  ])
}
