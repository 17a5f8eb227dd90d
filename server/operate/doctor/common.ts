import { NO_COMMON_KEY, listDifferences, sharesKey } from '../../open/common-settings.ts'
import { BUILD, RELEASE } from '../../reporting/build.ts'
import type { CommonSettings } from '../../postgres/common-settings.ts'
import { type Finding, well, wrong } from './finding.ts'

/** This build beside that of the latest process that started. */
export function judgeBuild({ revision = 'unknown' }: Pick<CommonSettings, 'revision'>): Finding {
  return revision === BUILD.revision
    ? well('build', RELEASE)
    : wrong(
        'build',
        `this is ${RELEASE}, and ${revision} in the latest process that started`,
        'Finish the update, or run the doctor of the build that runs',
      )
}

/** Settings that were changed after the latest process had started. */
export const judgeChanged = (names: string[]): Finding =>
  names.length === 0
    ? well('settings of processes', 'the latest that started has these')
    : wrong(
        'settings of processes',
        `${names.join(', ')} had another value in the latest process that started`,
        'Start the processes again, so that they read what is set now',
      )

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
