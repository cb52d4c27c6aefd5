import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { WhenNear } from '../screen/when-near.tsx'
import { MoreButton } from './more-button.tsx'

let observed: { tell: (...near: boolean[]) => void; margin: string | undefined }[] = []
beforeEach(() => {
  observed = []
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(changed: (entries: object[]) => void, options?: IntersectionObserverInit) {
        observed.push({
          tell: (...near) => act(() => changed(near.map(isIntersecting => ({ isIntersecting })))),
          margin: options?.rootMargin,
        })
      }
      observe() {}
      disconnect() {
        observed = []
      }
    },
  )
})

const given = { busy: false, problem: false as const, onPress: () => {}, children: 'More' }

test('more items are requested when the end comes near, unless a request is in progress', () => {
  const onNear = vi.fn()
  const { rerender, unmount } = render(<MoreButton {...given} onNear={onNear} />)
  expect(observed[0]?.margin).toBe('600px')
  observed[0]?.tell(false)
  expect(onNear).not.toHaveBeenCalled()
  observed[0]?.tell(false, true)
  expect(onNear).toHaveBeenCalledOnce()
  rerender(<MoreButton {...given} busy onNear={onNear} />)
  observed[0]?.tell(true)
  expect(onNear).toHaveBeenCalledOnce()
  unmount()
  expect(observed).toEqual([])
})

test('a list that grows only at a press does not watch scrolling', async () => {
  const onPress = vi.fn()
  render(<MoreButton {...given} onPress={onPress} />)
  expect(observed).toEqual([])
  expect(screen.queryByRole('alert')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'More' }))
  expect(onPress).toHaveBeenCalledOnce()
})

test('the button for more says why nothing has come yet', () => {
  render(<MoreButton {...given} problem="No connection." />)
  expect(screen.getByRole('alert').textContent).toBe('No connection.')
})

test('a part farther down is drawn once it comes near, and stays', () => {
  render(<WhenNear roomPx={90}>the part</WhenNear>)
  expect(observed[0]?.margin).toBe('300px')
  expect(screen.queryByText('the part')).toBeNull()
  observed[0]?.tell(false)
  expect(screen.queryByText('the part')).toBeNull()
  observed[0]?.tell(false, true)
  expect(screen.getByText('the part').style.minHeight).toBe('90px')
  observed[0]?.tell(false)
  expect(screen.getByText('the part')).toBeDefined()
})
