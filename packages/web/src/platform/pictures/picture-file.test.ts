import { limits } from '@papadag/contract/limits'
import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lastNotice } from '../../testing/last-notice.ts'
import { showLanguage } from '../language/language.ts'
import { forgetNotices } from '../screen/notices.ts'
import { acceptPicture, isPictureAddress, usePreview } from './picture-file.ts'

beforeEach(() => showLanguage('nl'))
afterEach(() => {
  forgetNotices()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** A file of this many bytes, which are not there. */
function aFile(type: string, size = 1000) {
  const file = new File(['x'], 'picture', { type })
  vi.spyOn(file, 'size', 'get').mockReturnValue(size)
  return file
}

test.each(['image/jpeg', 'image/png', 'image/gif', 'image/webp'])(
  'a picture of the type %s is sent unchanged, up to the limit',
  async type => {
    const file = aFile(type, limits.imageBytes)
    expect(await acceptPicture(file)).toBe(file)
    expect(await acceptPicture(aFile(type, limits.imageBytes + 1))).toBeUndefined()
    expect(lastNotice()).toMatchObject({ title: 'Bestand te groot' })
  },
)

test('a file that is not a picture is refused with a reason', async () => {
  expect(await acceptPicture(aFile('application/pdf'))).toBeUndefined()
  expect(lastNotice()).toMatchObject({ title: 'Ongeldig bestandstype' })
})

test('a picture format used by phones becomes JPEG where the browser can convert it, and is refused elsewhere', async () => {
  vi.stubGlobal('createImageBitmap', async () => ({ width: 3, height: 2 }))
  const jpeg = new Blob(['jpeg'], { type: 'image/jpeg' })
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      getContext = () => ({ drawImage: () => {} })
      convertToBlob = async () => jpeg
    },
  )
  expect(await acceptPicture(aFile('image/heic'))).toBe(jpeg)
  expect(lastNotice()).toBeUndefined()
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('what is this')))
  expect(await acceptPicture(aFile('image/heic'))).toBeUndefined()
  expect(lastNotice()?.title).toBe('Ongeldig bestandstype')
})

test.each([
  ['https://example.org/a.jpg', true],
  ['http://example.org/a.jpg', true],
  ['javascript:alert(1)', false],
  ['data:image/png;base64,AA', false],
  ['example.org/a.jpg', false],
  ['', false],
])('whether “%s” is the address of a picture: %s', (text, is) => expect(isPictureAddress(text)).toBe(is))

test('a preview is released when another picture, or none, is shown', () => {
  const made = vi.spyOn(URL, 'createObjectURL').mockImplementation(() => `blob:${made.mock.calls.length}`)
  const released = vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {})
  const [one, other] = [new Blob(['1']), new Blob(['2'])]
  const view = renderHook(({ picture }) => usePreview(picture), { initialProps: { picture: one as Blob | undefined } })
  expect(view.result.current).toBe('blob:1')
  view.rerender({ picture: other })
  expect(view.result.current).toBe('blob:2')
  expect(released.mock.calls).toEqual([['blob:1']])
  view.rerender({ picture: undefined })
  expect(view.result.current).toBeUndefined()
  expect(released).toHaveBeenCalledTimes(2)
})
