import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { reads } from '../../platform/data/reads.ts'
import { showLanguage } from '../../platform/language/language.ts'
import { show } from '../../testing/show.tsx'
import { ok } from '../../testing/stand-in-server.ts'
import { ReportDialog } from './report-dialog.tsx'

beforeEach(() => showLanguage('en'))

const chat = { type: 'chat', id: 5, name: 'the chat with Bram', person: { id: 2, name: 'Bram' } } as const
const from = (senderId: number, id: number, content: string) => ({ id, chatId: 5, senderId, content, seq: id })
const at = 'GET /api/chats/5/messages?limit=100'

test('a father who reports a chat is offered the other’s messages, including those since the dialog was last open', async () => {
  const { handlers, asked, unmount } = show(<ReportDialog reported={chat} />, '/chat/5', {
    [at]: () => ok([from(2, 1, 'Hoi'), from(1, 2, 'Dag')]),
  })
  await screen.findByRole('option', { name: 'Hoi' })
  expect(screen.queryByRole('option', { name: 'Dag' })).toBeNull()
  expect(asked).toEqual([at])
  const known = reads.getQueryCache().getAll()
  unmount()
  expect(reads.getQueryCache().getAll()).toEqual(known)

  handlers[at] = () => ok([from(2, 1, 'Hoi'), from(1, 2, 'Dag'), from(2, 3, 'Rot op')])
  show(<ReportDialog reported={chat} />, '/chat/5', handlers)
  await screen.findByRole('option', { name: 'Rot op' })
})

test.each([
  ['en', 'Report “Kites”', 'Report Bram'],
  ['nl', 'Melden: ‘Kites’', 'Melden: Bram'],
  ['de', 'Melden: „Kites“', 'Melden: Bram'],
  ['fr', 'Signaler : « Kites »', 'Signaler : Bram'],
  ['es', 'Denunciar: «Kites»', 'Denunciar: Bram'],
] as const)(
  'in %s the title that is reported is quoted as people there quote, and a name is not',
  async (language, ...titles) => {
    await showLanguage(language)
    const shown = (
      [
        ['playdate', 'Kites'],
        ['user', 'Bram'],
      ] as const
    ).map(([type, name]) => {
      const { unmount } = show(<ReportDialog reported={{ type, id: 7, name }} />, '/playdates')
      const title = screen
        .getByRole('dialog')
        .querySelector('h2')
        ?.textContent?.replace(/[\u00a0\u202f]/g, ' ')
      unmount()
      return title
    })
    expect(shown).toEqual(titles)
  },
)
