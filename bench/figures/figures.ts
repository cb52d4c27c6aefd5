import { readdirSync, readFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { measured, type Table, toAims } from '../report.ts'

/** The folder of the results, from the root of the repository. */
export const resultsFolder = 'bench/results'

/** One run of the bench, by the name of its file without an extension. */
export interface Result {
  name: string
  tables: readonly Table[]
}

/** The stored results, oldest first: names begin with the date. */
export function readResults(): Result[] {
  const files = readdirSync(resultsFolder).filter(file => file.endsWith('.json'))
  return files.sort().map(file => {
    const { tables } = JSON.parse(readFileSync(`${resultsFolder}/${file}`, 'utf8')) as { tables: Table[] } // ours
    return { name: file.slice(0, -'.json'.length), tables: tables.map(measured) }
  })
}

/** The results that a later run replaces whole, so that nothing refers to them any more. */
export function superseded(results: readonly Result[]): string[] {
  const last = new Map(results.flatMap(({ name, tables }) => tables.map(({ title }) => [title, name] as const)))
  return results
    .filter(({ name, tables }) => tables.every(({ title }) => last.get(title) !== name))
    .map(({ name }) => name)
}

const block = /(<!-- figures of (.+?) -->\n)[\s\S]*?(<!-- end of figures -->)/g

/** A document with the aims of the newest result in each place that asks for them: `<!-- figures of TITLE -->`. */
export function withFigures(text: string, path: string, results: readonly Result[]): string {
  return text.replaceAll(block, (_, begin: string, title: string, end: string) => {
    const result = results.findLast(({ tables }) => tables.some(table => table.title === title))
    const table = result?.tables.find(one => one.title === title)
    if (!result || !table) throw new Error(`${path}: no result has the table ${title}`)
    const link = `${relative(dirname(path), resultsFolder)}/${result.name}.md`
    return `${begin}\n[${title}](${link}):\n\n${toAims(table)}\n\n${end}`
  })
}
