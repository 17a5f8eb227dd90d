import { showBrandingPreview } from './branding-preview.ts'
import { showCopyButtons } from './copy-buttons.ts'
import { showLiveOrders } from './live-order-list.ts'
import { offerPasskeys } from './passkeys.ts'
import { sendFormsOnce } from './send-once.ts'

// Every page of the store application works without this; here is what makes some of them quicker.
showCopyButtons(document)
showBrandingPreview(document)
showLiveOrders(document)
offerPasskeys(document)
sendFormsOnce(document)
