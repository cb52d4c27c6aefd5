import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { daan, ok, serve } from '../../testing/stand-in-server.ts'
import { reads } from '../data/reads.ts'
import { chooseLanguage, tellChosenLanguage } from './choose-language.ts'

const user = ['/api/user']
const settings = ['/api/users/me/settings']

function server() {
  const told: unknown[] = []
  const { asked } = serve({
    'PATCH /api/users/me/settings': body => {
      told.push(body)
      return ok(body)
    },
  })
  return { told, asked }
}

beforeEach(() => localStorage.clear())
afterEach(() => reads.clear())

test('a member’s language is stored on the server too, and shown in his settings', async () => {
  const { told } = server()
  reads.setQueryData(user, daan)
  reads.setQueryData(settings, { language: 'nl', discoverable: true })
  await chooseLanguage('fr')
  await waitFor(() => expect(told).toEqual([{ language: 'fr' }]))
  await waitFor(() => expect(reads.getQueryData(settings)).toEqual({ language: 'fr', discoverable: true }))
})

test('a language chosen before signing in is sent afterwards, and a default is not', async () => {
  const { told, asked } = server()
  await chooseLanguage('de')
  localStorage.clear()
  reads.setQueryData(user, daan)
  tellChosenLanguage()
  localStorage.setItem('language', 'es')
  tellChosenLanguage()
  await waitFor(() => expect(told).toEqual([{ language: 'es' }]))
  expect(asked).toEqual(['PATCH /api/users/me/settings'])
})

test('the language can be changed offline too', async () => {
  serve({})
  reads.setQueryData(user, daan)
  await chooseLanguage('nl')
  expect(document.documentElement.lang).toBe('nl')
})
