import type { Playdate } from '@papadag/contract/playdates/playdates'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../../platform/language/language.ts'
import { aPlace } from '../../../testing/a-place.ts'
import { aPlaydate, kwame, me, youssef } from '../../../testing/a-playdate.ts'
import { show } from '../../../testing/show.tsx'
import { type Answer, daan, type Handlers, ok, refused } from '../../../testing/stand-in-server.ts'
import { shownToast } from '../../../testing/toasts.ts'
import { MoveHere } from '../moving/move-here.tsx'
import { MembershipButton } from './playdate-actions.tsx'
import { SafeMeeting } from './safe-meeting.tsx'
import { WaitingFathers } from './who/waiting-fathers.tsx'

beforeAll(() =>
  Promise.all([
    import('@papadag/ui/layers/dialog'),
    import('./dialogs/join-dialog.tsx'),
    import('./dialogs/leave-dialog.tsx'),
    import('./dialogs/wait-dialog.tsx'),
    import('./waiting-actions.tsx'),
  ]),
)
beforeEach(() => showLanguage('en'))

const joined = { participants: [kwame, me], myStatus: 'joined' as const }
const noNetwork = 'There is no connection. Please try again when it is back.'
const failures: [string, () => Answer | Promise<Answer>, string][] = [
  ['without a network', () => Promise.reject(new TypeError('offline')), noNetwork],
  ['without a reason', () => ({ status: 502 }), 'Please try again later.'],
  ['by the server', () => refused(409, 'playdate.over', 'It is over.'), 'It is over.'],
]

/** The button of a playdate, and the dialog that it opens. */
async function pressing(name: string, changes: Partial<Playdate>, ofHis: number, handlers: Handlers = {}) {
  const childrenInfo = Array.from({ length: ofHis }, () => ({ name: 'Noor', age: 4, birthMonth: '2022-01' }))
  const { asked } = show(<MembershipButton playdate={aPlaydate(changes)} />, '/playdates', handlers, {
    ...daan,
    childrenInfo,
  })
  await userEvent.click(await screen.findByRole('button', { name: `${name}: Modderen` }))
  return { asked, dialog: within(await screen.findByRole(name === 'Leave' ? 'alertdialog' : 'dialog')) }
}

test.each<[string, string, object | undefined]>([
  ['a message', ' Ill, sorry. ', { message: 'Ill, sorry.' }],
  ['only spaces', '   ', undefined],
  ['no message', '', undefined],
  ['two hundred letters', 'm'.repeat(200), { message: 'm'.repeat(200) }],
])('a father who leaves with %s sends what he wrote', async (_, typed, body) => {
  const sent = vi.fn()
  const { dialog } = await pressing('Leave', joined, 0, {
    'DELETE /api/playdates/7/join': left => {
      sent(left)
      return { status: 204 }
    },
  })
  if (typed) {
    await userEvent.click(dialog.getByLabelText(/A message to Kwame/))
    await userEvent.paste(typed)
  }
  expect(dialog.getByLabelText(/A message to Kwame/).getAttribute('aria-invalid')).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(sent.mock.calls).toEqual([[body]]))
  await waitFor(() => expect(shownToast()).toBe('Left playdate'))
})

test('a father whose message is too long reads so, and has not left', async () => {
  const { dialog, asked } = await pressing('Leave', joined, 0)
  const field = dialog.getByLabelText(/A message to Kwame/)
  await userEvent.click(field)
  await userEvent.paste('m'.repeat(201))
  expect(field.getAttribute('aria-invalid')).toBe('true')
  await userEvent.click(dialog.getByRole('button', { name: 'Leave' }))
  await act(async () => {})
  expect(asked).toEqual([])
  expect(screen.getByRole('alertdialog')).toBeDefined()
})

test('when the creator of a playdate is gone, nobody is offered to write to', async () => {
  const { dialog } = await pressing('Leave', { ...joined, participants: [] }, 0)
  expect(dialog.queryByRole('textbox')).toBeNull()
})

test.each<[string, Partial<Playdate>, number, string, string | undefined, string | undefined]>([
  ['no children', {}, 0, 'Join on my own', '0', '4 places left, including yours'],
  ['two children', {}, 2, 'Join with 2 children', '2', '4 places left, including yours'],
  ['more than fit', { maxParticipants: 3 }, 4, 'Join with 1 child', '1', '2 places left, including yours'],
  ['only a place for himself', { maxParticipants: 2 }, 2, 'Join on my own', undefined, undefined],
])('a father with %s joins with as many as fit', async (_, changes, ofHis, offered, value, hint) => {
  const { dialog } = await pressing('Join', changes, ofHis)
  expect(dialog.getByRole('button', { name: /^Join/ }).textContent).toBe(offered)
  expect(dialog.queryByRole<HTMLInputElement>('spinbutton')?.value).toBe(value)
  expect(dialog.queryByText(/places? left/)?.textContent).toBe(hint)
})

