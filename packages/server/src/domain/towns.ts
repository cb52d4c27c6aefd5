import { readFileSync } from 'node:fs'

type Point = { latitude: number; longitude: number }

let towns: Map<string, Point> | undefined

/** The middle of a town by its name, whoever wrote it; undefined for one that nobody knows. */
export function townNamed(name: string): Point | undefined {
  towns ??= readTowns()
  // 'Utrecht (Oost)' and 'Zwolle, Assendorp' are in these towns.
  const [first = ''] = name.split(/[,(/]/)
  return towns.get(plain(first))
}

function plain(name: string) {
  return name.normalize('NFD').replace(/\p{M}/gu, '').replace(/[’‘]/g, "'").trim().toLowerCase()
}

function readTowns() {
  const lines = readFileSync(new URL('towns.tsv', import.meta.url), 'utf8').split('\n')
  return new Map(
    lines
      .filter(line => line !== '' && !line.startsWith('#'))
      .map(line => {
        const [name = '', latitude, longitude] = line.split('\t')
        return [name, { latitude: Number(latitude), longitude: Number(longitude) }]
      }),
  )
}
