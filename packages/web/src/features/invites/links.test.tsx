import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../platform/language/language.ts'
import { mayAskToTell } from '../../platform/screen/useful-moment.ts'
import { aPlaydate, kwame, me } from '../../testing/a-playdate.ts'
import { anInvitation } from '../../testing/an-invitation.ts'
import { lastNotice } from '../../testing/last-notice.ts'
import { show } from '../../testing/show.tsx'
import { type Answer, daan, type Handlers, ok } from '../../testing/stand-in-server.ts'
import { shownToast } from '../../testing/toasts.ts'
import { failures } from '../../testing/ways-to-fail.ts'
import { JoinInvitation } from './join-invitation.tsx'
import { OwnLinks } from './own-links.tsx'
import { ParentSheet } from './parent-link.tsx'
import { LinksOfCancelled, RevokeLinks } from './revoke-links.tsx'
import { WaitByInvitation } from './wait-by-invitation.tsx'

beforeAll(() => Promise.all([import('./poster.tsx'), import('../../domain/poster/poster-sheet.tsx')]))
beforeEach(async () => {
  mayAskToTell.set(false)
  await showLanguage('en')
})

const link = (id: number, by: typeof me | null) => ({ id, by, showsName: false, createdAt: new Date().toISOString() })
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))

test.each<[string, (typeof me | null)[], string | undefined]>([
  ['nobody else', [me, null], undefined],
  ['one other', [me, kwame], 'These dads have a link of their own: Kwame Mensah'],
  [
    'two others',
    [kwame, { ...kwame, id: 3, firstName: 'Youssef' }],
    'These dads have a link of their own: Kwame Mensah, Youssef Mensah',
  ],
])('the creator sees which participants have their own link: %s', async (_, owners, said) => {
  const { asked } = show(
    <OwnLinks playdateId={7} showsName={false} mayWithdraw onShowName={() => {}} />,
    '/playdates',
    {
      'GET /api/playdates/7/invites': () => ok(owners.map((by, at) => link(at + 1, by))),
    },
  )
  await waitFor(() => expect(asked).toContain('GET /api/playdates/7/invites'))
  if (said) expect(await screen.findByText(said)).toBeDefined()
  await screen.findByRole('button', { name: 'Withdraw all links' })
  expect(screen.queryByText(/a link of their own/) !== null).toBe(said !== undefined)
})

/** Asks to revoke all links, and says yes. */
async function revoking(answer: () => Answer | Promise<Answer>) {
  const onDone = vi.fn()
  const { asked } = show(
    <RevokeLinks playdateId={7} onDone={onDone}>
      why
    </RevokeLinks>,
    '/playdates',
    { 'DELETE /api/playdates/7/invites': answer },
  )
  await press('Withdraw all links')
  const question = within(await screen.findByRole('alertdialog', { name: 'Withdraw all links?' }))
  return {
    onDone,
    asked,
    question,
    yes: () => userEvent.click(question.getByRole('button', { name: 'Withdraw them' })),
  }
}

