import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLockTimeout } from '../../postgres/lock-timeout.ts'
import { openWorld } from '../../testing/checkout-world.ts'
import { holdLock } from '../../testing/held-lock.ts'
import { medianTime } from '../../testing/past/median-time.ts'

const world = await openWorld({ lockTimeout: createLockTimeout() })
afterAll(() => world.close())

const BUYERS = 24
const SLOW = [5, 15]

/** A busy machine makes some of the rounds slow, not all of them. */
const ROUNDS = 12

/** A statement may always take so long (`lock-timeout.ts`), so quicker rounds on a free machine count as this. */
const LEAST_MS = 50

/** Units of `slow_variants` take a second to be taken, and nobody else has locked them. */
beforeAll(() =>
  world.sql.rows(`
    create table slow_variants (id bigint);
    grant select on slow_variants to public;
    create function take_slowly() returns trigger language plpgsql as $$
      begin
        if exists (select from slow_variants where id = new.id) then perform pg_sleep(1); end if;
        return new;
      end $$;
    create trigger take_slowly before update on variants
      for each row execute function take_slowly()`),
)

const VARIANTS = `from variants v join products p on p.id = v.product_id where p.slug = any($1)`

const makeSlow = {
  async locked(slugs: string[]) {
    return holdLock(world.databaseUrl, `select ${VARIANTS} for update of v`, [slugs])
  },
  async slow(slugs: string[]) {
    await world.sql.rows(`insert into slow_variants select v.id ${VARIANTS}`, [slugs])
    return { commit: async () => undefined }
  },
}

/** 24 buyers pay at once, each for something else: how long the middle one of the quick ones takes. */
async function payTogether(why?: keyof typeof makeSlow) {
  const sessions = []
  for (let buyer = 0; buyer < BUYERS; buyer += 1) sessions.push(await world.aSession())
  const slow = sessions.filter((_, index) => SLOW.includes(index))
  const slowness = why && (await makeSlow[why](slow.map(({ slug }) => slug)))
  const theirs = slow.map(({ id }) => world.pay(id))
  const others = sessions.filter((session) => !slow.includes(session))
  const median = await medianTime(
    others.map(
      ({ id }) =>
        () =>
          world.pay(id),
    ),
  )
  await slowness?.commit()
  await Promise.all(theirs)
  return median
}

test.for(['locked', 'slow'] as const)(
  'performance: 22 of 24 buyers take at most 3 times as long when the rows of 2 are %s',
  async (why) => {
    let ratio = Number.POSITIVE_INFINITY
    for (let round = 0; round < ROUNDS && ratio > 3; round += 1)
      ratio = Math.min(ratio, (await payTogether(why)) / Math.max(LEAST_MS, await payTogether()))
    expect(ratio).toBeLessThanOrEqual(3)
  },
)
