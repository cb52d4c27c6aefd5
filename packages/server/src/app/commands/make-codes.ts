import { writeFileSync } from 'node:fs'
import { createCircle } from '@papadag/contract/circles'
import { linkOfCode, makeOrganisationCodes } from '../../domain/circle-codes.ts'
import { lettersPage, spaced } from '../../features/circles/letters.ts'
import { type Config, ConfigProblem } from '../../platform/config.ts'
import { openDataDir } from '../../platform/files/data-dir.ts'
import { fileToWrite } from '../../platform/files/given-file.ts'
import type { Said } from './command.ts'
import { withDatabase } from './with-database.ts'

/** As many letters as a school hands out at once; each father needs one of his own. */
export const codesAtOnce = 500
/** As long as half a school year. */
const validDays = 180

/** Makes codes for an organisation and writes their letters; the name is that of the circle to which they lead. */
export async function makeCodes(
  config: Config,
  { name: given, count, path }: { name: string; count: number; path: string },
): Promise<Said> {
  const checked = createCircle.body.shape.name.safeParse(given)
  if (!checked.success || /\p{Cc}/u.test(given))
    throw new ConfigProblem('The name of a circle has at most 60 characters, which can be seen. Nothing was made.')
  if (!config.publicUrl) throw new ConfigProblem('Set PUBLIC_URL, which is on the letters. Nothing was made.')
  const origin = config.publicUrl.replace(/\/$/, '')
  return withDatabase(config, async open => {
    fileToWrite(path, sentence => new ConfigProblem(`${sentence}. Nothing was made.`))
    const db = await open()
    const secret = config.sessionSecret || openDataDir(config.dataDir).sessionSecret()
    const codes = await db.transaction(async tx => {
      const made = await makeOrganisationCodes(tx, secret, { name: checked.data, count, days: validDays })
      const lastDay = new Date(Date.now() + (validDays - 1) * 86_400_000)
      writeFileSync(
        path,
        lettersPage(
          made.map(code => ({ code, url: linkOfCode(origin, code) })),
          lastDay,
        ),
        { mode: 0o600 },
      )
      return made
    })
    const text = [...codes.map(spaced), `Wrote ${codes.length} letters to ${path}. Open it in a browser to print them.`]
    return { text: text.join('\n'), facts: { name: checked.data, codes, file: path, validDays } }
  })
}
