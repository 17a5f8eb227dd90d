import { NO_COMMON_KEY, listDifferences, sharesKey } from '../../open/common-settings.ts'
import type { CommonSettings } from '../../postgres/common-settings.ts'
import { type Finding, well, wrong } from './finding.ts'

/** These settings beside those of the latest process that started. */
export function judgeCommon(own: CommonSettings, kept: CommonSettings): Finding[] {
  const found = listDifferences(own, kept).map(({ setting, here, before }) =>
    wrong(
      setting,
      `${here} here, and ${before} in the latest process that started`,
      'Give all processes the same, and start again those that have another',
    ),
  )
  if (!sharesKey(own, kept))
    found.unshift(
      wrong(
        'TOKEN_SIGNING_KEY',
        NO_COMMON_KEY,
        'Set the same key for all processes of the service',
      ),
    )
  return found.length > 0
    ? found
    : [well('processes', 'the latest that started has the same keys, addresses and provider')]
}