test('links are revoked only after a question', async () => {
  const { asked, question, onDone } = await revoking(() => ({ status: 204 }))
  await userEvent.click(question.getByRole('button', { name: 'Keep them' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(asked).not.toContain('DELETE /api/playdates/7/invites')
  expect(onDone).not.toHaveBeenCalled()
  await press('Withdraw all links')
  const again = within(await screen.findByRole('alertdialog'))
  await userEvent.click(again.getByRole('button', { name: 'Withdraw them' }))
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(shownToast()).toMatch(/^The links no longer work/)
})

test.each(failures)(
  'links that were not revoked %s still work, and the page says why',
  async (_, answer, description) => {
    const { onDone, yes } = await revoking(answer)
    await yes()
    await waitFor(() => expect(lastNotice()).toMatchObject({ title: 'The links still work', description }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(onDone).not.toHaveBeenCalled()
  },
)

test.each([0, 1])('a cancelled playdate with %i links offers to revoke them only if there are any', async count => {
  const { asked } = show(<LinksOfCancelled playdateId={7} />, '/playdates', {
    'GET /api/playdates/7/invites': () => ok(Array.from({ length: count }, () => link(1, null))),
  })
  await waitFor(() => expect(asked).toContain('GET /api/playdates/7/invites'))
  if (count > 0) await screen.findByRole('button', { name: 'Withdraw all links' })
  else await waitFor(() => expect(screen.queryByRole('button')).toBeNull())
})

const invitation = anInvitation()
const withChildren = (count: number) => ({
  ...daan,
  childrenInfo: Array.from({ length: count }, () => ({ name: 'Noor', age: 4, birthMonth: '2022-01' })),
})

function joining(placesLeft: number, ofHis: number, handlers: Handlers = {}) {
  const [onJoined, onRefused] = [vi.fn(), vi.fn()]
  show(
    <JoinInvitation token="a" invitation={{ ...invitation, placesLeft }} onJoined={onJoined} onRefused={onRefused} />,
    '/i/a',
    handlers,
    withChildren(ofHis),
  )
  const stepper = screen.queryByRole('spinbutton', { name: 'How many children are you bringing?' })
  return { onJoined, onRefused, stepper }
}

test.each([
  ['no children and room', 4, 0, 'Join on my own', 3],
  ['two children and room', 4, 2, 'Join with 2 children', 3],
  ['two children and room for one', 2, 2, 'Join with 1 child', 1],
  ['two children and room for him alone', 1, 2, 'Join on my own', undefined],
  ['two children where no room is left', 0, 2, 'Join on my own', undefined],
  ['more room than he can bring children', 50, 1, 'Join with 1 child', 12],
])('a father with %s joins through an invitation with as many as fit', (_, placesLeft, ofHis, offered, most) => {
  const { stepper } = joining(placesLeft, ofHis)
  expect(screen.getByRole('button', { name: /^Join/ }).textContent).toBe(offered)
  expect(stepper?.getAttribute('aria-valuemax')).toBe(most === undefined ? undefined : String(most))
})

test('joining through an invitation sends the chosen number, and offers to notify him', async () => {
  const sent = vi.fn()
  const { onJoined, onRefused } = joining(4, 2, {
    'POST /api/invites/a/join': body => {
      sent(body)
      return ok(aPlaydate({ id: 9 }))
    },
  })
  await press('One child fewer')
  await press('Join with 1 child')
  await waitFor(() => expect(onJoined).toHaveBeenCalledExactlyOnceWith(9))
  expect(sent.mock.calls).toEqual([[{ children: 1 }]])
  expect(onRefused).not.toHaveBeenCalled()
  expect(mayAskToTell.get()).toBe(true)
})

test.each(failures)('joining through an invitation that fails %s says why', async (_, answer, description) => {
  const { onJoined, onRefused } = joining(4, 0, { 'POST /api/invites/a/join': answer })
  await press('Join on my own')
  await waitFor(() => expect(lastNotice()).toMatchObject({ title: 'Could not join', description }))
  expect(onRefused).toHaveBeenCalledOnce()
  expect(onJoined).not.toHaveBeenCalled()
  expect(mayAskToTell.get()).toBe(false)
})

test.each([
  [0, 'Wait on my own'],
  [1, 'Wait with 1 child'],
  [2, 'Wait with 2 children'],
  [14, 'Wait with 12 children'],
])(
  'a father with %i children joins the waiting list through an invitation with all he may bring',
  async (ofHis, offered) => {
    const sent = vi.fn()
    show(
      <WaitByInvitation token="a" onChanged={() => {}} />,
      '/i/a',
      {
        'POST /api/invites/a/wait': body => {
          sent(body)
          return ok({ id: 7, waiting: { position: 1, children: 0 } })
        },
      },
      withChildren(ofHis),
    )
    await press(offered)
    await waitFor(() => expect(sent).toHaveBeenCalledExactlyOnceWith({ children: Math.min(ofHis, 12) }))
  },
)

test.each([
  ['waits', { position: 1, children: 0 }, 'You are on the waiting list'],
  ['has a place', null, 'You already have a place'],
])('a father who asked to wait through an invitation reads that he %s', async (_, waiting, said) => {
  const onChanged = vi.fn()
  show(<WaitByInvitation token="a" onChanged={onChanged} />, '/i/a', {
    'POST /api/invites/a/wait': () => ok({ id: 7, waiting }),
  })
  await press('Wait on my own')
  await waitFor(() => expect(shownToast()).toMatch(said))
  expect(onChanged).toHaveBeenCalledOnce()
})

test.each(failures)('waiting through an invitation that fails %s says why', async (_, answer, description) => {
  const onChanged = vi.fn()
  show(<WaitByInvitation token="a" onChanged={onChanged} />, '/i/a', { 'POST /api/invites/a/wait': answer })
  await press('Wait on my own')
  await waitFor(() =>
    expect(lastNotice()).toMatchObject({ title: 'Could not put you on the waiting list', description }),
  )
  expect(onChanged).toHaveBeenCalledOnce()
})

const ofHis = { participants: [me], myStatus: 'creator' as const }
const telling = (handlers: Handlers) =>
  show(<ParentSheet playdate={aPlaydate(ofHis)} />, '/playdates', {
    'GET /api/playdates/7/parent-links': () => ok({ url: null }),
    ...handlers,
  })

test.each(failures)(
  'a link for the other parent that could not be made %s says why',
  async (_, answer, description) => {
    telling({ 'POST /api/playdates/7/parent-links': answer })
    await waitFor(() => expect(lastNotice()).toMatchObject({ title: 'The link could not be made.', description }))
    expect(screen.getByRole('button', { name: 'Make a link' })).toBeDefined()
  },
)

test('the links for other parents are loading until they are known', async () => {
  const { asked } = telling({ 'GET /api/playdates/7/parent-links': () => new Promise(() => {}) })
  const sheet = within(await screen.findByRole('dialog', { name: 'Tell them at home' }))
  expect(sheet.getByText('Loading...')).toBeDefined()
  expect(sheet.queryByText('The link could not be made.')).toBeNull()
  expect(asked).not.toContain('POST /api/playdates/7/parent-links')
})
