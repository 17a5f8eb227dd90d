import { Writable } from 'node:stream'
import '../../../scripts/programs/end-with-runner.ts'
import type { Rate } from '../../checkout/ports/cache.ts'
import { type Config, parseConfig } from '../../config.ts'
import { createLog } from '../../reporting/log.ts'
import type { ServiceOptions } from '../../service-options.ts'
import { startService } from '../../service.ts'
import { findFreePort } from './free-port.ts'
import { createTestDatabase } from './test-postgres.ts'
import { QUICK_PASSWORD_COST } from '../store/quick-passwords.ts'
import { noteWarning } from '../warnings.ts'
import { type Answer, type CallOptions, call } from '../http-call.ts'

export const PLATFORM_TOKEN = 'platform-token-of-all-of-the-tests'

/** Settings for tests that ask more often than a merchant may. */
export const WITHOUT_LIMITS = { RATE_LIMIT_PER_SECOND: '10000', RATE_LIMIT_BURST: '10000' }

/** Keeps the regular comparison of books from adding to what a test counts. */
const A_DAY_MS = 86_400_000

/** A busy machine may need longer for these than buyers would wait. */
const PATIENCE = { cacheMs: 10_000, connectionMs: 10_000, providerMs: 10_000 }

export type TestService = Awaited<ReturnType<typeof startTestService>>

/** The real service with the test provider, on a new database unless one is given. */
export async function startTestService({
  databaseUrl,
  env = {},
  hasQuickPasswords = true,
  isPatient = true,
  reconcileAfterMs = A_DAY_MS,
  rateLimit,
  timeouts,
  ...options
}: {
  databaseUrl?: string
  env?: Record<string, string>
  hasQuickPasswords?: boolean
  /** Whether others are waited for at any load. (Default: true.) */
  isPatient?: boolean
  /** The limit of a key, which may be one that settings cannot have. */
  rateLimit?: Rate
} & ServiceOptions = {}) {
  const database = databaseUrl === undefined ? await createTestDatabase() : undefined
  const port = await findFreePort()
  const logged: string[] = []
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      const line = chunk.toString()
      logged.push(line)
      noteWarning(line)
      done()
    },
  })
  const settings = parseConfig({
    PORT: String(port),
    DATABASE_URL: databaseUrl ?? database?.url,
    ...(database && { MIGRATE: 'never' }),
    PLATFORM_TOKEN,
    TOKEN_SIGNING_KEY: 'signing key material of the tests',
    ...WITHOUT_LIMITS,
    ...env,
  })
  const config = { ...settings, ...(rateLimit && { rateLimit }) }
  const log = createLog({
    level: 'debug',
    isTraced: config.traces !== undefined,
    destination,
  })
  const service = await startService(config, log, {
    reconcileAfterMs,
    ...(hasQuickPasswords && { passwordCost: QUICK_PASSWORD_COST }),
    timeouts: { ...(isPatient && PATIENCE), ...timeouts },
    ...options,
  })
  return {
    ...clientOf(config),
    port,
    databaseUrl: databaseUrl ?? database?.url ?? '',
    log: () => logged.join(''),
    stop: async () => {
      await service.stop()
      await database?.drop()
    },
  }
}

export const clientOf = ({
  baseUrl,
  checkoutUrl,
  paymentFrameUrl,
}: Pick<Config, 'baseUrl' | 'checkoutUrl' | 'paymentFrameUrl'>) => ({
  baseUrl,
  checkoutUrl,
  paymentFrameUrl,
  call: <Body>(method: string, path: string, options?: CallOptions): Promise<Answer<Body>> =>
    call(method, new URL(path, baseUrl).href, options),
  platform: <Body>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<Body>> =>
    call(method, `${baseUrl}/platform/v1${path}`, { token: PLATFORM_TOKEN, body, headers }),
})

export type ServiceClient = ReturnType<typeof clientOf>
