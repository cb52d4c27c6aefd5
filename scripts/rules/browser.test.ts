import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// What a browser may lack, block or answer oddly, and the modules that deal with it.
const asked: [what: RegExp, where: RegExp][] = [
  [/\b(localStorage|sessionStorage|indexedDB|caches)\b(?!:)/, /platform\/browser\/storage\.ts$/],
  [/\bdocument\.cookie\b/, /platform\/browser\/storage\.ts$/],
  [/\bBroadcastChannel\(/, /platform\/browser\/tabs\.ts$/],
  [/\bnavigator\.serviceWorker\b/, /platform\/browser\/service-worker\.ts$/],
  [/\bdevicePixelRatio\b/, /platform\/browser\/pixel-ratio\.ts$/],
  [/\bnavigator\.(onLine|languages?)\b/, /platform\/browser\/network\.ts$/],
  [/\bresolvedOptions\b|\bTemporal\b/, /platform\/browser\/zone\.ts$/],
  [/\bIntl\.\w/, /platform\/(language\/formats|browser\/(zone|plurals))\.ts$/],
]

// The service worker, the scripts in the page's HTML and the pages that the server sends run without these modules; the
// calendar of the design system is given a locale that has been checked.
const elsewhere =
  /\/service-worker\/|\/app\/server-pages\/|\/app\/prerendered\/prerendered-start\.ts$|packages\/ui\/src\/calendar\/calendar\.tsx$/

test('what a browser says about itself is read in one module, which checks it', () => {
  const files = globSync('packages/{web,ui}/src/**/*.{ts,tsx}').filter(
    path => !/\.test\.tsx?$|\/testing\//.test(path) && !elsewhere.test(path),
  )
  expect(files.length).toBeGreaterThan(300)
  const raw = files.flatMap(path => {
    const code = readFileSync(path, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
    return asked.flatMap(([what, where]) => (what.test(code) && !where.test(path) ? [`${path}: ${what.source}`] : []))
  })
  expect(raw).toEqual([])
})
