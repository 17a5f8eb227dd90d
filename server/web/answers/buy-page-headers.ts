import type { ServerResponse } from 'node:http'
import {
  type PageSources,
  hashSource,
  imageSources,
  policy,
  upgradeInsecureRequests,
} from './security-headers.ts'

/**
 * The page of a buy link, which belongs to nobody: caches and indexes may keep it, and one script
 * runs in it, by its hash. It sends a referrer, since without one browsers send `Origin: null` with its form.
 */
export const buyPageHeaders = (
  response: ServerResponse,
  {
    script,
    styleHashes,
    formTargets,
    imageUrls,
    reportUrl,
    isPublic,
  }: Pick<PageSources, 'styleHashes' | 'formTargets' | 'imageUrls' | 'reportUrl'> & {
    /** The one that may run. */
    script: string
    isPublic: boolean
  },
) => ({
  'Content-Security-Policy': policy({
    'default-src': "'none'",
    'script-src': hashSource(script),
    'style-src': styleHashes.join(' '),
    'img-src': imageSources(imageUrls),
    'form-action': formTargets,
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': "'none'",
    ...upgradeInsecureRequests(response),
    'report-to': 'csp',
  }),
  'Reporting-Endpoints': `csp="${reportUrl}"`,
  'Referrer-Policy': 'same-origin',
  ...(isPublic
    ? { 'Cache-Control': 'public, max-age=60' }
    : { 'X-Robots-Tag': 'noindex, nofollow' }),
})
