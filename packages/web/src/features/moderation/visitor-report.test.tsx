import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { reads } from '../../platform/data/reads.ts'
import { showLanguage } from '../../platform/language/language.ts'
import { show } from '../../testing/show.tsx'
import { refused } from '../../testing/stand-in-server.ts'
import { VisitorReport } from './visitor-report.tsx'

beforeEach(() => showLanguage('nl'))

const begin = () => screen.queryByRole('button', { name: 'Iets melden zonder account' })

async function asVisitor() {
  const told: unknown[] = []
  show(<VisitorReport />, '/auth', {
    'GET /api/user': () => refused(401, 'auth.required', 'Log eerst in.'),
    'POST /api/reports': body => {
      told.push(body)
      return { status: 201, body: { id: 12 } }
    },
  })
  await reads.resetQueries({ queryKey: ['/api/user'] })
  await userEvent.click(await screen.findByRole('button', { name: 'Iets melden zonder account' }))
  return told
}

const field = (name: RegExp) => screen.getByRole('textbox', { name })
const send = () => userEvent.click(screen.getByRole('button', { name: 'Versturen' }))

test('members are told to report content where they see it', () => {
  show(<VisitorReport />, '/')
  expect(begin()).toBe(null)
})

test('a visitor reports content by its link, with his name', async () => {
  const told = await asVisitor()
  const link = field(/^Link naar waar/)
  expect(document.activeElement).toBe(link)
  await send()
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
    'Plak een link van Papadag: naar een papa, een speelafspraak of een plek',
    'Kies wat er aan de hand is',
    '',
    'Vul dit in',
    'Voer een geldig e-mailadres in',
  ])
  expect(document.activeElement).toBe(link)
  await userEvent.type(link, 'https://papadag.example/playdates?open=3')
  await userEvent.selectOptions(screen.getByRole('combobox'), 'Reclame of spam')
  await userEvent.type(field(/^Je naam/), 'Bram')
  await userEvent.type(field(/^E-mail/), 'bram@papadag.example')
  await send()
  expect((await screen.findByRole('status')).textContent).toContain('M12')
  expect(document.activeElement).toBe(screen.getByRole('status'))
  expect(told).toEqual([
    {
      ...{ targetType: 'playdate', targetId: 3, reason: 'spam', text: '' },
      ...{ contactName: 'Bram', contactEmail: 'bram@papadag.example' },
    },
  ])
})

test('a report about child safety may be anonymous', async () => {
  const told = await asVisitor()
  await userEvent.type(field(/^Link naar waar/), '/users/5')
  await userEvent.selectOptions(screen.getByRole('combobox'), 'De veiligheid van een kind')
  await send()
  await screen.findByRole('status')
  expect(told).toMatchObject([{ targetType: 'user', targetId: 5, contactName: null, contactEmail: null }])
})
