import { readFileSync } from 'node:fs'

type Point = { latitude: number; longitude: number }

let towns: Map<string, Point> | undefined

/** The centre of a town by its name, in any spelling; undefined for an unknown one. */
export function townNamed(name: string): Point | undefined {
  towns ??= readTowns()
  // 'Utrecht (Oost)' and 'Zwolle, Assendorp' are districts of these towns.
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
