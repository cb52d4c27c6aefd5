import { i18n } from '@lingui/core'
import { beforeEach, expect, test } from 'vitest'
import { routes } from '../navigation/routes.ts'
import { chooseLanguage } from '../session/choose-language.ts'
import { chosenLanguage, loadTexts, showLanguage } from './language.ts'
import { translate } from './translate.ts'

beforeEach(() => {
  localStorage.clear()
  // biome-ignore lint/suspicious/noDocumentCookie: what the server's Set-Cookie leaves behind
  document.cookie = 'language=; Path=/; Max-Age=0'
})

test('Dutch is the default, even for an unknown language', () => {
  expect(chosenLanguage()).toBe('nl')
  localStorage.setItem('language', 'tlh')
  expect(chosenLanguage()).toBe('nl')
})

test('the app continues in the language of an invitation', () => {
  // biome-ignore lint/suspicious/noDocumentCookie: what the server's Set-Cookie leaves behind
  document.cookie = 'language=es; Path=/'
  expect(chosenLanguage()).toBe('es')
})

test('a chosen language is stored, shown at once and sent to the server', async () => {
  await chooseLanguage('de')
  expect(localStorage.getItem('language')).toBe('de')
  expect(chosenLanguage()).toBe('de')
  expect(document.documentElement.lang).toBe('de')
  expect(document.cookie).toContain('language=de')
  expect(translate(routes['playground-map'].title)).toBe('Spielplatzkarte')
})

test('one catalogue contains the texts of all folders', async () => {
  await showLanguage('nl')
  expect(translate(routes['playground-map'].title)).toBe('Speeltuinkaart')
  expect(Object.values(i18n.messages).flat()).toContain('Snelmenu')
})

test('an untranslated text is shown in English', async () => {
  await showLanguage('nl')
  expect(translate({ id: 'unknown', message: 'Not translated yet' })).toBe('Not translated yet')
})

test('a father who changes the language twice gets the last one, whichever loads first', async () => {
  await showLanguage('nl')
  await Promise.all([showLanguage('fr'), showLanguage('de'), showLanguage('nl')])
  expect(i18n.locale).toBe('nl')
  const heard: string[] = []
  const stop = i18n.on('change', () => heard.push(i18n.locale))
  await Promise.all([showLanguage('fr'), showLanguage('de')])
  stop()
  expect(heard.at(-1)).toBe('de')
  expect(heard).not.toContain('fr')
})

test('words that arrive later draw the texts again only if one was drawn without them', async () => {
  await showLanguage('nl')
  await loadTexts('map')
  let times = 0
  const stop = i18n.on('change', () => {
    times += 1
  })
  await loadTexts('others')
  expect(times).toBe(0)
  i18n._('unknown')
  await loadTexts('others')
  expect(times).toBe(1)
  stop()
})
