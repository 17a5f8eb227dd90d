import { findFreePort, startAnswering } from './service.ts'

type Service = { baseUrl: string; platformToken: string; dataDir: string }

/** Starts the demo shop beside the service, as a newcomer does. */
export async function startDemoShop({ baseUrl, platformToken, dataDir }: Service) {
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  /** What the shop says to the person who runs it. */
  const printed: string[] = []
  const stop = await startAnswering('demo/server.ts', {
    address: url,
    printed,
    env: {
      CHECKOUT_BASE_URL: baseUrl,
      PLATFORM_TOKEN: platformToken,
      DEMO_PORT: String(port),
      DEMO_DATA_DIR: dataDir,
    },
  })
  return { url, printed, stop }
}
