import { afterEach, expect, test } from 'vitest'
import { type InstallOffer, installOffer } from '../../platform/screen/install.ts'
import { install } from './installing.ts'

afterEach(() => localStorage.clear())

type Answer = Awaited<ReturnType<InstallOffer['prompt']>>

/** The browser's install offer and its outcome. */
async function answered(prompt: () => Promise<Answer>) {
  const offer: InstallOffer = Object.assign(new Event('beforeinstallprompt'), { prompt })
  installOffer.set(offer)
  await install(offer)
  return { installed: localStorage.getItem('pwa_installed'), later: localStorage.getItem('pwa_later') !== null }
}

test('accepting the prompt installs the app', async () => {
  expect(await answered(async () => ({ outcome: 'accepted' }))).toEqual({ installed: 'true', later: false })
})

test('declining the prompt does not install the app, and it is offered again later', async () => {
  expect(await answered(async () => ({ outcome: 'dismissed' }))).toEqual({ installed: null, later: true })
})

test('without an install prompt the app counts as installed', async () => {
  expect(await answered(() => Promise.reject(new Error('used up')))).toEqual({ installed: 'true', later: false })
})
