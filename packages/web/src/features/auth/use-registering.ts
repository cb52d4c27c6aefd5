import { msg } from '@lingui/core/macro'
import type { register as registration } from '@papadag/contract/auth'
import { uploadPendingPicture } from '@papadag/contract/pictures/uploads'
import type { Input } from '@papadag/contract/route'
import { useRef, useState } from 'react'
import { CallError } from '../../platform/data/call.ts'
import { useWrite } from '../../platform/data/data.ts'
import { useSearch } from '../../platform/navigation/navigation.tsx'
import { nextPath } from '../../platform/navigation/routes.ts'
import { notify } from '../../platform/screen/notices.ts'
import { codeIn, openOnArrival } from '../../platform/session/circle-code.ts'
import { useRegister } from '../../platform/session/sign-up.ts'
import type { MadePasskey } from './passkeys/ceremonies.ts'
import type { RegisterFields } from './registering.ts'

/** A challenge is good for five minutes. */
const reusedMs = 4 * 60_000

/** What the code of a circle can be refused for; too many tries may have been of codes. */
const isOfCode = ({ code, issues }: CallError) =>
  code?.startsWith('circle.') || code === 'request.tooOften' || issues.some(({ path }) => path === 'code')

/**
 * Sends a registration, its picture first, with a passkey that is made for it if he wants one, and with the code of a circle
 * if he has come with one.
 */
export function useRegistering(picture: Blob | undefined, isWithPasskey: boolean) {
  const given = codeIn(nextPath(useSearch()))
  // A code that does not open keeps nobody from his account: its door says so once he is in.
  const code = useRef(given)
  const signUp = useRegister({
    isSilent: error => code.current !== undefined && isOfCode(error),
    onDone: () => given && openOnArrival(given),
  })
  const upload = useWrite(uploadPendingPicture, {
    failed: { title: msg`Registration failed`, description: msg`Failed to upload profile image` },
    // The specification requires this in the console as well.
    // biome-ignore lint/suspicious/noConsole: the browser's own console is meant
    onFailed: error => console.error('Failed to upload profile image', error.message),
  })
  const isSending = useRef(false)
  const passkeys = useFirstPasskey()
  // The uploaded picture stays pending for an hour, so another attempt need not upload it again.
  const uploaded = useRef<{ picture: Blob; imageUrl: string }>(undefined)

  async function addressOf(file: Blob) {
    if (uploaded.current?.picture !== file) {
      uploaded.current = { picture: file, ...(await upload.mutateAsync({ file })) }
    }
    return uploaded.current.imageUrl
  }

  async function register(body: Input<typeof registration>['body']) {
    try {
      await signUp.mutateAsync({ body: { ...body, ...(code.current && { code: code.current }) } })
    } catch (error) {
      if (!code.current || !(error instanceof CallError) || !isOfCode(error)) throw error
      code.current = undefined
      await signUp.mutateAsync({ body })
    }
  }

  async function send(fields: RegisterFields) {
    const { confirmPassword: _, password, ...body } = fields
    // A second Enter may come before the first has disabled the button.
    if (isSending.current) return
    isSending.current = true
    try {
      // If both are given, the file wins.
      const profileImage = picture && (await addressOf(picture))
      const passkey = isWithPasskey ? await passkeys.make(fields) : undefined
      if (isWithPasskey && !passkey) return
      await register({ ...body, ...(passkey ? { passkey } : { password }), ...(profileImage && { profileImage }) })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.code?.startsWith('passkey.')) passkeys.forget()
      // A picture that the server no longer has is uploaded again next time.
      if (error.issues.some(({ path }) => path === 'profileImage')) uploaded.current = undefined
    } finally {
      isSending.current = false
    }
  }

  return { send, upload, refusal: signUp.error, isBusy: signUp.isPending || upload.isPending || passkeys.isMaking }
}

/** The passkey of a new account: made once, and kept for another attempt. */
function useFirstPasskey() {
  const [isMaking, setIsMaking] = useState(false)
  // A taken name leaves it good, so that another attempt makes no second one.
  const made = useRef<{ passkey: MadePasskey; atMs: number }>(undefined)

  async function make({ username, firstName }: RegisterFields) {
    if (made.current && performance.now() - made.current.atMs < reusedMs) return made.current.passkey
    setIsMaking(true)
    try {
      const { makeFirstPasskey } = await import('./passkeys/ceremonies.ts')
      const passkey = await makeFirstPasskey(username, firstName)
      made.current = { passkey, atMs: performance.now() }
      return passkey
    } catch (error) {
      const serverText = error instanceof CallError ? error.sentence : undefined
      notify({
        title: msg`Registration failed`,
        description: serverText ?? msg`No passkey was made. Try again, or choose a password.`,
        tone: 'destructive',
      })
      return undefined
    } finally {
      setIsMaking(false)
    }
  }

  const forget = () => {
    made.current = undefined
  }

  return { make, forget, isMaking }
}
