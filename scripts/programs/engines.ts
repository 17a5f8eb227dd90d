import { existsSync, globSync } from 'node:fs'

/** Debian's packages for the other browsers. */
export const ENGINE_PACKAGES = {
  Firefox: ['firefox-esr'],
  WebKit: ['webkit2gtk-driver', 'xvfb'],
}

/** The other browsers that are installed. */
export function findEngines() {
  const firefox = ['/usr/bin/firefox-esr'].find(existsSync)
  const driver = ['/usr/bin/WebKitWebDriver'].find(existsSync)
  const [miniBrowser] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')
  const hasScreen = existsSync('/usr/bin/Xvfb')
  return {
    Firefox: firefox,
    WebKit: driver && miniBrowser && hasScreen ? { driver, miniBrowser } : undefined,
  }
}

/** What is printed for each missing engine. */
export const skippedEngines = (found: ReturnType<typeof findEngines> = findEngines()) =>
  Object.entries(ENGINE_PACKAGES)
    .filter(([name]) => !found[name as keyof typeof found])
    .map(([name, packages]) => `SKIPPED ${name}: install ${packages.join(' and ')}`)
