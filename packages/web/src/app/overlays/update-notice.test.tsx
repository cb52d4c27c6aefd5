import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { showLanguage } from '../../platform/language/language.ts'
import { UpdateNotice } from './update-notice.tsx'

/** The browser's own service worker, installing or active. */
class Worker extends EventTarget {
  state = 'installing'
  become(state: string) {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}

async function open(parts: { waiting?: Worker; installing?: Worker }) {
  const registration = Object.assign(new EventTarget(), { waiting: null, installing: null, ...parts })
  const serviceWorker = Object.assign(new EventTarget(), { controller: {}, ready: Promise.resolve(registration) })
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker })
  await act(async () =>
    render(
      <I18nProvider i18n={i18n}>
        <UpdateNotice />
      </I18nProvider>,
    ),
  )
  return registration
}

const said = () => screen.getByRole('status').textContent

beforeEach(() => showLanguage('nl'))
afterEach(() => {
  cleanup()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

test('a new version found before anyone subscribed is announced', async () => {
  const installing = new Worker()
  await open({ installing })
  expect(said()).toBe('')
  act(() => installing.become('installed'))
  expect(said()).toContain('Nieuwe versie klaar')
})

test('a new version found later is announced', async () => {
  const registration = await open({})
  const installing = new Worker()
  Object.assign(registration, { installing })
  registration.dispatchEvent(new Event('updatefound'))
  act(() => installing.become('installed'))
  expect(said()).toContain('Nieuwe versie klaar')
})
