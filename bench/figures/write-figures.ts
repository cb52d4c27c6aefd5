// `npm run check -- figures`: deletes results of which a later run has every table, and writes the newest figures into the
// documents that ask for them. `npm run bench` does so too.
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readResults, resultsFolder, superseded, withFigures } from './figures.ts'

for (const name of superseded(readResults()))
  for (const extension of ['json', 'md']) rmSync(`${resultsFolder}/${name}.${extension}`, { force: true })

const results = readResults()
for (const path of globSync('docs/**/*.md')) {
  const text = readFileSync(path, 'utf8')
  const renewed = withFigures(text, path, results)
  if (renewed !== text) writeFileSync(path, renewed)
}
