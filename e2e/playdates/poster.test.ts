import { makeInvite } from '@papadag/contract/invites'
import { type Language, languages } from '@papadag/contract/limits'
import { newPlaydate } from '../../tools/father.ts'
import { tagOf } from '../support/languages.ts'
import { expect, test } from '../support/test.ts'

test.use({ demo: 'off' })

const names = {
  nl: { share: 'Delen', poster: 'Poster', title: 'Speelafspraak' },
  en: { share: 'Share', poster: 'Poster', title: 'Playdate' },
  de: { share: 'Teilen', poster: 'Plakat', title: 'Verabredung' },
  fr: { share: 'Partager', poster: 'Affiche', title: 'vous de jeu' },
  es: { share: 'Compartir', poster: 'Cartel', title: 'Quedada' },
} satisfies Record<Language, object>

/** A5 (148 by 210 mm) in points, the unit of PDF. */
const a5 = [419.53, 595.28]

for (const language of languages) {
  test(
    `the poster is one sheet of A5 with a code to scan in ${language}`,
    { tag: tagOf(language) },
    async ({ father, product, anotherBrowser }, testInfo) => {
      const { id, title } = await newPlaydate(father, {
        title: 'Hutten bouwen in het bos met touw, takken en een pan soep',
        area: 'Westerpark en omgeving, achter de Haarlemmervaart',
      })
      const { url } = await father.client.call(makeInvite, { params: { id }, body: {} })
      const page = await anotherBrowser({
        as: father,
        storageState: {
          cookies: [],
          origins: [{ origin: product.url, localStorage: [{ name: 'language', value: language }] }],
        },
      })
      // The app removes the sheet once the browser has printed it.
      await page.addInitScript(() => {
        window.print = () => void document.body.append(document.querySelector('.poster')?.cloneNode(true) ?? '')
      })
      await page.goto('/playdates')
      const { share, poster, title: heading } = names[language]
      const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: title }) })
      await card.locator('[aria-haspopup=menu]').click()
      await page.getByRole('menuitem', { name: share }).click()
      await page.getByRole('button', { name: poster, exact: true }).click()
      const sheet = page.locator('body > .poster')
      await expect(sheet).toHaveCount(1)
      await page.evaluate(() => document.fonts.ready.then(() => undefined))
      const pdf = await page.pdf({ preferCSSPageSize: true, path: testInfo.outputPath('poster.pdf') })
      const pages = [...pdf.toString('latin1').matchAll(/\/Type \/Page\b[\s\S]*?\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)]
      expect(pages).toHaveLength(1)
      for (const [at, points] of a5.entries()) expect(Number(pages[0]?.[at + 1])).toBeCloseTo(points, -0.5)

      await page.emulateMedia({ media: 'print' })
      await expect(page.getByRole('dialog'), 'nothing lies above it').toBeHidden()
      await expect(sheet.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await expect(sheet).toContainText('Westerpark en omgeving')
      await expect(sheet).toContainText(url.replace(/^https?:\/\//, ''))
      await expect(sheet, 'a link gets into strange hands').not.toContainText('Hutten')
      await expect(sheet.getByRole('img').last()).toBeVisible()
    },
  )
}
