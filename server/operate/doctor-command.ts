import { commonSettingsOf, listChanged } from '../open/common-settings.ts'
import { VARIABLES, findBadSettings, parseConfig } from '../config.ts'
import { connectionsEach } from '../postgres/connection/connections-each.ts'
import { isDiskFull } from '../postgres/connection/failures.ts'
import { diagnose } from '../postgres/upkeep/diagnosis.ts'
import { checkAddresses, checkMetrics } from './doctor/addresses.ts'
import { judgeBuild, judgeChanged, judgeCommon } from './doctor/common.ts'
import { checkDisk, judgeDatabase, judgeRows } from './doctor/database.ts'
import { type Finding, reasonOf, toLine, well, wrong } from './doctor/finding.ts'
import { judgeNotices } from './doctor/guarantee.ts'
import { checkCache, checkMail, checkProvider } from './doctor/neighbours.ts'
import { judgePostgres } from './doctor/postgres.ts'
import { checkSecretFiles } from './doctor/secret-files.ts'
import { secretsOf } from '../settings/environment.ts'
import { findDatabase } from './operators-database.ts'

/**
 * `npm run doctor`: looks at the settings and at everything that the service needs, and changes
 * nothing. Prints one line a thing: how it is and, if that is wrong, what to do. Exit code 0: nothing
 * is wrong. 1: something is. 2: the settings are wrong, so that nothing else could be looked at.
 */
async function main() {
  const bad = findBadSettings(process.env)
  if (bad.length > 0) {
    print(bad.map(({ message }) => wrong('settings', message, 'See docs/configuration.md')))
    process.exitCode = 2
    return
  }
  const config = parseConfig(process.env)
  const looked = await Promise.all([
    checkSecretFiles({ env: process.env, names: secretsOf(VARIABLES), dataDir: config.dataDir }),
    checkDatabase(config),
    checkCache(config),
    checkProvider(config),
    checkMail(config),
    checkAddresses(config),
    checkMetrics(config),
  ])
  const found = [well('settings', 'each can be read'), ...looked.flat()]
  print(found)
  if (found.some(({ advice }) => advice !== undefined)) process.exitCode = 1
}

const print = (findings: Finding[]) => {
  for (const finding of findings) console.log(toLine(finding))
}

async function checkDatabase(config: ReturnType<typeof parseConfig>): Promise<Finding[]> {
  await using opening = new AsyncDisposableStack()
  try {
    const connection = await findDatabase(config, opening)
    const { diagnosis, ailments, common } = await diagnose(connection)
    const keys = config.givenSecrets.tokenSigningKeys
    const takesRealMoney = config.paymentProvider !== 'test'
    const { isProduction, workers } = config
    const folder = config.databaseUrl === undefined ? config.dataDir : diagnosis.dataDirectory
    return [
      ...judgeDatabase(diagnosis),
      ...judgePostgres(diagnosis, {
        connections: workers * connectionsEach(workers),
        each: connectionsEach(workers),
        isServiceRole: config.migrate === 'never',
      }),
      ...(await checkDisk(folder)),
      ...(ailments ? judgeRows(ailments, { takesRealMoney, isProduction }) : []),
      ...(ailments && takesRealMoney
        ? [judgeNotices(ailments.storesOfUnion, config.guaranteeNotices)]
        : []),
      ...(keys && common
        ? [
            ...judgeCommon(commonSettingsOf(config, keys), common),
            judgeChanged(listChanged(config, { signingKeys: keys, kept: common })),
            judgeBuild(common),
          ]
        : []),
    ]
  } catch (error) {
    return [
      wrong(
        'database',
        `it cannot be asked (${reasonOf(error)})`,
        isDiskFull(error)
          ? 'Make room on its disk'
          : 'Check DATABASE_URL and the rights of its role',
      ),
    ]
  }
}

await main()
