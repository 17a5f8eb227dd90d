import pg from 'pg'
import { expect, test } from 'vitest'
import { inTime } from './failures.ts'

test('contract §6: a full disk that keeps PostgreSQL from a new connection is busy, as any full disk', async () => {
  const refusal = new pg.DatabaseError(
    'could not write init file: No space left on device',
    80,
    'error',
  )
  refusal.code = 'XX000'
  await expect(inTime(Promise.reject(refusal))).rejects.toMatchObject({ code: 'busy' })
})
