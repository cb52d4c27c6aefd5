import { afterEach, expect, test } from 'vitest'
import { type InstallOffer, installOffer } from '../../platform/install.ts'
import { install } from './installing.ts'

afterEach(() => localStorage.clear())

type Answer = Awaited<ReturnType<InstallOffer['prompt']>>

/** The browser's offer, and what comes of it. */
async function answered(prompt: () => Promise<Answer>) {
  const offer: InstallOffer = Object.assign(new Event('beforeinstallprompt'), { prompt })
  installOffer.set(offer)
  await install(offer)
  return { installed: localStorage.getItem('pwa_installed'), later: localStorage.getItem('pwa_later') !== null }
}

test('whoever accepts has it installed', async () => {
  expect(await answered(async () => ({ outcome: 'accepted' }))).toEqual({ installed: 'true', later: false })
})

test('whoever does not is asked again later, and it is not installed', async () => {
  expect(await answered(async () => ({ outcome: 'dismissed' }))).toEqual({ installed: null, later: true })
})

test('where the browser has no question to ask it counts as installed', async () => {
  expect(await answered(() => Promise.reject(new Error('used up')))).toEqual({ installed: 'true', later: false })
})