test('the dialog closes once the father has joined', async () => {
  const { dialog } = await pressing('Join', {}, 0, { 'POST /api/playdates/7/join': () => ok(aPlaydate(joined)) })
  await userEvent.click(dialog.getByRole('button', { name: 'Join on my own' }))
  await waitFor(() => expect(shownToast()).toBe('Joined playdate'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test.each([
  ['waits', { position: 2, children: 0 }, 'You are on the waiting list'],
  ['has moved up meanwhile', null, 'You already have a place'],
])('a father who asked for the waiting list and %s reads so', async (_, waiting, said) => {
  const { dialog } = await pressing('Put me on the waiting list', { maxParticipants: 1 }, 0, {
    'POST /api/playdates/7/wait': () => ok(aPlaydate({ maxParticipants: 1, waiting })),
  })
  // Only he and its creator would fit, without children.
  expect(dialog.queryByRole('spinbutton')).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: 'Wait on my own' }))
  await waitFor(() => expect(shownToast()).toBe(said))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

const place = aPlace({ id: 70, name: 'Ballorig', address: 'Dam 1' })

/** Moves a playdate of his to that place. */
async function moving(changes: Partial<Playdate>, to = place, answer?: () => Answer | Promise<Answer>) {
  const sent = vi.fn()
  const playdate = aPlaydate({ participants: [me, kwame], myStatus: 'creator', ...changes })
  show(<MoveHere playdate={playdate} place={to} />, '/playdates', {
    'PUT /api/playdates/7': body => {
      sent(body)
      return answer?.() ?? ok(playdate)
    },
  })
  await userEvent.click(screen.getByRole('button', { name: /^Move here.*Ballorig/ }))
  expect(sent).not.toHaveBeenCalled()
  await userEvent.click(await screen.findByRole('button', { name: 'Move it' }))
  await waitFor(() => expect(shownToast()).toBeDefined())
  return sent.mock.calls[0]?.[0]
}

test.each<[string, Partial<Playdate>, string]>([
  ['a playdate', {}, 'Moved to Ballorig: Everybody who is coming hears of it.'],
  ['an open hour, to which nobody has said that he comes', { kind: 'open' }, 'Moved to Ballorig'],
])('a father who moves %s reads who will be notified', async (_, changes, said) => {
  expect(await moving(changes)).toMatchObject({ placeId: 70, location: 'Ballorig, Dam 1' })
  expect(shownToast()).toBe(said)
})

test('moving to a place without an address uses its name, and moving to a public place keeps its neighbourhood', async () => {
  const body = await moving({}, { ...place, address: null })
  expect(body).toMatchObject({ location: 'Ballorig' })
  expect(body).not.toHaveProperty('area')
})

test.each(failures)('a playdate that was not moved %s says why', async (_, answer, description) => {
  await moving({}, place, answer)
  expect(shownToast()).toBe(`Could not move the playdate: ${description}`)
})

test('the list of waiting fathers shows their children, if they bring any', async () => {
  const { asked } = show(<WaitingFathers id={7} />, '/playdates?open=7', {
    'GET /api/playdates/7/waiting': () =>
      ok([
        { ...kwame, children: 2 },
        { ...youssef, children: 0 },
      ]),
  })
  expect(screen.getByRole('heading', { name: 'Waiting list' })).toBeDefined()
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2))
  const [first, second] = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(first).toMatch(/Kwame Mensah2 children$/)
  expect(second).toMatch(/Youssef El Amrani$/)
  expect(asked).toEqual(['GET /api/playdates/7/waiting'])
})

test('a waiting list that is loading does not say that it failed', async () => {
  show(<WaitingFathers id={7} />, '/playdates?open=7', { 'GET /api/playdates/7/waiting': () => new Promise(() => {}) })
  await act(async () => {})
  expect(screen.queryByText('The waiting list could not be loaded')).toBeNull()
})

test('next to a form, reading the advice on meeting leaves the focus on the heading', async () => {
  let isDue = true
  show(
    <>
      <h1>New playdate</h1>
      <SafeMeeting />
    </>,
    '/create',
    {
      'GET /api/users/me/safe-meeting': () => ok({ isDue }),
      'PUT /api/users/me/safe-meeting': () => {
        isDue = false
        return { status: 204 }
      },
    },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Got it' }))
  expect(document.activeElement?.textContent).toBe('New playdate')
  await waitFor(() => expect(screen.queryByText('Meeting dads you don’t know yet')).toBeNull())
})
