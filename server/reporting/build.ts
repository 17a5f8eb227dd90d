import manifest from '../../package.json' with { type: 'json' }

/** The bundler puts it here. */
declare const HOSTED_CHECKOUT_REVISION: string | undefined

/** `revision`: of the sources and packages of a build, `sources` where they run as they are. */
export const BUILD = {
  version: manifest.version,
  revision: typeof HOSTED_CHECKOUT_REVISION === 'string' ? HOSTED_CHECKOUT_REVISION : 'sources',
}

/** The name of this release in what operators read. */
export const RELEASE = `${BUILD.version}, ${BUILD.revision}`
