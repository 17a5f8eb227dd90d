import { type Queryable, named } from '../database.ts'

type Notification = { provider: string; eventId: string }

/** An event that is recorded but not handled is taken again, because its process may have died. */
export async function openNotification(db: Queryable, { provider, eventId }: Notification) {
  const opened = await db.run(named('open-notification')`
    insert into provider_notifications (provider, event_id)
    values (${provider}, ${eventId})
    on conflict (provider, event_id) do update
    set received_at = provider_notifications.received_at
    where provider_notifications.handled_at is null`)
  return opened === 1
}

export const closeNotification = (db: Queryable, { provider, eventId }: Notification) =>
  db.run(named('close-notification')`
    update provider_notifications
    set handled_at = clock_timestamp()
    where provider = ${provider}
      and event_id = ${eventId}`)
