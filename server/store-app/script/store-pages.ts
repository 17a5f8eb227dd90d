import { joinAllBoxes } from './all-boxes.ts'
import { showBrandingPreview } from './branding-preview.ts'
import { showCopyButtons } from './copy-buttons.ts'
import { showLiveOrders } from './live-order-list.ts'
import { offerPasskeys } from './passkeys.ts'
import { sendFormsOnce } from './send-once.ts'
import { showCurrentTabs } from './tabs.ts'
import { fillInTimeZone } from './time-zone.ts'
import { nameUnsavedChanges } from './unsaved-changes.ts'

// Every page works without this script, which makes some of them quicker.
joinAllBoxes(document)
showCopyButtons(document)
showBrandingPreview(document)
showLiveOrders(document)
offerPasskeys(document)
fillInTimeZone(document)
showCurrentTabs(document)
// Before the next, which takes a form that was stopped here for one that was not sent.
nameUnsavedChanges(document)
sendFormsOnce(document)
