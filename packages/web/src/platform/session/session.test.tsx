import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { aFather } from '../../testing/a-father.ts'
import { ok, serve } from '../../testing/stand-in-server.ts'
import { reads } from '../data/reads.ts'
import { useSession, useUser } from './session.ts'

afterEach(() => {
  cleanup()
  reads.clear()
})

/** Renders again at the moment the session ends, before other listeners. */
function Screen() {
  const { firstName } = useUser()
  const [times, setTimes] = useState(0)
  function end() {
    reads.setQueryData(['/api/user'], null)
    setTimes(times + 1)
  }
  return (
    <button type="button" onClick={end}>
      {firstName} {times}
    </button>
  )
}

function Door() {
  return useSession().status === 'member' ? <Screen /> : 'Log in'
}

test('a screen rendered once more after the session has ended does not fail', async () => {
  const father = aFather()
  serve({ 'GET /api/user': () => ok(father) })
  render(
    <QueryClientProvider client={reads}>
      <Door />
    </QueryClientProvider>,
  )
  await userEvent.click(await screen.findByRole('button', { name: `${father.firstName} 0` }))
  await waitFor(() => expect(screen.getByText('Log in')).toBeTruthy())
})
