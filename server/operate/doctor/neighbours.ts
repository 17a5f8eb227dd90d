import { type RedisDiagnosis, diagnoseRedis } from '../../cache/redis/redis-diagnosis.ts'
import type { Config } from '../../config.ts'
import { verifySmtp } from '../../mail/smtp-connection.ts'
import { type FailureKind, kindOf } from '../../payments/failure-kind.ts'
import { diagnoseStripe } from '../../payments/stripe/stripe-diagnosis.ts'
import { type Finding, reasonOf, well, wrong } from './finding.ts'

const OLDEST_REDIS = 7

export async function checkCache({ redisUrl }: Pick<Config, 'redisUrl'>): Promise<Finding[]> {
  if (redisUrl === undefined) return [well('Redis', 'not used: good for one process alone')]
  try {
    return judgeRedis(await diagnoseRedis(redisUrl))
  } catch (error) {
    return [
      wrong(
        'Redis',
        `it does not answer (${reasonOf(error)})`,
        'Check REDIS_URL; without Redis two processes share no limits',
      ),
    ]
  }
}

/** Every key has an end, so each policy but this one makes room. */
const REFUSES = 'noeviction'

function judgeMemory({ policy, usedBytes, mostBytes }: RedisDiagnosis): Finding {
  const subject = 'Redis memory'
  if (mostBytes === 0) return well(subject, 'no limit; with one, choose allkeys-lru')
  const used = `${policy}, ${Math.round((100 * usedBytes) / mostBytes)} % used`
  return policy === REFUSES
    ? wrong(
        subject,
        `${used}: when it is full it refuses writes, and then processes count limits each by itself and read everything from the database`,
        'Set maxmemory-policy allkeys-lru: all that it holds are copies and counters, and the oldest are missed least',
      )
    : well(subject, used)
}

export function judgeRedis(diagnosis: RedisDiagnosis): Finding[] {
  const { version } = diagnosis
  const isOld = Number.parseInt(version, 10) < OLDEST_REDIS
  return [
    isOld
      ? wrong('Redis', `${version} is too old`, `Update it to ${OLDEST_REDIS} or newer`)
      : well('Redis', version),
    judgeMemory(diagnosis),
  ]
}

export async function checkMail({
  smtp,
  isProduction,
}: Pick<Config, 'smtp' | 'isProduction'>): Promise<Finding[]> {
  if (!smtp)
    return [
      isProduction
        ? wrong(
            'mail',
            'SMTP_URL is not set: buyers hear of no order or refund, and mails to members go to the log, links for new passwords too',
            'Set SMTP_URL',
          )
        : well('mail', 'to members written to the log; buyers get none'),
    ]
  try {
    await verifySmtp(smtp)
    return [well('mail', `${smtp.host} takes mails`)]
  } catch (error) {
    return [wrong('mail', `${smtp.host} refuses (${reasonOf(error)})`, 'Check SMTP_URL')]
  }
}

export async function checkProvider(
  config: Pick<Config, 'paymentProvider' | 'stripe' | 'baseUrl' | 'isProduction'>,
): Promise<Finding[]> {
  const { stripe, isProduction } = config
  if (config.paymentProvider === 'test' || !stripe)
    return [
      isProduction
        ? wrong('provider', 'the test provider takes no real money', 'Set PAYMENT_PROVIDER=stripe')
        : well('provider', 'the test provider'),
    ]
  const url = `${config.baseUrl}/payment-notifications`
  try {
    const { takesRealMoney, endpoint } = await diagnoseStripe(stripe, url)
    return [
      takesRealMoney === isProduction
        ? well('provider', `Stripe, ${takesRealMoney ? 'live' : 'test'} mode`)
        : wrong(
            'provider',
            `Stripe's key is of ${takesRealMoney ? 'live' : 'test'} mode, NODE_ENV is ${isProduction ? '' : 'not '}production`,
            'Set the keys of the other mode',
          ),
      judgeEndpoint(url, endpoint),
    ]
  } catch (error) {
    return [judgeFailure(error)]
  }
}

const AWAY: FailureKind[] = ['connection', 'timeout']
const BUSY: FailureKind[] = ['provider', 'rate_limit']

function judgeFailure(error: unknown): Finding {
  const kind = kindOf(error)
  const reason = reasonOf(error)
  if (AWAY.includes(kind))
    return wrong(
      'provider',
      `Stripe cannot be reached (${reason})`,
      'Check this machine’s network, names and firewall: it has to reach api.stripe.com, port 443',
    )
  if (BUSY.includes(kind))
    return wrong('provider', `Stripe has trouble (${reason})`, 'See status.stripe.com')
  return wrong(
    'provider',
    `Stripe refuses (${reason})`,
    'Check STRIPE_SECRET_KEY; a restricted key has to read balance and webhook endpoints for this',
  )
}

function judgeEndpoint(
  url: string,
  endpoint: Awaited<ReturnType<typeof diagnoseStripe>>['endpoint'],
): Finding {
  const subject = 'notifications'
  if (!endpoint)
    return wrong(subject, `Stripe has no webhook endpoint at ${url}`, 'Add it, see docs/stripe.md')
  if (!endpoint.isEnabled)
    return wrong(subject, 'Stripe has disabled the webhook endpoint', 'Enable it in the dashboard')
  return endpoint.missingEvents.length === 0
    ? well(subject, 'Stripe sends every event that is needed')
    : wrong(
        subject,
        `Stripe does not send ${endpoint.missingEvents.join(', ')}`,
        'Add these events to the endpoint',
      )
}
