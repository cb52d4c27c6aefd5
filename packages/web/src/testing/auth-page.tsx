import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach } from 'vitest'
import { Page } from '../pages/auth.tsx'
import { reads } from '../platform/data/reads.ts'
import { wipeDrafts } from '../platform/drafts.ts'
import { showLanguage } from '../platform/language/language.ts'
import { forgetNotices } from '../platform/screen/notices.ts'
import { haveArrived } from '../platform/session/circle-code.ts'
import { forgetInvitation } from '../platform/session/kept-invitation.ts'
import { type Answer, serve } from './stand-in-server.ts'

type Handlers = Record<string, (body: unknown) => Answer | Promise<Answer>>

/** Prepares each test of the file. */
export function prepareAuthPage(): void {
  beforeEach(() => {
    wipeDrafts()
    return showLanguage('en')
  })
  afterEach(() => {
    cleanup()
    reads.clear()
    forgetNotices()
    forgetInvitation()
    haveArrived()
  })
}

/** Opens the page at this address; `sent` are the bodies of its calls. */
export async function openAuth(at: string, handlers: Handlers = {}) {
  history.replaceState(null, '', at)
  const sent: unknown[] = []
  const server = serve(
    Object.fromEntries(
      Object.entries(handlers).map(([call, answer]) => [
        call,
        body => {
          sent.push(body)
          return answer(body)
        },
      ]),
    ),
  )
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={reads}>
        <main>
          <Page />
        </main>
      </QueryClientProvider>
    </I18nProvider>,
  )
  if (at.includes('register')) await screen.findByLabelText('First name')
  return { ...server, sent, user: userEvent.setup({ applyAccept: false }) }
}

export const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
export const errorAt = (label: string) => {
  const [id = ''] = (field(label).getAttribute('aria-describedby') ?? '').split(' ')
  return field(label).ariaInvalid || field(label).getAttribute('aria-invalid')
    ? document.getElementById(id)?.textContent
    : undefined
}
export const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))
export const picture = (type = 'image/jpeg', bytes = 3) => new File([new Uint8Array(bytes)], 'daan', { type })

/** Fills in what an account needs. */
export async function fillIn(user: Awaited<ReturnType<typeof openAuth>>['user']) {
  await user.type(field('First name'), 'Daan')
  await user.type(field('Last name'), 'de Vries')
  await user.type(field('Username'), 'daan')
  await user.type(field('E-mail'), 'daan@papadag.example')
  await user.type(field('Password'), 'zandkasteel')
  await user.type(field('Once more'), 'zandkasteel')
}
