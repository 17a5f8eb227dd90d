import { showCopyButtons } from './copy-buttons.ts'

// Every page of the store application works without this; here is what makes some of them quicker.
showCopyButtons(document)
