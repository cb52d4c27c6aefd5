import { readFileSync } from 'node:fs'
import { type Language, languages } from '@papadag/contract/limits'
import { issueCodes } from '@papadag/contract/problems'
import { expect, test } from 'vitest'
import { texts } from '../../packages/server/src/app/texts.ts'

// The file is read as text, since only the web app's build understands its macros.
const platform = 'packages/web/src/platform'
const english = new Map(
  ['account-issues.ts', 'issue-texts.ts']
    .flatMap(name => [...readFileSync(`${platform}/language/${name}`, 'utf8').matchAll(/'([\w.]+)': msg`([^`]+)`/g)])
    .map(([, code, sentence]) => [code, sentence]),
)

/** A catalogue's translation of each English sentence. */
function catalogueOf(language: Language) {
  const catalogue = readFileSync(`${platform}/texts/${language}.po`, 'utf8')
  const entries = catalogue.matchAll(/^msgid (".+")\nmsgstr (".*")$/gm)
  return new Map([...entries].map(([, id = '', said = '']) => [JSON.parse(id), JSON.parse(said)]))
}

test.each(languages)('form and server use the same sentence for a wrong field in %s', language => {
  const catalogue = catalogueOf(language)
  const onTheScreen = issueCodes.map(code => [code, catalogue.get(english.get(code))])
  const byTheServer = issueCodes.map(code => [code, texts[code][language]])
  expect(onTheScreen).toEqual(byTheServer)
})
