import { Shop } from './shop-page.tsx'

type Asked = { searchParams: Promise<Record<string, string | undefined>> }

/** Drawn on the server, with a session that the server has opened. */
export default async function Page({ searchParams }: Asked) {
  const { session = '', late } = await searchParams
  return <Shop opened={session} first={late === undefined ? session : ''} />
}
