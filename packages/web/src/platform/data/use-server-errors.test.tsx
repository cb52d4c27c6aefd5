import { act, render, screen } from '@testing-library/react'
import { useForm } from 'react-hook-form'
import { expect, test, vi } from 'vitest'
import { CallError } from './call.ts'
import { useServerErrors } from './use-server-errors.ts'

type Fields = { name: string; city: string }
const found = vi.fn()

function Form({ refusal }: { refusal: CallError | null }) {
  const { register, setError, formState } = useForm<Fields>({ defaultValues: { name: '', city: '' } })
  useServerErrors<Fields>(setError, refusal, {
    fields: ['name', 'city'],
    ofCode: { 'auth.usernameTaken': 'city' },
    onFound: found,
  })
  return (
    <form>
      <input aria-label="name" {...register('name')} />
      <p>{formState.errors.name?.message}</p>
      <input aria-label="city" {...register('city')} />
      <p>{formState.errors.city?.message}</p>
    </form>
  )
}
const refusal = (said: object) => new CallError(400, JSON.stringify({ error: 'No.', ...said }), '')
const said = () => [...document.querySelectorAll('p')].map(({ textContent }) => textContent)
const focused = () => document.activeElement?.getAttribute('aria-label')

async function draw(error: CallError | null) {
  found.mockClear()
  const shown = render(<Form refusal={null} />)
  await act(async () => shown.rerender(<Form refusal={error} />))
  return shown
}

test('each refused field says why, and the first of them has the focus', async () => {
  await draw(
    refusal({
      code: 'request.invalid',
      issues: [
        { path: 'elsewhere', message: 'Unknown' },
        { path: 'city', message: 'Too short' },
        { path: 'name', message: 'Required' },
      ],
    }),
  )
  expect(said()).toEqual(['Required', 'Too short'])
  expect(found).toHaveBeenCalledExactlyOnceWith(['city', 'name'])
  expect(focused()).toBe('city')
})

test('a refusal of the whole form that concerns one field is shown at that field', async () => {
  await draw(refusal({ code: 'auth.usernameTaken', issues: [{ path: 'name', message: 'Required' }] }))
  expect(said()).toEqual(['', 'No.'])
  expect(focused()).toBe('city')
})

test('any other refusal, and none at all, is shown at no field', async () => {
  const { rerender } = await draw(refusal({ code: 'request.tooOften' }))
  expect(said()).toEqual(['', ''])
  expect(screen.getByLabelText('name')).not.toBe(document.activeElement)
  expect(found).toHaveBeenCalledExactlyOnceWith([])
  await act(async () => rerender(<Form refusal={null} />))
  expect(found).toHaveBeenCalledOnce()
})
