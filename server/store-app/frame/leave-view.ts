import { html } from '../../web/html.ts'

/** What the script asks a member who is about to leave changes behind. */
export const leaveView = (button: string) =>
  html`<dialog aria-labelledby="leave">
    <h2 id="leave">Leave without saving?</h2>
    <p>These changes are not saved yet:</p>
    <ul></ul>
    <div class="actions">
      <button class="button">${button}</button>
      <button class="quiet" type="button" data-stay>Keep editing</button>
      <button class="quiet" type="button" data-leave>Leave without saving</button>
    </div>
  </dialog>`
