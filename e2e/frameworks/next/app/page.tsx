import { Shop } from './shop-page.tsx'

type PageProps = { searchParams: Promise<Record<string, string | undefined>> }

/** Drawn on the server, with a session that the server has opened. */
export default async function Page({ searchParams }: PageProps) {
  const { session = '', late } = await searchParams
  return <Shop opened={session} first={late === undefined ? session : ''} />
}
