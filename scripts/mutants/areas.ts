import { globSync } from 'node:fs'

const names: Record<string, RegExp> = {
  domain: /^packages\/(server\/src\/domain|contract\/src|web\/src\/domain\/people)\//,
  chat: /\/(features|pages)\/chat\//,
  notifications: /\/(features|pages)\/(notifications|push)\/|\/platform\/outbox/,
  invites: /\/features\/(invites|calendars)\/|\/pages\/invitation/,
  playdates: /\/(features|pages|web\/src\/domain)\/playdates\//,
  places: /\/(features|pages|web\/src\/domain)\/places\//,
  server: /^packages\/server\/src\/platform\//,
  web: /^packages\/web\/src\/(platform|service-worker)\//,
}

/** The areas that samples are taken from, each with the same weight. */
export const areas = Object.keys(names)

/** Left out: texts, demo data, metrics and what runs only on a command line. */
const left =
  /\.test\.tsx?$|\.d\.ts$|\/testing\/|\/texts?\.ts$|-texts\.ts$|\/metric|\/meters\.ts$|\/log\.ts$|\/reporting\.ts$|\/version\.ts$/

/** The product's files by area, in a fixed order. */
export function filesByArea(): Map<string, string[]> {
  const files = globSync('packages/{contract,server,web}/src/**/*.{ts,tsx}')
    .map(file => file.replaceAll('\\', '/'))
    .filter(file => !left.test(file))
    .sort()
  const areaOf = (file: string) =>
    // The notices' own outbox is in the platform.
    ['notifications', ...areas].find(area => names[area]?.test(file))
  return Map.groupBy(
    files.filter(file => areaOf(file)),
    file => areaOf(file) ?? '',
  )
}
