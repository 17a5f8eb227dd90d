import { existsSync, globSync } from 'node:fs'

/** Debian's browsers of other engines, as far as they are installed. */
export function findEngines() {
  const firefox = ['/usr/bin/firefox-esr'].find(existsSync)
  const driver = ['/usr/bin/WebKitWebDriver'].find(existsSync)
  const [miniBrowser] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')
  const hasScreen = existsSync('/usr/bin/Xvfb')
  return {
    firefox,
    webkit: driver && miniBrowser && hasScreen ? { driver, miniBrowser } : undefined,
  }
}
