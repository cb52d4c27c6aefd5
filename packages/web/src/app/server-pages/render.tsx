import { type Messages, setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { productTimeZone } from '@papadag/contract/limits'
import type { Render } from '@papadag/contract/route'
import { renderToStaticMarkup } from 'react-dom/server'
import * as z from 'zod/mini'
import { readOn } from '../../platform/language/dates.ts'
import { clockIn } from './clock-in.ts'
import { invitation } from './invitation.tsx'
import { parent } from './parent.tsx'
import { poll } from './poll.tsx'
import type { Screen } from './screen.ts'
import { unsubscribe } from './unsubscribe.tsx'

const texts = import.meta.glob<{ messages: Messages }>('../../platform/texts/*.po')

/** By the paths of the contract, which gives each its own type. */
const screens: Record<string, Screen<never>> = {
  '/i/:token': invitation,
  '/p/:token': poll,
  '/m/:token': parent,
  '/unsubscribe/:token': unsubscribe,
}

const languages = new Map<string, ReturnType<typeof setupI18n>>()

async function speak(language: string) {
  const known = languages.get(language)
  if (known) return known
  const words = await texts[`../../platform/texts/${language}.po`]?.()
  const i18n = setupI18n({ locale: language, messages: { [language]: words?.messages ?? {} } })
  languages.set(language, i18n)
  return i18n
}

const Placed = z.object({ timeZone: z.string() })

export const render: Render = async (path, language, given) => {
  const screen = screens[path]
  if (!screen) throw new Error(`there is no page for ${path}`)
  const { title, Head, Page, script } = screen
  const shown = given as never // the contract's type for this path, which the server has checked
  const i18n = await speak(language)
  // Browsers do not send their time zone, so times are those of the place. Nothing below waits, so no other page is
  // written on this clock.
  const timeZone = z.safeParse(Placed, given).data?.timeZone ?? productTimeZone
  readOn(clockIn(timeZone), timeZone)
  const words = title(shown, i18n)
  const head = (
    <>
      {Head && <Head shown={shown} title={words} />}
      <meta name="robots" content="noindex" />
    </>
  )
  const write = (part: React.ReactNode) => renderToStaticMarkup(<I18nProvider i18n={i18n}>{part}</I18nProvider>)
  return { title: words, head: write(head), body: write(<Page shown={shown} />), script: script?.(shown) }
}
