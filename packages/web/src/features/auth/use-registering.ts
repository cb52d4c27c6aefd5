import { msg } from '@lingui/core/macro'
import { uploadPendingPicture } from '@papadag/contract/pictures/uploads'
import { useRef } from 'react'
import { CallError } from '../../platform/data/call.ts'
import { useWrite } from '../../platform/data/data.ts'
import { useRegister } from '../../platform/session/sign-in.ts'
import type { RegisterFields } from './registering.ts'

/** Sends a registration, its picture first. */
export function useRegistering(picture: Blob | undefined) {
  const signUp = useRegister()
  const upload = useWrite(uploadPendingPicture, {
    failed: { title: msg`Registration failed`, description: msg`Failed to upload profile image` },
    // The specification requires this in the console as well.
    // biome-ignore lint/suspicious/noConsole: the browser's own console is meant
    onFailed: error => console.error('Failed to upload profile image', error.message),
  })
  const isSending = useRef(false)
  // The uploaded picture stays pending for an hour, so another attempt need not upload it again.
  const uploaded = useRef<{ picture: Blob; imageUrl: string }>(undefined)

  async function addressOf(file: Blob) {
    if (uploaded.current?.picture !== file) {
      uploaded.current = { picture: file, ...(await upload.mutateAsync({ file })) }
    }
    return uploaded.current.imageUrl
  }

  async function send({ confirmPassword: _, ...body }: RegisterFields) {
    // A second Enter may come before the first has disabled the button.
    if (isSending.current) return
    isSending.current = true
    try {
      // If both are given, the file wins.
      await signUp.mutateAsync({ body: { ...body, ...(picture && { profileImage: await addressOf(picture) }) } })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      // A picture that the server no longer has is uploaded again next time.
      if (error.issues.some(({ path }) => path === 'profileImage')) uploaded.current = undefined
    } finally {
      isSending.current = false
    }
  }

  return { send, upload, refusal: signUp.error, isBusy: signUp.isPending || upload.isPending }
}
