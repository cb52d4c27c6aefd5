import { i18n } from '@lingui/core'
import { beforeEach, expect, test } from 'vitest'
import { chooseLanguage, chosenLanguage, showLanguage } from './language.ts'
import { say } from './notices.ts'
import { routes } from './routes.ts'

beforeEach(() => localStorage.clear())

test('Dutch is the language of whoever chose none, or one that does not exist', () => {
  expect(chosenLanguage()).toBe('nl')
  localStorage.setItem('language', 'tlh')
  expect(chosenLanguage()).toBe('nl')
})

test('a choice is kept, shown at once and told to the server', async () => {
  await chooseLanguage('de')
  expect(localStorage.getItem('language')).toBe('de')
  expect(chosenLanguage()).toBe('de')
  expect(document.documentElement.lang).toBe('de')
  expect(document.cookie).toContain('language=de')
  expect(say(routes['playground-map'].title)).toBe('Spielplatzkarte')
})

test('one catalogue holds the sentences of all folders', async () => {
  await showLanguage('nl')
  expect(say(routes['playground-map'].title)).toBe('Speeltuinkaart')
  expect(Object.values(i18n.messages).flat()).toContain('Snelmenu')
})

test('a sentence nobody translated is shown in English', async () => {
  await showLanguage('nl')
  expect(say({ id: 'unknown', message: 'Not translated yet' })).toBe('Not translated yet')
})

test('of two choices the latest is shown, whichever words come first', async () => {
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
