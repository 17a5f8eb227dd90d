import type { Sql } from '../sql.ts'

/** The test bank stops answering payments with the slow card, until it is told to. */
export async function keepBankSilent(sql: Sql) {
  await sql.rows(`
    create function test_provider.keep_silent() returns trigger language plpgsql as $$
    begin
      new.visible_at := new.visible_at + interval '1 hour';
      return new;
    end $$`)
  await sql.rows(`
    create trigger keep_silent before insert on test_provider.payments
    for each row when (new.card = 'slow') execute function test_provider.keep_silent()`)
  return {
    async answer() {
      await sql.rows('update test_provider.payments set visible_at = clock_timestamp()')
      await sql.rows(
        'update payment_attempts set next_check_at = clock_timestamp() where next_check_at is not null',
      )
    },
  }
}
