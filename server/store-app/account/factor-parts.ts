import { styleSheet } from '../../web/html.ts'
import type { MemberVisit, StoreAppContext } from '../frame/store-app-context.ts'
import type { SecondFactorChange } from '../../checkout/stores/audit.ts'
import { notifySecondFactor } from '../frame/members/second-factor-proof.ts'

export const factorPath = ({ storePath }: StoreAppContext) => `${storePath}/account/second-factor`

export const notifyChange = (visit: MemberVisit, change: SecondFactorChange) =>
  notifySecondFactor(visit, {
    email: visit.viewer.email,
    storeName: visit.viewer.store.name,
    change,
  })

/** The QR code is always dark on light, because some scanners read no other. */
export const SECOND_FACTOR = styleSheet(`
.qr {
  display: block;
  inline-size: min(100%, 216px);
  margin-block: 16px;
  border: 1px solid var(--line);
  border-radius: 12px;
  background: #fff;
  fill: #000;
}
@media (forced-colors: active) { .qr { forced-color-adjust: none; } }
.qr ~ .copy, .passkeys + .actions { margin-block-start: 12px; }
.passkeys { display: grid; gap: 12px; padding: 0; list-style: none; }
.passkeys li {
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  gap: 12px;
  padding: 12px 16px;
  border: 1px solid var(--line);
  border-radius: 12px;
}
.passkeys form:first-child { display: flex; flex: 1 1 16rem; align-items: end; gap: 12px; }
.passkeys .field { flex: 1; min-inline-size: 0; }
.passkeys input, .passkeys .quiet { min-block-size: 44px; }
.passkeys p { flex-basis: 100%; }`)
